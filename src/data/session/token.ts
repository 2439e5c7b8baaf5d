/** Whether an access token (JWT) is past its life, by this device's clock. What is no JWT is left to the server. */
export const isTokenOver = (token: string): boolean => {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const { exp } = JSON.parse(atob(part)) as { exp?: unknown }
    return typeof exp === 'number' && exp * 1000 <= Date.now()
  } catch {
    return false
  }
}
