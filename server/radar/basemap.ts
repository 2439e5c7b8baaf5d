import { open } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../context'
import { fail } from '../fail'
import { createLimiter } from '../plugins/limits'
import { requireKey } from './config'

/** Directories and tiles are smaller; the whole file is never sent. */
const RANGE_MAX_BYTES = 4_000_000

interface Range {
  readonly start: number
  /** Length in bytes. */
  readonly length: number
}
/** One range of a file, as the Range header asks for it; null: it cannot be served. */
const readRange = (header: string | undefined, size: number): Range | null => {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header ?? '') ?? []
  if (from === undefined) return null
  const start = Number(from)
  const length = Math.min(Number(to), size - 1) - start + 1
  return length > 0 && length <= RANGE_MAX_BYTES ? { start, length } : null
}

const readPart = async (path: string, header: string | undefined) => {
  const file = await open(path)
  try {
    const { size, mtimeMs } = await file.stat()
    const tag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
    const range = readRange(header, size)
    if (!range) return { size, tag, range, bytes: null }
    const bytes = Buffer.alloc(range.length)
    await file.read(bytes, 0, range.length, range.start)
    return { size, tag, range, bytes }
  } finally {
    await file.close()
  }
}

/** Parts of the operator’s own map (PMTiles), which the page reads and draws. */
export const serveBasemap = (fastify: FastifyInstance, ctx: Ctx): void => {
  const limiter = createLimiter(ctx)
  fastify.get<{ Params: { key?: string } }>(
    '/basemap/:key',
    { config: { routeId: 'basemap' } },
    async (request, reply) => {
      await limiter.check(
        { name: 'tiles', points: 1200, perS: 60, by: 'address' },
        request,
        null,
        null,
      )
      await requireKey(ctx, request.params.key)
      if (!ctx.env.BASEMAP) return fail('not_found')
      const { size, tag, range, bytes } = await readPart(ctx.env.BASEMAP, request.headers.range)
      // kept nowhere: which parts are kept would tell where a member looks
      void reply.headers({ 'accept-ranges': 'bytes', 'cache-control': 'no-store', etag: tag })
      if (!bytes) return reply.code(416).header('content-range', `bytes */${size}`).send()
      const last = range.start + range.length - 1
      return reply
        .code(206)
        .type('application/octet-stream')
        .header('content-range', `bytes ${range.start}-${last}/${size}`)
        .send(bytes)
    },
  )
}
