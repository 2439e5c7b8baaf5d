import type { mapConfig } from '#contract/radar'
import type { Reply } from '#contract/route'
import type { Ctx } from '../context'
import { fail } from '../fail'
import { equalsTimingSafe, sign } from '../tokens'

export const MAX_ZOOM = 19

/** Images carry no bearer token: the path names the session, signed. */
const keyOf = (ctx: Pick<Ctx, 'secret'>, sessionId: string): string =>
  `${sessionId}.${sign(ctx.secret, 'tiles', sessionId)}`

export const requireTileKey = async (ctx: Ctx, key = ''): Promise<void> => {
  const [sessionId = ''] = key.split('.')
  if (!equalsTimingSafe(key, keyOf(ctx, sessionId))) return fail('unauthorized')
  const open = await ctx.db
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!open) return fail('unauthorized')
}

export const mapConfigOf = (
  { env, secret }: Pick<Ctx, 'env' | 'secret'>,
  sessionId: string,
): Reply<typeof mapConfig> => {
  const key = keyOf({ secret }, sessionId)
  return {
    basemap: env.BASEMAP ? `/basemap/${key}` : null,
    tiles: env.TILE_URL ? `/tiles/${key}/{z}/{x}/{y}` : null,
    credit: env.BASEMAP || env.TILE_URL ? env.TILE_CREDIT : '',
    maxZoom: MAX_ZOOM,
  }
}
