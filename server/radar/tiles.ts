import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '#contract/limits'
import type { Ctx } from '../context'
import { fail } from '../fail'
import { newId } from '../tokens'
import { createLimiter } from '../plugins/limits'
import { MAX_ZOOM, requireTileKey } from './config'
import { nightTile } from './night'

const KEPT_MS = 30 * DAY_MS
const TIMEOUT_MS = 6_000
const TILE_MAX_BYTES = 400_000
/** Pause after a failure of the source: a map without network must not wait for every tile. */
const REST_MS = 30_000

/** From this zoom, whether a tile is cached would tell where other members' addresses are. */
const UNCACHED_ZOOM = 13

const number = (text: string | undefined, max: number): number => {
  const n = /^\d{1,7}$/.test(text ?? '') ? Number(text) : NaN
  return n <= max ? n : fail('not_found')
}
const place = (p: { z?: string; x?: string; y?: string }): { z: number; x: number; y: number } => {
  const z = number(p.z, MAX_ZOOM)
  return { z, x: number(p.x, 2 ** z - 1), y: number(p.y, 2 ** z - 1) }
}

interface TileRequest {
  Params: { key?: string; z?: string; x?: string; y?: string }
  Querystring: { night?: string }
}
/**
 * The page requests tiles of its theme: inverting them in the browser would cost every frame of a
 * drag.
 */
const isNight = (query: TileRequest['Querystring']): boolean => query.night === '1'

const typeOf = (bytes: Buffer): string | null => {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg'
  return bytes.subarray(8, 12).toString('latin1') === 'WEBP' ? 'image/webp' : null
}

/** Tiles of the configured source, cached on disk. */
const createTileCache = (ctx: Ctx) => {
  let restUntil = 0
  const path = (z: number, x: number, y: number): string =>
    join(ctx.env.DATA_DIR, 'tiles', String(z), String(x), String(y))
  const readCached = async (file: string): Promise<Buffer | null> => {
    const known = await stat(file).catch(() => null)
    return known && ctx.now() - known.mtimeMs < KEPT_MS ? readFile(file).catch(() => null) : null
  }
  const fetchTile = async (z: number, x: number, y: number): Promise<Buffer | null> => {
    for (const source of [ctx.env.TILE_URL, ctx.env.TILE_FALLBACK_URL]) {
      if (!source || ctx.now() < restUntil) continue
      try {
        const url = source
          .replace('{z}', String(z))
          .replace('{x}', String(x))
          .replace('{y}', String(y))
        const answer = await fetch(url, {
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: 'error',
          headers: {
            'user-agent': `${ctx.env.APP_NAME} (+${ctx.env.publicUrl})`,
            referer: `${ctx.env.publicUrl}/`,
          },
        })
        if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > TILE_MAX_BYTES)
          continue
        const bytes = Buffer.from(await answer.arrayBuffer())
        if (bytes.length > TILE_MAX_BYTES || !typeOf(bytes)) continue
        return bytes
      } catch (error) {
        ctx.log.debug({ err: error }, 'tile source request failed')
      }
    }
    restUntil = ctx.now() + REST_MS
    return null
  }
  const write = async (file: string, bytes: Buffer): Promise<void> => {
    await mkdir(join(file, '..'), { recursive: true })
    const part = `${file}.${newId()}`
    await writeFile(part, bytes)
    await rename(part, file)
  }

  const cached = async (
    file: string,
    make: () => Promise<Buffer | null>,
  ): Promise<Buffer | null> => {
    const known = await readCached(file)
    const bytes = known ?? (await make())
    if (bytes && !known)
      await write(file, bytes).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'failed to cache a tile'),
      )
    return bytes
  }
  const day = (z: number, x: number, y: number): Promise<Buffer | null> =>
    z < UNCACHED_ZOOM ? cached(path(z, x, y), () => fetchTile(z, x, y)) : fetchTile(z, x, y)
  const night = (z: number, x: number, y: number): Promise<Buffer | null> => {
    const make = async (): Promise<Buffer | null> => {
      const bytes = await day(z, x, y)
      return bytes && nightTile(bytes).catch(() => null)
    }
    return z < UNCACHED_ZOOM ? cached(`${path(z, x, y)}.night`, make) : make()
  }
  return { day, night }
}

/**
 * Proxies map tiles: the provider sees one identified operator, never which member looks where.
 * Below zoom 13 cached on disk for 30 days. Without a source, or when it does not respond: 503, and
 * the page draws the country itself.
 */
export const serveTiles = (fastify: FastifyInstance, ctx: Ctx): void => {
  const limiter = createLimiter(ctx)
  const { day, night: nightOf } = createTileCache(ctx)
  fastify.get<TileRequest>(
    '/tiles/:key/:z/:x/:y',
    { config: { routeId: 'tile' } },
    async (request, reply) => {
      const { z, x, y } = place(request.params)
      await limiter.check({ name: 'tiles', points: 1200, perS: 60, by: 'ip' }, request)
      await requireTileKey(ctx, request.params.key)
      const night = isNight(request.query)
      const bytes = night ? await nightOf(z, x, y) : await day(z, x, y)
      if (!bytes) return fail('unavailable')
      return reply
        .type(typeOf(bytes) ?? 'image/png')
        .header('cache-control', z < UNCACHED_ZOOM ? 'private, max-age=604800' : 'no-store')
        .send(bytes)
    },
  )
}
