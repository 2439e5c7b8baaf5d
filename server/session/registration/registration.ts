import type { ConsentPurpose } from '#contract/session/consents'
import { RESET_TOKEN_S } from '#contract/limits'
import { rulesVersion } from '../../community'
import type { Ctx } from '../../context'
import { isUniqueViolation, retryOnDeadlock } from '../../db/dialect'
import { fail } from '../../fail'
import {
  alreadyRegisteredLetter,
  passwordChangedLetter,
  resetLetter,
  verifyLetter,
} from '../../mail/letters'
import { sendMailInBackground } from '../../mail/post'
import { hashSecret, newId } from '../../tokens'
import { inConstantTime } from '../../constant-time'
import { admitUser, requireOpenRegistration } from './admission'
import { consentRows, requireAdultWhoAgrees, requireStrongPassword } from './checks'
import { announceJoining, joinAsPartner } from './partner'
import { hashPassword, verifyPassword } from '../password/passwords'
import { emailKey, pendingKey } from '../email-key'
import {
  confirmUser,
  findConfirmed,
  findPending,
  insertUser,
  isRegisteredTwice,
  revokeAccountLinks,
  setAsidePending,
  setPassword,
} from '../queries'
import { insertEmailToken, takeEmailToken, emailTokenUser } from '../tokens/email-tokens'
import { announceEndedSessions, presentOpened, insertSession, type OpenedSession } from '../service'
import { endSessionsOf } from '../tokens/queries'

interface Registration {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly birthDate: string
  readonly consents: Readonly<Record<ConsentPurpose, boolean>>
  readonly joinToken?: string | undefined
}

/**
 * Registrations of one address at the same moment: the second one finds the first and sets it
 * aside.
 */
const TRIES = 10
const again = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried++)
    try {
      return await work()
    } catch (error) {
      if (tried === TRIES || !isUniqueViolation(error)) throw error
    }
}

/**
 * Registers a user, who is active once the mail's link is opened. A known address gets a different
 * mail; response and timing are the same. Fails with `underage`, `consents_required`,
 * `weak_password`, and as `requireOpenRegistration`.
 */
export const registerUser = async (ctx: Ctx, input: Registration): Promise<void> => {
  requireAdultWhoAgrees(input, ctx.now())
  await requireOpenRegistration(ctx, input.joinToken)
  await requireStrongPassword(ctx, input.password, input.email)
  await inConstantTime(async () => {
    const passwordHash = await hashPassword(input.password)
    const now = ctx.now()
    const key = emailKey(ctx, input.email)
    const secret = await again(() =>
      ctx.db.transaction().execute(async (trx) => {
        if (await findConfirmed(trx, key)) return null
        await setAsidePending(trx, key)
        const id = newId()
        await insertUser(
          trx,
          {
            id,
            email: input.email,
            email_key: pendingKey(key),
            password_hash: passwordHash,
            name: input.name,
            birth_date: input.birthDate,
            created_at: now,
            email_verified_at: null,
            account_id: null,
            join_token_hash: input.joinToken ? hashSecret(input.joinToken) : null,
            // accepted with the terms
            rules_version: await rulesVersion(trx),
          },
          consentRows(id, now),
        )
        return insertEmailToken(trx, id, 'verify', now)
      }),
    )
    sendMailInBackground(
      ctx,
      input.email,
      secret ? verifyLetter(ctx.env, secret) : alreadyRegisteredLetter(ctx.env),
    )
  })
}

/**
 * Where an address was registered more than once, the mail of the first may be another person's: its
 * link would confirm their password. So the password of the link's registration is required. Fails
 * with `password_needed`, `wrong_password`.
 */
const requireOwnRegistration = async (
  ctx: Ctx,
  secret: string,
  password: string | undefined,
): Promise<void> => {
  const user = await emailTokenUser(ctx.db, secret, 'verify', ctx.now())
  if (!user || user.email_verified_at !== null || !(await isRegisteredTwice(ctx.db, user))) return
  if (password === undefined) fail('password_needed')
  else if (!(await verifyPassword(user.password_hash, password)))
    fail('wrong_password', [
      {
        path: 'body.password',
        message:
          'Ce n’est pas le mot de passe de cette inscription. Ouvrez le lien de l’e-mail le plus récent.',
      },
    ])
}

/**
 * Confirms the address, follows the partner link that the user registered with, and opens a
 * session. Fails with `token_invalid`, also when another registration of this address was confirmed
 * first, and as `requireOwnRegistration`.
 */
export const confirmEmail = async (
  ctx: Ctx,
  { token: secret, password }: { token: string; password?: string | undefined },
  userAgent: string,
): Promise<OpenedSession> => {
  await requireOwnRegistration(ctx, secret, password)
  const now = ctx.now()
  try {
    const done = await retryOnDeadlock(() =>
      ctx.db.transaction().execute(async (trx) => {
        const user = await takeEmailToken(trx, secret, 'verify', now)
        if (!user || user.email_verified_at !== null) return null
        await confirmUser(trx, user, now)
        const joining = user.join_token_hash
          ? await joinAsPartner(trx, user.join_token_hash, user.id, now)
          : null
        await admitUser(ctx, trx, user.id, user.join_token_hash)
        const accountId = joining?.outcome === 'joined' ? joining.accountId : null
        return {
          user: { ...user, email_verified_at: now, account_id: accountId },
          session: await insertSession(trx, user.id, userAgent, now),
          joining,
        }
      }),
    )
    if (!done) return fail('token_invalid')
    if (done.joining) announceJoining(ctx, done.joining, done.user.id)
    return await presentOpened(ctx, done.user, done.session)
  } catch (error) {
    if (isUniqueViolation(error)) return fail('token_invalid')
    throw error
  }
}

/**
 * Resends the confirmation mail of the newest registration; sends nothing to a confirmed or unknown
 * address.
 */
export const resendConfirmation = (ctx: Ctx, email: string): Promise<void> =>
  inConstantTime(async () => {
    const user = await findPending(ctx.db, emailKey(ctx, email))
    if (user)
      sendMailInBackground(
        ctx,
        user.email,
        verifyLetter(ctx.env, await insertEmailToken(ctx.db, user.id, 'verify', ctx.now())),
      )
  })

export const sendPasswordReset = (ctx: Ctx, email: string): Promise<void> =>
  inConstantTime(async () => {
    const user = await findConfirmed(ctx.db, emailKey(ctx, email))
    if (user)
      sendMailInBackground(
        ctx,
        user.email,
        resetLetter(
          ctx.env,
          await insertEmailToken(ctx.db, user.id, 'reset', ctx.now(), RESET_TOKEN_S),
        ),
      )
  })

/**
 * Sets a new password by a one-time link, ends every session and revokes the account's open partner
 * links and its calendar feed. Fails with `token_invalid`, `weak_password`.
 */
export const resetPasswordByToken = async (
  ctx: Ctx,
  secret: string,
  password: string,
): Promise<void> => {
  const known = (await emailTokenUser(ctx.db, secret, 'reset', ctx.now())) ?? fail('token_invalid')
  await requireStrongPassword(ctx, password, known.email)
  const passwordHash = await hashPassword(password)
  const now = ctx.now()
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const user = await takeEmailToken(trx, secret, 'reset', now)
    if (!user) return null
    await setPassword(trx, user.id, passwordHash)
    if (user.account_id) await revokeAccountLinks(trx, user.account_id, now)
    return endSessionsOf(trx, user.id, user.account_id, 'reset', now)
  })
  if (!ended) return fail('token_invalid')
  announceEndedSessions(ctx, ended)
  sendMailInBackground(ctx, known.email, passwordChangedLetter(ctx.env, 'all'))
}
