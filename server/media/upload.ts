import type { FastifyRequest } from 'fastify'
import { UPLOAD_MAX_BYTES } from '#contract/limits'
import { fail } from '../fail'
import type { NewMedia } from './service'

const ids = (text: unknown): readonly string[] => {
  if (typeof text !== 'string' || text === '') return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.length <= 2 && value.every((v) => typeof v === 'string') ? value : fail('invalid_payload')
  } catch {
    return fail('invalid_payload')
  }
}

/** The one file of a multipart call, in memory up to 30 MB, with its optional `shows` field (own identity ids, JSON). */
export const readUpload = async (request: FastifyRequest): Promise<NewMedia> => {
  if (!request.isMultipart()) return fail('media_missing')
  let shows: unknown = ''
  let found: NewMedia | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'shows') shows = part.value
        continue
      }
      const bytes = await part.toBuffer()
      if (part.file.truncated || bytes.length > UPLOAD_MAX_BYTES) return fail('media_too_large')
      if (part.fieldname === 'files' && !found) found = { bytes, filename: part.filename ?? '' }
    }
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === 'FST_REQ_FILE_TOO_LARGE') return fail('media_too_large')
    if ((error as { statusCode?: number }).statusCode === 413) return fail('too_large')
    if (error instanceof Error && 'status' in error) throw error
    // a form that ends too early or says nonsense
    return fail('media_missing')
  }
  if (!found || found.bytes.length === 0) return fail('media_missing')
  return { ...found, shows: ids(shows) }
}
