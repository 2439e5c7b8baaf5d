import type { Gender } from '#contract/common'
import type { Ctx } from '../../context'
import { foldText } from '../../db/dialect'
import { signAccessToken } from '../../plugins/auth'
import { newId } from '../../tokens'
import { hashPassword } from '../password/passwords'
import { emailKey } from '../email-key'
import { insertUser } from '../queries'
import { consentRows } from './checks'
import { insertSession } from '../tokens/queries'

export interface NewMember {
  /**
   * The account's handle; identities of a couple are `{handle}_1` and `{handle}_2` unless
   * `identityHandles` is given.
   */
  readonly handle: string
  readonly genders: readonly Gender[]
  readonly email: string
  readonly password: string
  readonly identityHandles?: readonly string[] | undefined
  readonly firstnames?: readonly string[] | undefined
  readonly name?: string | undefined
  /** Ms since epoch; defaults to now. */
  readonly createdAt?: number | undefined
}
export interface MemberRows {
  readonly userId: string
  readonly accountId: string
  readonly identityIds: string[]
  readonly token: string
}

const hashes = new Map<string, Promise<string>>()
const hashOnce = (password: string): Promise<string> => {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

/**
 * Inserts a confirmed user with an account directly: for tests and demonstration data only. Returns
 * the ids (the primary identity first) and an access token of an open session. Each distinct
 * password is hashed once.
 */
export const insertMember = async (
  ctx: Pick<Ctx, 'db' | 'secret' | 'now'>,
  member: NewMember,
): Promise<MemberRows> => {
  const passwordHash = await hashOnce(member.password)
  const now = ctx.now()
  const created = member.createdAt ?? now
  const userId = newId()
  const accountId = newId()
  const couple = member.genders.length > 1
  const identities = member.genders.map((gender, i) => {
    const handle =
      member.identityHandles?.[i] ?? (couple ? `${member.handle}_${i + 1}` : member.handle)
    return {
      id: newId(),
      account_id: accountId,
      handle,
      handle_key: foldText(handle),
      gender,
      is_primary: i === 0 ? (1 as const) : (0 as const),
      firstname: member.firstnames?.[i] ?? null,
      avatar_media_id: null,
      created_at: created,
    }
  })
  const sessionId = await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('accounts')
      .values({
        id: accountId,
        handle: member.handle,
        handle_key: foldText(member.handle),
        created_at: created,
      })
      .execute()
    await trx.insertInto('identities').values(identities).execute()
    await insertUser(
      trx,
      {
        id: userId,
        email: member.email,
        email_key: emailKey(ctx, member.email),
        password_hash: passwordHash,
        name: member.name ?? member.handle,
        birth_date: '1985-06-15',
        created_at: created,
        email_verified_at: created,
        account_id: accountId,
        join_token_hash: null,
        admitted_at: created,
      },
      consentRows(userId, created),
    )
    return (await insertSession(trx, userId, 'direct', now)).sessionId
  })
  return {
    userId,
    accountId,
    identityIds: identities.map((i) => i.id),
    token: await signAccessToken(ctx, userId, sessionId),
  }
}
