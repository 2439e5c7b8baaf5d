declare const __APP_VERSION__: string | undefined

/** Set by the build; the fallback serves development. */
export const VERSION = typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : '0.1.0'
