import { fillPath, type RouteInput, type RouteShape } from '#contract/route'
import { apiBase } from '../http/api-base'
import { errorOfResponse, networkError } from '../http/api-error'
import { authHeaders, renewToken } from '../http/api'
import { session } from '../session/state'

interface FileOptions {
  readonly signal?: AbortSignal
  /** Bytes so far; the total is not always known. */
  readonly onBytes?: (bytes: number) => void
}

/** Reads the whole body and reports progress. */
const read = async (response: Response, onBytes: (bytes: number) => void): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (const reader = response.body?.getReader(); reader;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    onBytes((bytes += value.byteLength))
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}

/**
 * Fetches a file with the session of the page. Throws ApiError like `call`, AbortError when
 * aborted; after a 401 it refreshes the token and retries once.
 */
export const fetchFile = async <R extends RouteShape>(
  route: R,
  input: RouteInput<R>,
  { signal, onBytes }: FileOptions = {},
): Promise<Blob> => {
  const { params, query, body } = input as {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: unknown
  }
  const search = new URLSearchParams(query).toString()
  const lost = (error: unknown): Promise<never> =>
    Promise.reject(signal?.aborted ? error : networkError())
  const ask = (): Promise<Response> =>
    fetch(`${apiBase()}${fillPath(route.path, params)}${search ? `?${search}` : ''}`, {
      method: route.method,
      credentials: 'include',
      mode: 'same-origin',
      cache: 'no-store',
      headers: {
        ...authHeaders(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }).catch(lost)
  const used = session.token
  let response = await ask()
  if (response.status === 401 && (await renewToken(used))) response = await ask()
  if (!response.ok)
    throw errorOfResponse(
      response.status,
      await response.json().catch(() => undefined),
      response.headers.get('retry-after'),
    )
  return await (onBytes ? read(response, onBytes) : response.blob()).catch(lost)
}

/** Fetches a file (a calendar, a table) and saves it as a browser download. */
export const download = async <R extends RouteShape>(
  route: R,
  input: RouteInput<R>,
  filename: string,
): Promise<void> => {
  const url = URL.createObjectURL(await fetchFile(route, input))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // the browser reads it after this task
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
