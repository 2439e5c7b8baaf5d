/**
 * Whether an access token (JWT) has expired by this device's clock. False for a malformed one: the
 * server decides.
 */
export const isTokenExpired = (token: string): boolean => {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const { exp } = JSON.parse(atob(part)) as { exp?: unknown }
    return typeof exp === 'number' && exp * 1000 <= Date.now()
  } catch {
    return false
  }
}
