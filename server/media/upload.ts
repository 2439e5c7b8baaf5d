import type { FastifyRequest } from 'fastify'
import { people, type People } from '#contract/profile/people'
import { UPLOAD_MAX_BYTES } from '#contract/limits'
import { Fail, fail } from '../fail'

export interface NewMedia {
  readonly bytes: Buffer
  readonly category?: string
  readonly shows?: readonly string[]
  readonly people?: People
}

/** Upload bytes held in memory: of all members together, and of one of them. */
const HELD_MAX = 256 * 1024 * 1024
const HELD_MAX_EACH = 128 * 1024 * 1024
const held = new Map<string, number>()

const ids = (text: unknown): readonly string[] => {
  if (typeof text !== 'string' || text === '') return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.length <= 2 && value.every((v) => typeof v === 'string')
      ? value
      : fail('invalid_payload')
  } catch {
    return fail('invalid_payload')
  }
}

const readForm = async (
  request: FastifyRequest,
  hold: (bytes: number) => void,
): Promise<NewMedia> => {
  let shows: unknown = ''
  let who: unknown
  let found: NewMedia | null = null
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname === 'shows') shows = part.value
      if (part.fieldname === 'people') who = part.value
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      hold(chunk.length)
      chunks.push(chunk)
    }
    const bytes = Buffer.concat(chunks)
    if (part.file.truncated || bytes.length > UPLOAD_MAX_BYTES) return fail('media_too_large')
    if (part.fieldname === 'files' && !found) found = { bytes }
  }
  if (!found || found.bytes.length === 0) return fail('media_missing')
  const said = people.safeParse(who)
  if (who !== undefined && !said.success) return fail('invalid_payload')
  return { ...found, shows: ids(shows), ...(said.success ? { people: said.data } : {}) }
}

/**
 * Reads the single file of a multipart call into memory, up to 30 MB, with its optional fields
 * `people` and `shows` (the viewer's identity ids, JSON), and passes it to `use`. Its bytes count
 * towards HELD_MAX until `use` has settled; uploads beyond it get 429.
 */
export const withUpload = async <T>(
  request: FastifyRequest,
  accountId: string,
  use: (media: NewMedia) => Promise<T>,
): Promise<T> => {
  if (!request.isMultipart()) return fail('media_missing')
  let mine = 0
  const release = (): void => {
    const left = (held.get(accountId) ?? 0) - mine
    if (left > 0) held.set(accountId, left)
    else held.delete(accountId)
  }
  const hold = (bytes: number): void => {
    mine += bytes
    const own = (held.get(accountId) ?? 0) + bytes
    held.set(accountId, own)
    if (own > HELD_MAX_EACH || [...held.values()].reduce((a, b) => a + b, 0) > HELD_MAX)
      fail('too_many', undefined, 5)
  }
  try {
    const media = await readForm(request, hold).catch((error: unknown) => {
      if (error instanceof Fail) throw error
      const { code, statusCode } = error as { code?: string; statusCode?: number }
      // a truncated or malformed form counts as one without a photo
      return fail(
        code === 'FST_REQ_FILE_TOO_LARGE'
          ? 'media_too_large'
          : statusCode === 413
            ? 'too_large'
            : 'media_missing',
      )
    })
    return await use(media)
  } finally {
    release()
  }
}
