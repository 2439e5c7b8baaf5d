import { fillPath, type Input, type RouteShape } from '#contract/route'
import { answerError, networkError } from './api-error'
import { authHeaders, renewToken } from './api'
import { session } from './session-state'

/**
 * Fetches a file (a calendar, a table) with the session of the page and hands it to the browser to keep. Throws ApiError
 * like `call`; a 401 is refreshed and tried again once.
 */
export const download = async <R extends RouteShape>(route: R, input: Input<R>, filename: string): Promise<void> => {
  const { params, query } = input as { params?: Record<string, string>; query?: Record<string, string> }
  const search = new URLSearchParams(query).toString()
  const ask = (): Promise<Response> =>
    fetch(`/api${fillPath(route.path, params)}${search ? `?${search}` : ''}`, { credentials: 'include', mode: 'same-origin', cache: 'no-store', headers: authHeaders() }).catch(() => Promise.reject(networkError()))
  const used = session.token
  let response = await ask()
  if (response.status === 401 && (await renewToken(used))) response = await ask()
  if (!response.ok) throw answerError(response.status, await response.json().catch(() => undefined), response.headers.get('retry-after'))
  const url = URL.createObjectURL(await response.blob().catch(() => Promise.reject(networkError())))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // the browser reads it after this turn
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
