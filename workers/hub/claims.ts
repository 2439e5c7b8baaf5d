interface TokenClaims {
  readonly sub: string
  readonly iatMs: number
  readonly expMs: number
}

/** Decodes a JWT without verifying it (only the server can). Null when it is not one. */
export const readClaims = (token: string | null | undefined): TokenClaims | null => {
  try {
    const part = token?.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? ''
    const claims = JSON.parse(atob(part)) as { sub?: unknown; iat?: unknown; exp?: unknown }
    if (typeof claims.exp !== 'number') return null
    return {
      sub: String(claims.sub),
      iatMs: (typeof claims.iat === 'number' ? claims.iat : 0) * 1000,
      expMs: claims.exp * 1000,
    }
  } catch {
    return null
  }
}

/** The time left of tokens, by the server's clock. */
interface TokenClock {
  /** Infinity for a token without an expiry. */
  leftMs(token: string): number
  /** Compares this device's clock with the server's, from a token that was just issued. */
  learn(token: string): void
}
/** Times come from the claims of the tokens, whose signature is not verified here. */
export const createTokenClock = (): TokenClock => {
  /** Server clock minus this device's: with a wrong clock the hub must not refresh in a loop. */
  let skewMs = 0
  return {
    leftMs: (token) => {
      const claims = readClaims(token)
      return claims ? claims.expMs - (Date.now() + skewMs) : Number.POSITIVE_INFINITY
    },
    learn: (token) => {
      const claims = readClaims(token)
      if (claims && claims.iatMs > 0) skewMs = claims.iatMs - Date.now()
    },
  }
}
