import { PASSKEYS_MAX, RECOVERY_CODES } from '#contract/limits'
import type { Reply } from '#contract/route'
import type { listPasskeys, Passkey } from '#contract/session/passkeys'
import { randomInt } from 'node:crypto'
import type { Ctx, UserViewer } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { accessLetter, type AccessChange } from '../../mail/letters'
import { sendMailInBackground } from '../../mail/post'
import { newId, sign } from '../../tokens'
import {
  countRecoveryCodes,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  passkeysOf,
  replaceRecoveryCodes,
  setPasskeyName,
  consumeChallenge,
  writeSecondFactor,
} from './queries'
import { presentPasskey } from '../present'
import { lockUserIfPassword } from '../queries'
import { readUser, requirePassword } from '../service'
import { challengeIn, creationOptions, readCreated, type CreatedPasskey } from './webauthn'

const tell = (ctx: Ctx, user: Pick<Row<'users'>, 'email'>, change: AccessChange): void =>
  sendMailInBackground(ctx, user.email, accessLetter(ctx.env, change))

export const listOwnPasskeys = async (
  ctx: Ctx,
  viewer: UserViewer,
): Promise<Reply<typeof listPasskeys>> => {
  const user = await readUser(ctx, viewer.userId)
  return {
    passkeys: (await passkeysOf(ctx.db, user.id)).map(presentPasskey),
    second_factor: user.second_factor === 1,
    codes_left: await countRecoveryCodes(ctx.db, user.id),
  }
}

/** Fails with `wrong_password`, `passkeys_full`. */
export const startPasskeyCreation = async (
  ctx: Ctx,
  viewer: UserViewer,
  password: string,
): Promise<Record<string, unknown>> => {
  const user = await requirePassword(ctx, viewer, password)
  const known = await passkeysOf(ctx.db, user.id)
  if (known.length >= PASSKEYS_MAX) fail('passkeys_full')
  const options = await creationOptions(ctx, user, known)
  await insertChallenge(ctx.db, options.challenge, 'create', user.id, ctx.now())
  return options
}
/**
 * Fails with `passkey_refused` for a response to no challenge of this user, `passkey_exists`,
 * `passkeys_full`.
 */
export const finishPasskeyCreation = async (
  ctx: Ctx,
  viewer: UserViewer,
  name: string,
  made: CreatedPasskey,
): Promise<Passkey> => {
  const challenge = challengeIn(made)
  const asked = await consumeChallenge(ctx.db, challenge, ctx.now())
  if (asked?.kind !== 'create' || asked.user_id !== viewer.userId) return fail('passkey_refused')
  const proved = (await readCreated(ctx, made, challenge)) ?? fail('passkey_refused')
  const row = {
    id: newId(),
    user_id: viewer.userId,
    credential_id: proved.credentialId,
    public_key: proved.publicKey,
    counter: proved.counter,
    transports: JSON.stringify(made.response.transports ?? []),
    name,
    created_at: ctx.now(),
    last_used_at: null,
  }
  const user = await readUser(ctx, viewer.userId)
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await insertPasskey(trx, row))) fail('passkey_exists')
    if ((await passkeysOf(trx, viewer.userId)).length > PASSKEYS_MAX) fail('passkeys_full')
  })
  tell(ctx, user, 'passkeyAdded')
  return presentPasskey(row)
}
/** Fails with `not_found`, also for another user's passkey. */
export const renameOwnPasskey = async (
  ctx: Ctx,
  viewer: UserViewer,
  id: string,
  name: string,
): Promise<void> => {
  if (!(await setPasskeyName(ctx.db, viewer.userId, id, name))) fail('not_found')
}
/**
 * Locks the user whose password was just checked: a second factor that is turned on and the removal
 * of the last passkey wait for each other. Fails with `wrong_password` when it changed meanwhile.
 */
const lock = async (trx: Conn, user: Row<'users'>): Promise<void> => {
  if (!(await lockUserIfPassword(trx, user))) fail('wrong_password')
}

/**
 * Removing the last passkey also turns the second factor off. Fails with `wrong_password`,
 * `not_found`.
 */
export const removeOwnPasskey = async (
  ctx: Ctx,
  viewer: UserViewer,
  id: string,
  password: string,
): Promise<void> => {
  const user = await requirePassword(ctx, viewer, password)
  const off = await ctx.db.transaction().execute(async (trx) => {
    await lock(trx, user)
    if (!(await deletePasskey(trx, user.id, id))) fail('not_found')
    if ((await passkeysOf(trx, user.id)).length > 0) return false
    if ((await readUser({ db: trx }, user.id)).second_factor === 0) return false
    await writeSecondFactor(trx, user.id, false)
    await replaceRecoveryCodes(trx, user.id, [])
    return true
  })
  tell(ctx, user, 'passkeyRemoved')
  if (off) tell(ctx, user, 'secondOff')
}

/** Without characters that are easily confused when copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_CHARS = 10
const newCode = (): string =>
  Array.from({ length: CODE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
/**
 * Keyed by the server's secret: a code is short enough to be guessed from a plain digest. Dashes,
 * spaces and capitals are ignored.
 */
export const hashRecoveryCode = (ctx: Pick<Ctx, 'secret'>, userId: string, code: string): string =>
  sign(ctx.secret, 'recovery-code', userId, code.toLowerCase().replace(/[^a-z0-9]/g, ''))
const freshCodes = (
  ctx: Ctx,
  userId: string,
): {
  shown: string[]
  rows: { id: string; user_id: string; code_hash: string; created_at: number; used_at: null }[]
} => {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  return {
    shown: codes.map((c) => `${c.slice(0, CODE_CHARS / 2)}-${c.slice(CODE_CHARS / 2)}`),
    rows: codes.map((code) => ({
      id: newId(),
      user_id: userId,
      code_hash: hashRecoveryCode(ctx, userId, code),
      created_at: ctx.now(),
      used_at: null,
    })),
  }
}

/**
 * Turned on, it returns the recovery codes, this once; turned off, they are deleted. Fails with
 * `wrong_password`, `passkey_needed`.
 */
export const switchSecondFactor = async (
  ctx: Ctx,
  viewer: UserViewer,
  on: boolean,
  password: string,
): Promise<{ second_factor: boolean; codes: string[] }> => {
  const user = await requirePassword(ctx, viewer, password)
  const { shown, rows } = on ? freshCodes(ctx, user.id) : { shown: [], rows: [] }
  await ctx.db.transaction().execute(async (trx) => {
    await lock(trx, user)
    if (on && (await passkeysOf(trx, user.id)).length === 0) fail('passkey_needed')
    await writeSecondFactor(trx, user.id, on)
    await replaceRecoveryCodes(trx, user.id, rows)
  })
  tell(ctx, user, on ? 'secondOn' : 'secondOff')
  return { second_factor: on, codes: shown }
}
/** Fails with `wrong_password`, `passkey_needed` while the second factor is off. */
export const renewRecoveryCodes = async (
  ctx: Ctx,
  viewer: UserViewer,
  password: string,
): Promise<string[]> => {
  const user = await requirePassword(ctx, viewer, password)
  if (user.second_factor === 0) fail('passkey_needed')
  const { shown, rows } = freshCodes(ctx, user.id)
  await ctx.db.transaction().execute((trx) => replaceRecoveryCodes(trx, user.id, rows))
  tell(ctx, user, 'newCodes')
  return shown
}
