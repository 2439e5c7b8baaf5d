import { sql } from 'kysely'
import { DAY_MS } from '#contract/limits'
import {
  CODE_FORGOTTEN_DAYS,
  CODE_TRIES,
  CODE_WAIT_S,
  TICKET_PREFIX,
} from '#contract/profile/agreement-code'
import { lockAccount } from '../access/accounts'
import { hasCodeOrPasskey, voiceOfIdentity } from '../access/agreements'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'
import { loginTiedLetter } from '../mail/letters'
import { sendMailInBackground } from '../mail/post'
import { queueLetters, sendLettersLater } from '../mail/queue'
import { hashPassword, loginsOf, requirePassword, verifyPassword } from '../session/service'
import { scheduleSecretsEnd, deleteForgottenSecrets } from './secrets'
import { isTicketOf } from './tickets'

/**
 * Checks the code of a person. Each call counts as an attempt before the code is compared, and the
 * last attempt closes it at once, so that concurrent calls get no extra ones. Fails with
 * `agreement_code`, `too_many`.
 */
const checkCode = async (ctx: Ctx, identityId: string, code: string): Promise<void> => {
  const now = ctx.now()
  const known = await ctx.db
    .updateTable('identity_codes')
    .set({
      tries: sql<number>`case when tries >= ${sql.lit(CODE_TRIES)} then 1 else tries + 1 end`,
      closed_until: sql<
        number | null
      >`case when tries = ${sql.lit(CODE_TRIES - 1)} then ${sql.lit(now + CODE_WAIT_S * 1000)} end`,
    })
    .where('identity_id', '=', identityId)
    .where((eb) => eb.or([eb('closed_until', 'is', null), eb('closed_until', '<=', now)]))
    .returning('code_hash')
    .executeTakeFirst()
  if (!known) {
    const row = await ctx.db
      .selectFrom('identity_codes')
      .where('identity_id', '=', identityId)
      .select('identity_id')
      .executeTakeFirst()
    // with a passkey only, no code can be right
    return row ? fail('too_many', undefined, CODE_WAIT_S) : fail('agreement_code')
  }
  if (!(await verifyPassword(known.code_hash, code))) return fail('agreement_code')
  await ctx.db
    .updateTable('identity_codes')
    .set({ tries: 0, closed_until: null })
    .where('identity_id', '=', identityId)
    .execute()
}

/**
 * Checks a code, or the ticket for a passkey, of a person. Fails with `agreement_code`, `too_many`.
 */
const checkSecret = async (
  ctx: Ctx,
  viewer: Viewer,
  identityId: string,
  secret: string | undefined,
): Promise<void> => {
  if (secret === undefined) return fail('agreement_code')
  if (!secret.startsWith(TICKET_PREFIX)) await checkCode(ctx, identityId, secret)
  else if (!(await isTicketOf(ctx, viewer, identityId, secret))) fail('agreement_code')
  // a secret that was used is not lost: its removal ends
  await scheduleSecretsEnd(ctx.db, identityId, null)
}

/**
 * Makes sure that a person of the account answers, as far as there is a proof; returns whether
 * there is one. Fails with `agreement_login`, `agreement_code`, `too_many`.
 */
export const proveIdentity = async (
  ctx: Ctx,
  viewer: Viewer,
  identityId: string,
  code: string | undefined,
): Promise<boolean> => {
  const voice = await voiceOfIdentity(ctx.db, viewer, identityId)
  if (voice === 'none') fail('agreement_login')
  if (voice === 'code') await checkSecret(ctx, viewer, identityId, code)
  return voice !== 'weak'
}

/**
 * The same for a request to end a rule between the two, which takes both; beginning one needs no
 * proof. In both mode `nextTogetherState` fails.
 */
export const proveRuleChange = async (
  ctx: Ctx,
  viewer: Viewer,
  on: boolean,
  code: string | undefined,
): Promise<void> => {
  if (!on && viewer.identityId !== null) await proveIdentity(ctx, viewer, viewer.identityId, code)
}

/** Codes that are guessed first: one digit repeated, or a run of digits. */
const isEasy = (code: string): boolean => {
  const steps = new Set(
    [...code].slice(1).map((digit, i) => (Number(digit) - Number(code[i]) + 10) % 10),
  )
  return steps.size === 1 && [0, 1, 9].includes([...steps][0] ?? 0)
}

/**
 * Sets or removes the code of the acting identity. Fails with `wrong_password`,
 * `agreement_identity`, and as `proveIdentity`.
 */
export const saveIdentityCode = async (
  ctx: Ctx,
  viewer: Viewer,
  body: { password: string; code: string | null; current?: string | undefined },
): Promise<void> => {
  const identityId = viewer.identityId ?? fail('agreement_identity')
  await requirePassword(ctx, viewer, body.password)
  const isProved = await proveIdentity(ctx, viewer, identityId, body.current)
  if (body.code === null) {
    await ctx.db.deleteFrom('identity_codes').where('identity_id', '=', identityId).execute()
    return
  }
  if (isEasy(body.code))
    fail('invalid_payload', [
      { path: 'body.code', message: 'Choisissez un code moins facile à deviner.' },
    ])
  const values = {
    code_hash: await hashPassword(body.code),
    set_at: ctx.now(),
    tries: 0,
    closed_until: null,
    ends_at: null,
  }
  await ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, viewer.accountId)
    // without a proof only the first code or passkey: another may have been set meanwhile
    if (!isProved && (await hasCodeOrPasskey(trx, identityId))) fail('agreement_code')
    await trx
      .insertInto('identity_codes')
      .values({ identity_id: identityId, account_id: viewer.accountId, ...values })
      .onConflict((c) => c.column('identity_id').doUpdateSet(values))
      .execute()
  })
}

/**
 * A forgotten code, or lost passkeys: they are removed in seven days, and all logins are notified,
 * as it may be the other who asks. Either takes that back, and so does the right code or passkey.
 * Fails with `wrong_password`, `agreement_login`, `foreign_identity`, `not_found`.
 */
export const setCodeForgotten = async (
  ctx: Ctx,
  viewer: Viewer,
  body: { identity_id: string; on: boolean; password?: string | undefined },
): Promise<void> => {
  const { identity_id: id, on } = body
  if (!viewer.identityIds.includes(id)) fail('foreign_identity')
  if (on) {
    await requirePassword(ctx, viewer, body.password ?? '')
    // a person with a login of their own sets a new code there
    const logins = await loginsOf(ctx.db, viewer.accountId)
    if (logins.some((u) => u.identity_id === id && u.id !== viewer.userId)) fail('agreement_login')
  }
  const isAsked = await ctx.db.transaction().execute(async (trx) => {
    const endsAt = on ? ctx.now() + CODE_FORGOTTEN_DAYS * DAY_MS : null
    if ((await scheduleSecretsEnd(trx, id, endsAt)) === 0 || !on) return false
    const logins = await loginsOf(trx, viewer.accountId)
    const letters = logins.map((u) => ({ to: { userId: u.id }, what: 'code_forgotten' }) as const)
    await queueLetters(trx, letters, ctx.now())
    return true
  })
  if (isAsked) sendLettersLater(ctx)
}

/** Removes what was forgotten seven days ago. */
export const deleteForgottenCodes = ({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> =>
  deleteForgottenSecrets(db, now())

/** Persons whose login the viewer's may still become; with a single login that proves nothing. */
export const choosablePersons = async (
  ctx: { readonly db: Conn },
  viewer: Viewer,
): Promise<{ identity_id: string | null; may_choose: string[] }> => {
  const logins = await loginsOf(ctx.db, viewer.accountId)
  const identity_id = logins.find((u) => u.id === viewer.userId)?.identity_id ?? null
  const isOpen = identity_id === null && logins.length > 1 && viewer.identityIds.length > 1
  return {
    identity_id,
    may_choose: isOpen
      ? viewer.identityIds.filter((id) => !logins.some((u) => u.identity_id === id))
      : [],
  }
}

/**
 * Ties the viewer's login to a person, once; the other login is notified, as it may be the wrong
 * one. Fails with `login_identity`, and as `proveIdentity`.
 */
export const assignLoginIdentity = async (
  ctx: Ctx,
  viewer: Viewer,
  identityId: string,
  code: string | undefined,
): Promise<void> => {
  if (!viewer.identityIds.includes(identityId)) fail('foreign_identity')
  if (!(await choosablePersons(ctx, viewer)).may_choose.includes(identityId)) fail('login_identity')
  await proveIdentity(ctx, viewer, identityId, code)
  await ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, viewer.accountId)
    if (!(await choosablePersons({ db: trx }, viewer)).may_choose.includes(identityId))
      fail('login_identity')
    await trx
      .updateTable('users')
      .set({ identity_id: identityId })
      .where('id', '=', viewer.userId)
      .execute()
  })
  for (const { id, email } of await loginsOf(ctx.db, viewer.accountId))
    if (id !== viewer.userId) sendMailInBackground(ctx, email, loginTiedLetter(ctx.env))
}
