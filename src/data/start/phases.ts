/**
 * The phases of a start: before paint (what the first screen needs), after paint, idle. Work that the
 * first screen does not need registers in one of the last two instead of choosing a delay.
 */

/** A hidden tab never paints: it counts as painted this long after the first call, ms. */
const HIDDEN_TAB_MS = 3_000
/** Idle work runs at the latest this long after the first paint, ms. */
const IDLE_AT_LATEST_MS = 3_000

let resolvePainted: () => void = () => undefined
let isDone = false
const painted = new Promise<void>((resolve) => {
  resolvePainted = () => {
    isDone = true
    resolve()
  }
})
let isAwaited = false

/** Resolves once the first screen is painted. */
export const waitForFirstPaint = (): Promise<void> => {
  if (!isAwaited) setTimeout(resolvePainted, HIDDEN_TAB_MS)
  isAwaited = true
  return painted
}

export const isPainted = (): boolean => isDone

/**
 * To call when the first screen is in the document, also by screens that replace the app: it is
 * visible after the next frame.
 */
export const markFirstScreen = (): void =>
  void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolvePainted)))

/** Resolves once what was rendered last is visible; at once before the first paint and in a hidden tab. */
export const nextPaint = async (): Promise<void> => {
  if (isDone && !document.hidden)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** Runs `work` when the page is idle after the first paint. Errors are the caller's. */
export const whenIdle = (work: () => void): void =>
  void waitForFirstPaint().then(() => {
    // Safari has no requestIdleCallback
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(work, { timeout: IDLE_AT_LATEST_MS })
    else setTimeout(work, 200)
  })
