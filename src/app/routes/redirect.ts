/** Redirects that never leave the app. */

/**
 * Path, query and hash of a redirect parameter; null when it leads elsewhere (other host, scheme,
 * `//`, `/\`).
 */
export const safeRedirect = (
  value: string | null | undefined,
  origin: string = location.origin,
): string | null => {
  // control characters and backslashes are what browsers quietly turn into slashes
  // oxlint-disable-next-line no-control-regex
  if (!value?.startsWith('/') || /[\\\u0000-\u001f\u007f]/.test(value)) return null
  let decoded = value
  for (let i = 0; i < 3; i += 1)
    decoded = decoded.replace(/%25/g, '%').replace(/%2f/gi, '/').replace(/%5c/gi, '\\')
  if (decoded.startsWith('//') || decoded.startsWith('/\\')) return null
  try {
    const url = new URL(value, origin)
    return url.origin === origin ? url.pathname + url.search + url.hash : null
  } catch {
    return null
  }
}

/** Login path that brings the visitor back to the current page. */
export const loginPath = (from: string): string =>
  from === '/' ? '/login' : `/login?redirect=${encodeURIComponent(from)}`
