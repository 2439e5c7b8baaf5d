/** Phone or tablet (touch first): Enter inserts a line break, and a camera is available. */
export const isMobileDevice = (): boolean =>
  /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent) ||
  (navigator.maxTouchPoints > 1 && /Macintosh/.test(navigator.userAgent))

/** iPhone and iPad; an iPad says it is a Mac, but no Mac has several touch points. */
export const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.maxTouchPoints > 1 && /Macintosh/.test(navigator.userAgent))

/** Started from the home screen. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

/** A kind of device rather than the browser's name, by which few recognise theirs in a list. */
export const suggestedDeviceName = (): string =>
  /Android|iPhone|iPad/.test(navigator.userAgent) ? 'Mon téléphone' : 'Mon ordinateur'
