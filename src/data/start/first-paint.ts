/** A page that is not seen is not painted: after this long the work is done all the same, ms. */
const UNSEEN_MS = 3_000

let tell: () => void = () => undefined
let over = false
const painted = new Promise<void>((resolve) => {
  tell = () => {
    over = true
    resolve()
  }
})
let began = false
/** Resolves when the first screen has been painted, 3 s after it was first asked at the latest: what no screen needs waits for it. */
export const firstPaint = (): Promise<void> => {
  if (!began) setTimeout(tell, UNSEEN_MS)
  began = true
  return painted
}
/** Whether that has happened already. */
export const isPainted = (): boolean => over
/** Said when the first screen is in the page: the frame after the one that shows it. */
export const firstScreenDrawn = (): void => void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(tell)))

/** Whether the screen is seen before the app has drawn it, as the device kept it (public/theme.js). */
export const isPictured = (): boolean => document.getElementById('picture') !== null
/** The app's own screen stands: the picture gives way, or is not drawn any more. */
export const endPicture = (): void => {
  document.documentElement.dataset['drawn'] = ''
  document.getElementById('picture')?.remove()
}
