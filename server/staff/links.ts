import type { FastifyRequest } from 'fastify'
import type { StaffRole } from '#contract/staff/access'
import type { followStaffLink } from '#contract/staff/links'
import type { ParsedInput } from '#contract/route'
import { rulesVersion } from '../community'
import type { Ctx } from '../context'
import { isUniqueViolation, type Conn } from '../db/dialect'
import type { NewRow, Row } from '../db/tables'
import { fail } from '../fail'
import { accessLetter } from '../mail/letters'
import { sendMailInBackground } from '../mail/post'
import { findStaff } from '../plugins/staff'
import {
  challengeIn,
  consentRows,
  consumeChallenge,
  creationOptions,
  emailKey,
  findUserById,
  hashPassword,
  insertChallenge,
  insertPasskey,
  insertUser,
  passkeysOf,
  pendingKey,
  presentOpened,
  readCreated,
  requireAdultWhoAgrees,
  requireStrongPassword,
  insertSession,
  type OpenedSession,
} from '../session/service'
import { hashSecret, newId, newSecret } from '../tokens'
import { writeAudit } from './audit'
import { COMMAND_ACTOR, grantRoleIn } from './team'

/** A link is printed on the operator's terminal. */
export const STAFF_LINK_S = 3600

type Link = Row<'staff_links'>
type Body = ParsedInput<typeof followStaffLink>['body']

interface NewLink {
  readonly email: string
  /** Null: the address has no login yet. */
  readonly userId: string | null
  readonly role: StaffRole
  readonly pseudonym: string
}
/** Stores a link in place of an earlier one for the address. Returns its secret. */
export const makeStaffLink = async (
  ctx: Pick<Ctx, 'db' | 'secret' | 'now'>,
  { email, userId, role, pseudonym }: NewLink,
): Promise<string> => {
  const secret = newSecret()
  const key = emailKey(ctx, email)
  await ctx.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('staff_links').where('email_key', '=', key).execute()
    await trx
      .insertInto('staff_links')
      .values({
        id: newId(),
        token_hash: hashSecret(secret),
        user_id: userId,
        address: userId === null ? email.trim() : null,
        email_key: key,
        role,
        pseudonym,
        expires_at: ctx.now() + STAFF_LINK_S * 1000,
      })
      .execute()
    await writeAudit(
      trx,
      COMMAND_ACTOR,
      { act: 'staff.link_made', targetKind: 'user', ...(userId ? { targetId: userId } : {}) },
      ctx.now(),
    )
  })
  return secret
}

/** Deletes the link of an address; false when there is none. */
export const deleteStaffLink = async (
  ctx: Pick<Ctx, 'db' | 'secret'>,
  email: string,
): Promise<boolean> =>
  (await ctx.db
    .deleteFrom('staff_links')
    .where('email_key', '=', emailKey(ctx, email))
    .returning('id')
    .executeTakeFirst()) !== undefined

/** The link, and its login where there is one. Fails with `token_invalid`. */
const readLink = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  token: string,
): Promise<{ link: Link; user: Row<'users'> | null }> => {
  const link =
    (await ctx.db
      .selectFrom('staff_links')
      .where('token_hash', '=', hashSecret(token))
      .where('expires_at', '>', ctx.now())
      .selectAll()
      .executeTakeFirst()) ?? fail('token_invalid')
  if (link.user_id === null) return { link, user: null }
  // the role was taken away since
  if (!(await findStaff(ctx.db, link.user_id))) return fail('token_invalid')
  const user = await findUserById(ctx.db, link.user_id)
  return user ? { link, user } : fail('token_invalid')
}

export const describeStaffLink = async (
  ctx: Ctx,
  token: string,
): Promise<{ email: string; known: boolean; options: Record<string, unknown> }> => {
  const { link, user } = await readLink(ctx, token)
  const email = user?.email ?? link.address ?? ''
  const options = await creationOptions(
    ctx,
    user ?? { id: link.id, email, name: link.pseudonym },
    user ? await passkeysOf(ctx.db, user.id) : [],
  )
  await insertChallenge(ctx.db, options.challenge, 'staff', link.user_id, ctx.now())
  return { email, known: user !== null, options }
}

/** The row of a login that the link creates. Fails as a registration does. */
const newUser = async (
  ctx: Ctx,
  link: Link,
  { person }: Body,
): Promise<Omit<NewRow<'users'>, 'rules_version'>> => {
  const email = link.address ?? ''
  if (!person) return fail('invalid_payload')
  const now = ctx.now()
  requireAdultWhoAgrees(person, now)
  await requireStrongPassword(ctx, person.password, email)
  return {
    id: link.id,
    email,
    email_key: link.email_key,
    password_hash: await hashPassword(person.password),
    name: link.pseudonym,
    birth_date: person.birthDate,
    created_at: now,
    // the operator vouches for the address
    email_verified_at: now,
    account_id: null,
    join_token_hash: null,
    admitted_at: now,
  }
}

const enter = async (
  ctx: Ctx,
  trx: Conn,
  link: Link,
  person: Omit<NewRow<'users'>, 'rules_version'>,
): Promise<void> => {
  // unconfirmed registrations of the address
  await trx.deleteFrom('users').where('email_key', '=', pendingKey(link.email_key)).execute()
  await insertUser(
    trx,
    { ...person, rules_version: await rulesVersion(trx) },
    consentRows(link.id, ctx.now()),
  )
  await grantRoleIn(trx, COMMAND_ACTOR, link.id, link.role, link.pseudonym, ctx.now())
}

/**
 * Stores the passkey of the login that the link is for, creates the login with its role where there
 * is none, and opens a session. Fails with `token_invalid` for a link that is over or was followed,
 * `passkey_refused`, `passkey_exists`, and as a registration.
 */
export const enterByStaffLink = async (
  ctx: Ctx,
  body: Body,
  request: FastifyRequest,
): Promise<OpenedSession> => {
  const { link, user } = await readLink(ctx, body.token)
  const person = user ? null : await newUser(ctx, link, body)
  const challenge = challengeIn(body.credential)
  const asked = await consumeChallenge(ctx.db, challenge, ctx.now())
  if (asked?.kind !== 'staff' || asked.user_id !== link.user_id) return fail('passkey_refused')
  const proved = (await readCreated(ctx, body.credential, challenge)) ?? fail('passkey_refused')
  const userId = user?.id ?? link.id
  const now = ctx.now()
  const opened = await ctx.db
    .transaction()
    .execute(async (trx) => {
      const used = await trx
        .deleteFrom('staff_links')
        .where('id', '=', link.id)
        .returning('id')
        .executeTakeFirst()
      if (!used) return fail('token_invalid')
      if (person) await enter(ctx, trx, link, person)
      const isNew = await insertPasskey(trx, {
        id: newId(),
        user_id: userId,
        credential_id: proved.credentialId,
        public_key: proved.publicKey,
        counter: proved.counter,
        transports: JSON.stringify(body.credential.response.transports ?? []),
        name: body.name,
        created_at: now,
        last_used_at: null,
      })
      if (!isNew) fail('passkey_exists')
      await writeAudit(
        trx,
        { userId, pseudonym: link.pseudonym },
        { act: 'staff.link_followed', targetKind: 'user', targetId: userId },
        now,
      )
      return insertSession(trx, userId, request.headers['user-agent'] ?? '', now)
    })
    // the address was confirmed by a registration meanwhile
    .catch((error: unknown) =>
      isUniqueViolation(error) ? fail('token_invalid') : Promise.reject(error),
    )
  if (user) sendMailInBackground(ctx, user.email, accessLetter(ctx.env, 'passkeyAdded'))
  return presentOpened(ctx, (await findUserById(ctx.db, userId)) ?? fail('unauthorized'), opened)
}
