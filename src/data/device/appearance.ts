import { proxy } from 'valtio'
import { paintAppearance } from './paint-appearance'
import { storage, type StorageSchema } from './storage'

type Theme = StorageSchema['theme']
/** `textSize` in percent, 100 to 200. */
interface Appearance {
  theme: Theme
  textSize: number
  allowZoom: boolean
}

/** The browser's own text size (16 px unless the system or the member asked for larger text) is larger. */
const wantsLargeText = (): boolean => {
  if (typeof getComputedStyle !== 'function') return false
  const percent = storage.get('text_size') ?? 100
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return size / (percent / 100) > 16
}
const storedZoom = (): boolean => {
  const stored = storage.get('allow_zoom')
  return stored ? stored === 'true' : wantsLargeText()
}

/** How this device shows the app; the same for every account on it. */
export const appearance = proxy<Appearance>({
  theme: storage.get('theme') ?? 'system',
  textSize: storage.get('text_size') ?? 100,
  allowZoom: storedZoom(),
})

const lightWanted = (): MediaQueryList | null =>
  typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: light)') : null

const paint = (): void => {
  paintAppearance(appearance.theme, appearance.textSize)
  const root = document.documentElement
  if (appearance.allowZoom) root.dataset['zoom'] = 'free'
  else delete root.dataset['zoom']
}

let applied = false
/**
 * Applies the stored choices and follows the system's theme and the other tabs. src/app/early did
 * the same before the first paint.
 */
export const applyAppearance = (): void => {
  paint()
  if (applied) return
  applied = true
  lightWanted()?.addEventListener('change', paint)
  addEventListener('storage', (event) => {
    if (event.key !== 'theme' && event.key !== 'text_size' && event.key !== 'allow_zoom') return
    appearance.theme = storage.get('theme') ?? 'system'
    appearance.textSize = storage.get('text_size') ?? 100
    appearance.allowZoom = storedZoom()
    paint()
  })
}

export const setTheme = (theme: Theme): void => {
  appearance.theme = theme
  storage.set('theme', theme)
  paint()
}
/** Percent; clamped to 100 to 200. */
export const setTextSize = (percent: number): void => {
  appearance.textSize = Math.min(200, Math.max(100, Math.round(percent) || 100))
  storage.set('text_size', appearance.textSize)
  paint()
}
export const setAllowZoom = (allow: boolean): void => {
  appearance.allowZoom = allow
  storage.set('allow_zoom', allow ? 'true' : 'false')
  paint()
}

const DOUBLE_TAP_MS = 300
/**
 * Elements with a zoom of their own (map, photo viewer) carry `data-zoomable`; form fields keep
 * their double tap.
 */
const exempt = (target: EventTarget | null): boolean =>
  appearance.allowZoom || (target instanceof Element && target.closest('[data-zoomable]') !== null)
const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

/**
 * Blocks page zoom by pinch, double tap and ctrl-wheel, except inside `[data-zoomable]` or when the
 * member allows it. Returns a function that stops.
 */
export const startZoomBlock = (): (() => void) => {
  let lastTap = 0
  const options = { passive: false, capture: true } as const
  const wheel = (event: WheelEvent): void => {
    if (event.ctrlKey && !exempt(event.target)) event.preventDefault()
  }
  const pinch = (event: TouchEvent): void => {
    if (event.touches.length > 1 && event.cancelable && !exempt(event.target))
      event.preventDefault()
  }
  const tap = (event: TouchEvent): void => {
    const double = event.timeStamp - lastTap < DOUBLE_TAP_MS
    lastTap = event.timeStamp
    if (double && event.cancelable && !exempt(event.target) && !isField(event.target)) {
      event.preventDefault()
      // still click: quick presses on a button must not be lost
      event.target?.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, view: window }),
      )
    }
  }
  /** Safari's own pinch events. */
  const gesture = (event: Event): void => {
    if (!exempt(event.target)) event.preventDefault()
  }
  document.addEventListener('wheel', wheel, options)
  // `touch-action` of the page (styles/base.css) forbids it where supported; touch listeners would
  // delay scrolling
  const known = typeof CSS !== 'undefined' && CSS.supports('touch-action', 'pan-x pan-y')
  if (!known) {
    document.addEventListener('touchstart', pinch, options)
    document.addEventListener('touchmove', pinch, options)
  }
  document.addEventListener('touchend', tap, options)
  document.addEventListener('gesturestart', gesture, options)
  return () => {
    document.removeEventListener('wheel', wheel, options)
    document.removeEventListener('touchstart', pinch, options)
    document.removeEventListener('touchmove', pinch, options)
    document.removeEventListener('touchend', tap, options)
    document.removeEventListener('gesturestart', gesture, options)
  }
}
