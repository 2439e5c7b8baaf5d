import type { FastifyRequest } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import { ACCESS_TOKEN_S } from '#contract/limits'
import type { RouteAuth } from '#contract/route'
import type { Ctx, UserViewer } from '../context'
import { statementOfRows } from '../db/statement'
import { createLoader } from '../db/batching'
import { fail } from '../fail'
import { isOfAge } from './age'
import { requireStaff } from './staff'

const ISSUER = 'connivence'
const AUDIENCE = 'api'

/** Access token: JWT HS256, `sub` user id, `sid` session id, 15 minutes. */
export const signAccessToken = (
  ctx: Pick<Ctx, 'secret' | 'now'>,
  userId: string,
  sessionId: string,
): Promise<string> => {
  const nowS = Math.floor(ctx.now() / 1000)
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(userId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + ACCESS_TOKEN_S)
    .sign(ctx.secret)
}

interface Claims {
  readonly userId: string
  readonly sessionId: string
  /** Ms since epoch. */
  readonly until: number
}
/** Verified tokens per secret: a signature is checked once, the session at every call. */
const verified = new WeakMap<Uint8Array, Map<string, Claims>>()
const VERIFIED_MAX = 20_000

/** User and session of a bearer token; null when it is expired, forged or of another kind. */
export const readAccessToken = async (
  ctx: Pick<Ctx, 'secret' | 'now'>,
  token: string,
): Promise<{ userId: string; sessionId: string } | null> => {
  const good = verified.get(ctx.secret) ?? new Map<string, Claims>()
  verified.set(ctx.secret, good)
  const known = good.get(token)
  if (known && ctx.now() < known.until) return known
  try {
    const { payload } = await jwtVerify(token, ctx.secret, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: new Date(ctx.now()),
      requiredClaims: ['exp'],
    })
    if (typeof payload.sub !== 'string' || typeof payload['sid'] !== 'string') return null
    const claims = {
      userId: payload.sub,
      sessionId: payload['sid'],
      until: (payload.exp ?? 0) * 1000,
    }
    good.set(token, claims)
    // usually in order of expiry; what is left is bounded by VERIFIED_MAX
    for (const [old, { until }] of good) {
      if (until > ctx.now()) break
      good.delete(old)
    }
    if (good.size > VERIFIED_MAX) good.delete(good.keys().next().value ?? '')
    return claims
  } catch {
    good.delete(token)
    return null
  }
}

export const bearerToken = (request: FastifyRequest): string | null =>
  /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null

/** An active session with the identities of its account, primary first: one row each. */
const sessionRows = statementOfRows<SessionRow>(
  ['text'],
  (
    rows,
  ) => `select s.id as session_id, s.user_id, u.account_id, u.age_proved_on, a.deleted_at, a.suspended_until, i.id as identity_id
  from sessions as s join users as u on u.id = s.user_id left join accounts as a on a.id = u.account_id
    left join identities as i on i.account_id = u.account_id
  where s.id in (${rows}) and s.ended_at is null and u.email_verified_at is not null order by i.is_primary desc, i.id`,
)
interface SessionRow {
  session_id: string
  user_id: string
  account_id: string | null
  age_proved_on: number | null
  deleted_at: number | null
  suspended_until: number | null
  identity_id: string | null
}
type SessionLoader = (sessionId: string) => Promise<readonly SessionRow[]>
const loaders = new WeakMap<Ctx, SessionLoader>()
/** Loads the sessions of concurrent calls in one query. */
const sessionLoaderOf = (ctx: Ctx): SessionLoader => {
  const known = loaders.get(ctx)
  if (known) return known
  const made = createLoader(async (ids: readonly string[]) => {
    const rows = await sessionRows(
      ctx.db,
      [...new Set(ids)].map((id) => [id]),
    )
    return (id: string): readonly SessionRow[] => rows.filter((r) => r.session_id === id)
  })
  loaders.set(ctx, made)
  return made
}

/**
 * Checks the session at every call, so that a token dies with its session, not with its own expiry.
 */
const findUser = async (
  ctx: Ctx,
  token: string,
): Promise<(UserViewer & { hidden: 'deleting' | 'suspended' | null; isOfAge: boolean }) | null> => {
  const claims = await readAccessToken(ctx, token)
  if (!claims) return null
  const rows = (await sessionLoaderOf(ctx)(claims.sessionId)).filter(
    (r) => r.user_id === claims.userId,
  )
  const [row] = rows
  if (!row) return null
  const identityIds = rows.flatMap((r) => r.identity_id ?? [])
  return {
    userId: claims.userId,
    sessionId: claims.sessionId,
    accountId: row.account_id,
    identityId: null,
    identityIds,
    hidden: hiddenBy(ctx, row),
    isOfAge: isOfAge(ctx, row.age_proved_on),
  }
}
const hiddenBy = (ctx: Ctx, row: SessionRow): 'deleting' | 'suspended' | null => {
  if (row.suspended_until !== null && row.suspended_until > ctx.now()) return 'suspended'
  // an expired suspension no longer binds its member; a job shows the account to others again
  return row.deleted_at !== null && row.suspended_until === null ? 'deleting' : null
}

/** Routes open to an account that waits for its deletion. */
const WHILE_DELETING: ReadonlySet<string> = new Set(['keepAccount', 'exportData'])
/** Routes open to a suspended account: the reasons, the appeal, and its own data. */
const WHILE_SUSPENDED: ReadonlySet<string> = new Set([
  'myDecisions',
  'appealDecision',
  'exportData',
  'deleteAccount',
  'keepAccount',
])
/** Routes open before the age is proved: the proof, and what belongs to the person in any case. */
const WITHOUT_AGE: ReadonlySet<string> = new Set([
  'startAge',
  'ageState',
  'finishAge',
  'browserAge',
  'me',
  'deleteAccount',
  'keepAccount',
  'exportData',
  'myDecisions',
  'appealDecision',
])
/** Routes of users that act for the account when there is one. */
const FOR_MEMBERS_TOO: ReadonlySet<string> = new Set(['acceptJoinLink'])
const requireActive = (hidden: 'deleting' | 'suspended' | null, routeId: string): void => {
  if (hidden === 'suspended' && !WHILE_SUSPENDED.has(routeId)) fail('account_suspended')
  if (hidden === 'deleting' && !WHILE_DELETING.has(routeId)) fail('account_deleting')
}

/**
 * The viewer of a call, or null for `none` and `cookie` routes. Fails with 401 without a valid
 * token, 403 without an account or with a foreign identity in x-active-identity. A single-identity
 * account acts as its only identity.
 */
export const authenticate = async (
  ctx: Ctx,
  request: FastifyRequest,
  auth: RouteAuth,
  routeId: string,
): Promise<UserViewer | null> => {
  if (auth === 'none' || auth === 'cookie') return null
  const token = bearerToken(request)
  const {
    hidden,
    isOfAge: mayEnter,
    ...viewer
  } = (token && (await findUser(ctx, token))) || fail('unauthorized')
  if (!mayEnter && !WITHOUT_AGE.has(routeId)) fail('age_required')
  if (auth === 'staff' || auth === 'operator') {
    // a suspended staff member loses the desk as well
    if (hidden === 'suspended') fail('not_found')
    return requireStaff(ctx, viewer, auth === 'staff' ? 'moderator' : 'operator')
  }
  if (auth === 'account' || FOR_MEMBERS_TOO.has(routeId)) requireActive(hidden, routeId)
  if (auth === 'account' && !viewer.accountId) fail('account_required')
  const header = request.headers['x-active-identity']
  if (header === undefined)
    return viewer.identityIds.length === 1
      ? { ...viewer, identityId: viewer.identityIds[0] ?? null }
      : viewer
  if (typeof header !== 'string' || !viewer.identityIds.includes(header))
    return fail('foreign_identity')
  return { ...viewer, identityId: header }
}
