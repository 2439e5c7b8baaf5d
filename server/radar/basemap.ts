import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../context'
import { fail } from '../fail'
import { createLimiter } from '../plugins/limits'
import { requireTileKey } from './config'

/** Directories and tiles are smaller; the whole file is never sent. */
const RANGE_MAX_BYTES = 4_000_000
/** Header and first directory of a PMTiles file lie in its first bytes. */
const HEAD_BYTES = 16_384
const HEADER_BYTES = 127
/** Where the header has the four parts of the file, each as offset and length. */
const PARTS = [8, 24, 40, 56] as const
const VECTOR_TILES = 1
/** Retry-After: an operator has to put the file right. */
const RETRY_S = 60

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

/** Why the file cannot be served. */
class MapFault extends Error {}

const readBytes = async (file: FileHandle, start: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, start)
  if (bytesRead < length) throw new MapFault('is cut short')
  return bytes
}

/**
 * The tag of a file, of what it holds: processes with copies of one file agree. Throws for one that
 * is no map, or ends before the parts that its header names.
 */
const inspect = async (file: FileHandle, size: number): Promise<string> => {
  const head = await readBytes(file, 0, Math.min(size, HEAD_BYTES))
  if (head.length < HEADER_BYTES || head.toString('latin1', 0, 8) !== 'PMTiles\u0003')
    throw new MapFault('is not a PMTiles file, version 3')
  if (head[99] !== VECTOR_TILES) throw new MapFault('has no vector tiles')
  const ends = PARTS.map((at) => head.readBigUInt64LE(at) + head.readBigUInt64LE(at + 8))
  if (ends.some((end) => end > size)) throw new MapFault('is cut short')
  const tag = createHash('sha256').update(head).update(String(size)).digest('base64url')
  return `"${tag.slice(0, 22)}"`
}

const identityOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string =>
  [ino, size, mtimeMs, ctimeMs].join(' ')

/** Reads ranges of the file at `path`, which may be replaced at any time. */
const createReader = (path: string) => {
  let known = { identity: '', tag: '' }
  return async (header: string | undefined) => {
    const file = await open(path)
    try {
      const stats = await file.stat()
      const identity = identityOf(stats)
      if (known.identity !== identity) known = { identity, tag: await inspect(file, stats.size) }
      const { tag } = known
      const range = readRange(header, stats.size)
      const bytes = range && (await readBytes(file, range.start, range.length))
      // written over in the middle: these bytes may be of another file than the tag
      if (identityOf(await file.stat()) !== identity) throw new MapFault('is being written')
      return { size: stats.size, tag, range, bytes }
    } finally {
      await file.close()
    }
  }
}

/**
 * Parts of the operator’s own map (PMTiles), which the page reads and draws. A file that is missing
 * or damaged answers 503 and is one line of the log, at the start as well: the page draws its own
 * country instead, so that no start is refused for it.
 */
export const serveBasemap = (fastify: FastifyInstance, ctx: Ctx): void => {
  const { BASEMAP } = ctx.env
  const limiter = createLimiter(ctx)
  const read = createReader(BASEMAP)
  let told = ''
  const part = async (header: string | undefined) => {
    try {
      const found = await read(header)
      told = ''
      return found
    } catch (error) {
      const why = error instanceof MapFault ? error.message : `cannot be read (${String(error)})`
      if (told !== why)
        ctx.log.error(
          `BASEMAP: ${BASEMAP} ${why}. Members see the country that the app draws until the file is put right; no restart is needed.`,
        )
      told = why
      return fail('streets_unavailable', undefined, RETRY_S)
    }
  }
  if (BASEMAP) fastify.addHook('onReady', () => void part(undefined).catch(() => undefined))
  fastify.get<{ Params: { key?: string } }>(
    '/basemap/:key',
    { config: { routeId: 'basemap' } },
    async (request, reply) => {
      await limiter.check({ name: 'tiles', points: 1200, perS: 60, by: 'ip' }, request)
      await requireTileKey(ctx, request.params.key)
      if (!BASEMAP) return fail('not_found')
      const { size, tag, range, bytes } = await part(request.headers.range)
      // kept nowhere: which parts are kept would tell where a member looks
      void reply.headers({ 'accept-ranges': 'bytes', 'cache-control': 'no-store', etag: tag })
      if (!range || !bytes) return reply.code(416).header('content-range', `bytes */${size}`).send()
      const last = range.start + range.length - 1
      return reply
        .code(206)
        .type('application/octet-stream')
        .header('content-range', `bytes ${range.start}-${last}/${size}`)
        .send(bytes)
    },
  )
}
