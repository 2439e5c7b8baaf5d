import type { FastifyRequest } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import { ACCESS_TOKEN_S } from '#contract/limits'
import type { RouteAuth } from '#contract/route'
import type { Ctx, UserViewer } from '../context'
import { fail } from '../fail'

const ISSUER = 'connivence'
const AUDIENCE = 'api'

/** Access token: JWT HS256, `sub` user id, `sid` session id, 15 minutes. */
export const signAccessToken = (ctx: Pick<Ctx, 'secret' | 'now'>, userId: string, sessionId: string): Promise<string> => {
  const nowS = Math.floor(ctx.now() / 1000)
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(userId).setIssuer(ISSUER).setAudience(AUDIENCE).setIssuedAt(nowS).setExpirationTime(nowS + ACCESS_TOKEN_S)
    .sign(ctx.secret)
}

/** User and session of a bearer token; null when it is expired, forged or of another kind. */
export const readAccessToken = async (ctx: Pick<Ctx, 'secret' | 'now'>, token: string): Promise<{ userId: string; sessionId: string } | null> => {
  try {
    const { payload } = await jwtVerify(token, ctx.secret, {
      algorithms: ['HS256'], typ: 'at+jwt', issuer: ISSUER, audience: AUDIENCE, currentDate: new Date(ctx.now()),
    })
    return typeof payload.sub === 'string' && typeof payload['sid'] === 'string' ? { userId: payload.sub, sessionId: payload['sid'] } : null
  } catch {
    return null
  }
}

export const bearer = (request: FastifyRequest): string | null => /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null

/** Looks the session up at every call, so that a token dies with its session and not with its own expiry. */
const findUser = async (ctx: Ctx, token: string): Promise<(UserViewer & { deleting: boolean }) | null> => {
  const claims = await readAccessToken(ctx, token)
  if (!claims) return null
  const row = await ctx.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .where('sessions.id', '=', claims.sessionId)
    .where('users.id', '=', claims.userId)
    .where('sessions.ended_at', 'is', null)
    .where('users.email_verified_at', 'is not', null)
    .select(['users.account_id', 'accounts.deleted_at'])
    .executeTakeFirst()
  if (!row) return null
  const identities = row.account_id
    ? await ctx.db.selectFrom('identities').where('account_id', '=', row.account_id).select(['id']).orderBy('is_primary', 'desc').orderBy('id').execute()
    : []
  return { userId: claims.userId, sessionId: claims.sessionId, accountId: row.account_id, identityId: null, identityIds: identities.map((i) => i.id), deleting: row.deleted_at !== null }
}

/** An account that waits for its deletion is taken back, exported, and no more. */
const WHILE_DELETING: ReadonlySet<string> = new Set(['keepAccount', 'deletionState', 'exportData'])

/**
 * The viewer of a call, or null for `none` and `cookie` routes. Fails with 401 without a good token, 403 without an account
 * or with the identity of somebody else in x-active-identity. A single-identity account acts as its only identity.
 */
export const authenticate = async (ctx: Ctx, request: FastifyRequest, auth: RouteAuth, routeId: string): Promise<UserViewer | null> => {
  if (auth === 'none' || auth === 'cookie') return null
  const token = bearer(request)
  const { deleting, ...viewer } = (token && (await findUser(ctx, token))) || fail('unauthorized')
  if (deleting && auth === 'account' && !WHILE_DELETING.has(routeId)) fail('account_deleting')
  if (auth === 'account' && !viewer.accountId) fail('account_required')
  const header = request.headers['x-active-identity']
  if (header === undefined) return viewer.identityIds.length === 1 ? { ...viewer, identityId: viewer.identityIds[0] ?? null } : viewer
  if (typeof header !== 'string' || !viewer.identityIds.includes(header)) return fail('foreign_identity')
  return { ...viewer, identityId: header }
}
