import type { StorageSchema } from './storage'

/** Applies theme and text size (percent) to the document. */
export const paintAppearance = (theme: StorageSchema['theme'], textSize: number): void => {
  const prefersLight =
    typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: light)').matches
  const root = document.documentElement
  root.dataset['theme'] =
    theme === 'dark' || (theme === 'system' && !prefersLight) ? 'dark' : 'light'
  root.style.fontSize = textSize === 100 ? '' : `${textSize}%`
}
