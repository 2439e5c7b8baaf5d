import type { Attachment } from '#contract/media'
import { apiBase } from '../http/api-base'
import { errorOfResponse, networkError } from '../http/api-error'
import { authHeaders, renewToken } from '../http/api'
import { session } from '../session/state'
import type { PeopleChoice } from './people'
import { recordUploadSpeed } from './upload-speed'

interface UploadOptions {
  filename?: string
  /** 0 to 1, of the bytes sent. */
  onProgress?: (ratio: number) => void
  signal?: AbortSignal
  /** Persons on it. */
  people?: PeopleChoice | undefined
  /**
   * Identity that adds it, which may count as its agreement; null: both. Without it, the one that
   * acts when it is sent.
   */
  author?: string | null | undefined
}
interface Uploaded {
  mediaId: string
  media: Attachment
}

/** No bytes in either direction for this long: the connection is treated as dead. */
const STALL_MS = 60_000
const FALLBACK = 'L’envoi a échoué'
const aborted = (): DOMException => new DOMException('Upload aborted', 'AbortError')

interface HttpReply {
  status: number
  body: unknown
  retryAfter: string | null
}

/** XMLHttpRequest, because fetch reports no upload progress. */
const send = (
  path: string,
  file: Blob,
  { filename, onProgress, signal, author }: UploadOptions,
  fields: Readonly<Record<string, string>>,
): Promise<HttpReply> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted())
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('files', file, filename ?? (file instanceof File ? file.name : 'photo.jpg'))
    const request = new XMLHttpRequest()
    const stop = (): void => request.abort()
    signal?.addEventListener('abort', stop)
    let timer: ReturnType<typeof setTimeout> | undefined
    const alive = (): void => {
      clearTimeout(timer)
      timer = setTimeout(stop, STALL_MS)
    }
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
    request.open('POST', `${apiBase()}${path}`)
    request.withCredentials = true
    request.responseType = 'json'
    const identity = author ? { as: author } : author === null ? 'none' : 'active'
    for (const [name, value] of Object.entries(authHeaders(identity)))
      request.setRequestHeader(name, value)
    let begun = 0
    request.upload.addEventListener('loadstart', () => {
      begun = performance.now()
    })
    request.upload.addEventListener('progress', (event) => {
      alive()
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      done()
      // measured until the reply: progress events count bytes that are still in a buffer
      if (request.status < 300) recordUploadSpeed(file.size, performance.now() - begun)
      resolve({
        status: request.status,
        body: request.response as unknown,
        retryAfter: request.getResponseHeader('retry-after'),
      })
    })
    request.addEventListener('error', () => {
      done()
      reject(networkError())
    })
    request.addEventListener('abort', () => {
      done()
      reject(signal?.aborted ? aborted() : networkError())
    })
    alive()
    request.send(form)
    return undefined
  })

/** Fails like the network when the code cannot be loaded, so that the queue retries. */
const namedFields = async (people: PeopleChoice): Promise<Readonly<Record<string, string>>> =>
  (
    await import('./people').catch(() => {
      throw networkError()
    })
  ).peopleFields(people)

/**
 * Sends one picture to a multipart route (field `files`) and returns its reply. A 401 is refreshed
 * and tried again once. Rejects with ApiError («Network error» without an answer, the server's
 * sentence, else «L’envoi a échoué») or DOMException AbortError «Upload aborted».
 */
export const uploadTo = async (
  path: string,
  file: Blob,
  options: UploadOptions = {},
): Promise<unknown> => {
  const { people } = options
  const named = people ? await namedFields(people) : {}
  const used = session.token
  let answer = await send(path, file, options, named)
  if (answer.status === 401 && (await renewToken(used)))
    answer = await send(path, file, options, named)
  const { status, body, retryAfter } = answer
  const fields = typeof body === 'object' && body !== null ? body : {}
  if (status >= 200 && status < 300) return fields
  const isSaid = 'error' in fields && typeof fields.error === 'string'
  throw errorOfResponse(status, isSaid ? body : { ...fields, error: FALLBACK }, retryAfter)
}

/**
 * Uploads one picture (POST /media/upload). Rejects as `uploadTo` does, or with «Media ID manquant
 * dans la réponse».
 */
export const uploadMedia = async (file: Blob, options: UploadOptions = {}): Promise<Uploaded> => {
  const fields = (await uploadTo('/media/upload', file, options)) as {
    media_id?: unknown
    media_ids?: unknown
    media?: Attachment
  }
  const first: unknown = Array.isArray(fields.media_ids) ? fields.media_ids[0] : undefined
  const mediaId = [fields.media_id, first].find((id) => typeof id === 'string' && id !== '')
  if (typeof mediaId !== 'string') throw new Error('Media ID manquant dans la réponse')
  options.onProgress?.(1)
  return { mediaId, media: fields.media as Attachment }
}
