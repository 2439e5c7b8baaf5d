declare const __APP_VERSION__: string | undefined
declare const __BUILD_DATE__: string | undefined

/** Set by the build; the fallback serves development. */
export const VERSION = typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : '0.1.0'
export const BUILD_DATE =
  typeof __BUILD_DATE__ === 'string' ? __BUILD_DATE__ : '1970-01-01T00:00:00.000Z'
