import { ApiError } from '../../data/http/api'
import { serverMessageOf } from '../../data/http/api-error'

/** The server's own sentence of a refusal, else ours. */
export const refusalText = (error: unknown, otherwise: string): string => {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return otherwise
  return error.status === 429 && error.retryAfterS
    ? `Trop de tentatives. Réessayez dans ${Math.ceil(error.retryAfterS / 60)} min.`
    : (serverMessageOf(error) ?? otherwise)
}
