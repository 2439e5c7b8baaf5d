import { buildApp } from '../../server/app'
import { readEnv } from '../../server/env'
import { signAccessToken } from '../../server/plugins/auth'
import { insertMember } from '../../server/session/registration/member-rows'
import { insertSession } from '../../server/session/tokens/queries'

export const PASSWORD = 'un-bon-mot-de-passe'
/** Members of a history, in order. Ana and Bob are a couple. */
export const NAMES = ['ana_bob', 'chloe', 'david', 'emma', 'farid'] as const
/** Devices of each member; the couple's are two of the first person and one of the second. */
export const DEVICES: readonly (readonly number[])[] = [[0, 0, 1], [0, 0], [0], [0], [0]]
/** Pairs that are relations when a history begins. */
export const RELATIONS = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
  [1, 2],
] as const

export interface Login {
  readonly token: string
  readonly refresh: string
}
export interface CastMember {
  readonly handle: string
  readonly email: string
  readonly accountId: string
  readonly identityIds: readonly string[]
  readonly firstnames: readonly string[]
  readonly logins: readonly Login[]
}
export type Cast = readonly CastMember[]

/** A text that occurs nowhere else: who receives it has received the datum it was put into. */
export const canary = (seed: string): string => `zq${seed}qz`
export const CANARIES = /zq[0-9a-z]+qz/g

/**
 * Inserts members for `count` histories into the database of these settings, with open sessions for
 * their devices. `prefix` keeps handles unique.
 */
export const insertCasts = async (
  settings: Readonly<Record<string, string>>,
  count: number,
  prefix: string,
): Promise<Cast[]> => {
  const env = readEnv({ NODE_ENV: 'test', DEMO: '0', LOG_LEVEL: 'silent', ...settings })
  const app = await buildApp(env, { logger: false })
  try {
    const { ctx } = app
    const casts: Cast[] = []
    for (let n = 0; n < count; n += 1) {
      const cast: CastMember[] = []
      for (const [m, name] of NAMES.entries()) {
        const handle = `${name}_${prefix}${n}`
        const firstnames = (m === 0 ? [0, 1] : [0]).map((i) => canary(`${prefix}${n}f${m}${i}`))
        const rows = await insertMember(ctx, {
          handle,
          genders: m === 0 ? ['woman', 'man'] : m % 2 === 0 ? ['man'] : ['woman'],
          email: `${handle}@test.invalid`,
          password: PASSWORD,
          firstnames,
        })
        const logins: Login[] = []
        for (const device of DEVICES[m] ?? []) {
          const s = await insertSession(ctx.db, rows.userId, `device ${device}`, ctx.now())
          logins.push({
            token: await signAccessToken(ctx, rows.userId, s.sessionId),
            refresh: s.refreshToken,
          })
        }
        const { accountId, identityIds } = rows
        cast.push({
          handle,
          email: `${handle}@test.invalid`,
          accountId,
          identityIds,
          firstnames,
          logins,
        })
      }
      const at = ctx.now()
      await ctx.db
        .insertInto('relations')
        .values(
          RELATIONS.flatMap(([a, b]) => [
            [a, b],
            [b, a],
          ]).map(([a, b]) => ({
            account_id: cast[a as number]?.accountId ?? '',
            with_account_id: cast[b as number]?.accountId ?? '',
            created_at: at,
            origin: 'link' as const,
          })),
        )
        .execute()
      casts.push(cast)
    }
    return casts
  } finally {
    await app.close()
  }
}
