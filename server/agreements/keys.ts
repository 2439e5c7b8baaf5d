import type {
  addIdentityPasskey,
  newIdentityPasskey,
  proveByPasskey,
} from '#contract/profile/identity-passkeys'
import { IDENTITY_PASSKEYS_MAX, TICKET_S } from '#contract/profile/agreement-code'
import type { ParsedInput } from '#contract/route'
import type { Passkey } from '#contract/session/passkeys'
import { lockAccount } from '../access/accounts'
import { hasCodeOrPasskey } from '../access/agreements'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import {
  challengeIn,
  consumeChallenge,
  creationOptions,
  insertChallenge,
  presentPasskey,
  readCreated,
  readSigned,
  requestOptions,
  requirePassword,
} from '../session/service'
import { newId } from '../tokens'
import { proveIdentity } from './codes'
import { identityPasskeysOf } from './secrets'
import { newTicket } from './tickets'

/** Passkeys of these identities, by identity. */
export const passkeysByIdentity = async (
  db: Conn,
  identityIds: readonly string[],
): Promise<(identityId: string) => Passkey[]> => {
  const rows = await Promise.all(identityIds.map((id) => identityPasskeysOf(db, id)))
  const all = new Map(identityIds.map((id, i) => [id, (rows[i] ?? []).map(presentPasskey)]))
  return (id) => all.get(id) ?? []
}

/**
 * Fails with `agreement_identity`, `wrong_password`, `identity_passkeys_full`, and as `proveIdentity`. Without a proof it
 * can only become the first code or passkey.
 */
export const startIdentityPasskey = async (
  ctx: Ctx,
  viewer: Viewer,
  { password, current }: ParsedInput<typeof newIdentityPasskey>['body'],
): Promise<Record<string, unknown>> => {
  const identityId = viewer.identityId ?? fail('agreement_identity')
  await requirePassword(ctx, viewer, password)
  const isProved = await proveIdentity(ctx, viewer, identityId, current)
  const known = await identityPasskeysOf(ctx.db, identityId)
  if (known.length >= IDENTITY_PASSKEYS_MAX) fail('identity_passkeys_full')
  const { handle } = await ctx.db
    .selectFrom('identities')
    .where('id', '=', identityId)
    .select('handle')
    .executeTakeFirstOrThrow()
  const options = await creationOptions(
    ctx,
    // a handle of its own: a device would replace the passkey of the login
    { id: identityId, email: handle, name: handle },
    known,
    'discouraged',
  )
  const kind = isProved ? 'identity_new' : 'identity_first'
  await insertChallenge(ctx.db, options.challenge, kind, viewer.userId, ctx.now(), identityId)
  return options
}

/** The challenge of a response, consumed, if it was this login's, for this person and purpose. */
const askedFor = async (
  ctx: Ctx,
  viewer: Viewer,
  identityId: string,
  challenge: string,
  kinds: readonly string[],
): Promise<Row<'passkey_challenges'>> => {
  const asked = await consumeChallenge(ctx.db, challenge, ctx.now())
  if (
    !asked ||
    !kinds.includes(asked.kind) ||
    asked.user_id !== viewer.userId ||
    asked.identity_id !== identityId
  )
    return fail('passkey_refused')
  return asked
}

/**
 * Fails with `agreement_identity`, `passkey_refused`, `passkey_exists`, `identity_passkeys_full`, and with
 * `agreement_code` when another code or passkey was set meanwhile.
 */
export const finishIdentityPasskey = async (
  ctx: Ctx,
  viewer: Viewer,
  { name, credential }: ParsedInput<typeof addIdentityPasskey>['body'],
): Promise<Passkey> => {
  const identityId = viewer.identityId ?? fail('agreement_identity')
  const challenge = challengeIn(credential)
  const kinds = ['identity_new', 'identity_first']
  const { kind } = await askedFor(ctx, viewer, identityId, challenge, kinds)
  const made = (await readCreated(ctx, credential, challenge)) ?? fail('passkey_refused')
  const row: Row<'identity_passkeys'> = {
    id: newId(),
    identity_id: identityId,
    account_id: viewer.accountId,
    credential_id: made.credentialId,
    public_key: made.publicKey,
    counter: made.counter,
    transports: JSON.stringify(credential.response.transports ?? []),
    name,
    created_at: ctx.now(),
    last_used_at: null,
    ends_at: null,
  }
  await ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, viewer.accountId)
    if (kind === 'identity_first' && (await hasCodeOrPasskey(trx, identityId)))
      fail('agreement_code')
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('identity_passkeys')
      .values(row)
      .onConflict((c) => c.column('credential_id').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) fail('passkey_exists')
    if ((await identityPasskeysOf(trx, identityId)).length > IDENTITY_PASSKEYS_MAX)
      fail('identity_passkeys_full')
  })
  return presentPasskey(row)
}

/** Fails with `agreement_identity`, `wrong_password`, `not_found`, and as `proveIdentity`. */
export const deleteIdentityPasskey = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  { password, current }: ParsedInput<typeof newIdentityPasskey>['body'],
): Promise<void> => {
  const identityId = viewer.identityId ?? fail('agreement_identity')
  await requirePassword(ctx, viewer, password)
  await proveIdentity(ctx, viewer, identityId, current)
  const { numDeletedRows } = await ctx.db
    .deleteFrom('identity_passkeys')
    .where('id', '=', id)
    .where('identity_id', '=', identityId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) fail('not_found')
}

/** A challenge for the passkeys of a person. Fails with `foreign_identity`, `passkey_needed`. */
export const challengeIdentity = async (
  ctx: Ctx,
  viewer: Viewer,
  identityId: string,
): Promise<Record<string, unknown>> => {
  if (!viewer.identityIds.includes(identityId)) fail('foreign_identity')
  const known = await identityPasskeysOf(ctx.db, identityId)
  if (known.length === 0) fail('passkey_needed')
  const options = await requestOptions(ctx, known)
  await insertChallenge(ctx.db, options.challenge, 'identity', viewer.userId, ctx.now(), identityId)
  return options
}

/** The ticket for a signed challenge. Fails with `passkey_refused`. */
export const issueTicket = async (
  ctx: Ctx,
  viewer: Viewer,
  { identity_id, credential }: ParsedInput<typeof proveByPasskey>['body'],
): Promise<{ proof: string; endsAt: number }> => {
  const challenge = challengeIn(credential)
  await askedFor(ctx, viewer, identity_id, challenge, ['identity'])
  const key = (await identityPasskeysOf(ctx.db, identity_id)).find(
    (k) => k.credential_id === credential.id,
  )
  if (!key || !viewer.identityIds.includes(identity_id)) return fail('passkey_refused')
  const counter = await readSigned(ctx, credential, challenge, key)
  if (counter === null) return fail('passkey_refused')
  const { numUpdatedRows } = await ctx.db
    .updateTable('identity_passkeys')
    .set({ counter, last_used_at: ctx.now() })
    .where('id', '=', key.id)
    // of two signatures with the same count one comes from a cloned key
    .where('counter', '=', key.counter)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) fail('passkey_refused')
  const endsAt = ctx.now() + TICKET_S * 1000
  return { proof: newTicket(ctx, viewer, key.id, endsAt), endsAt }
}
