import { lockAccount } from '../access/accounts'
import type { PictureChange } from '../access/pictures'
import { lockAllMedia, removeFiles } from '../media/service'
import type { Ctx } from '../context'
import { foldText, retryOnDeadlock, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { republishMessages, publishConversation } from '../messaging/service'
import {
  identitiesOf,
  insertAccount,
  lockHandles,
  storedProfile,
  takenHandles,
  updateStoredProfile,
} from '../profile/service'
import {
  announceEndedSessions,
  endAllSessions,
  loginsOf,
  revokeAccountLinks,
} from '../session/service'
import { announcePictures } from '../subjects/service'
import { newId } from '../tokens'
import { photosKeptByBoth } from './choices'
import { divideConversations, keepReactions } from './conversations'
import type { Copies, Division } from './division'
import { movePhotos } from './move-photos'
import { moveRows } from './move-rows'
import { copyPhotoFiles, dividePhotos, showWaitingPictures } from './photos'

/** The chosen handle, the person’s own, or either with a number: all may be taken meanwhile. */
const freeHandle = async (trx: Conn, wanted: readonly string[]): Promise<string> => {
  const tries = wanted.flatMap((h) => [h, ...[2, 3, 4, 5].map((n) => `${h.slice(0, 18)}_${n}`)])
  const taken = await takenHandles(trx, tries.map(foldText))
  return tries.find((h) => !taken.has(foldText(h))) ?? `membre_${newId().slice(-12)}`
}

/** The person’s part of the stored profile; the commune is not taken along. */
const leaverProfile = (data: string, isSecond: boolean): string => {
  const all = JSON.parse(data) as Record<string, unknown>
  const { contextPractices, contextComments } = all
  const person = all[isSecond ? 'person2' : 'person1']
  return JSON.stringify({ person1: person, contextPractices, contextComments })
}
/** The remaining person's part. */
const remainingProfile = (data: string, leftSecond: boolean): string => {
  const { person1, person2, ...rest } = JSON.parse(data) as Record<string, unknown>
  const own = { ...rest, person1: leftSecond ? person1 : person2 }
  return JSON.stringify({ ...own, couplePractices: {}, coupleComments: {} })
}

/** The new account with its identity; the person’s handle is free for it. */
const openAccount = async (
  trx: Conn,
  parting: Row<'partings'>,
  account: Row<'accounts'>,
  profile: string,
  leaver: Row<'identities'>,
  isSecond: boolean,
  now: number,
) => {
  await lockHandles(trx)
  await trx
    .updateTable('identities')
    .set({ handle_key: `parted ${leaver.id}` })
    .where('id', '=', leaver.id)
    .execute()
  const identityId = newId()
  const accountId = newId()
  const handle = await freeHandle(trx, [...(parting.handle ? [parting.handle] : []), leaver.handle])
  await insertAccount(trx, { id: accountId, handle, created_at: now })
  await trx
    .updateTable('accounts')
    .set({
      preferences: account.preferences,
      presence_hidden: account.presence_hidden,
      suspended_until: account.suspended_until,
      deleted_at: account.suspended_until === null ? null : account.deleted_at,
    })
    .where('id', '=', accountId)
    .execute()
  await updateStoredProfile(trx, accountId, leaverProfile(profile, isSecond))
  const key = foldText(leaver.handle)
  const taken = foldText(handle) !== key && (await takenHandles(trx, [key])).has(key)
  const own = foldText(handle) === key || taken ? handle : leaver.handle
  await trx
    .insertInto('identities')
    .values({
      id: identityId,
      account_id: accountId,
      handle: own,
      handle_key: foldText(own),
      gender: leaver.gender,
      is_primary: 1,
      firstname: leaver.firstname,
      created_at: now,
    })
    .execute()
  return { accountId, identityId }
}

/** Turns the couple's account into the remaining person's. */
const closeCouple = async (trx: Conn, d: Division, data: string): Promise<void> => {
  await updateStoredProfile(trx, d.from, data)
  await trx
    .updateTable('accounts')
    .set({ answers_together: 0, answers_together_ending: null, last_seen_identity_id: null })
    .where('id', '=', d.from)
    .execute()
  await trx.updateTable('identities').set({ is_primary: 1 }).where('id', '=', d.stays.id).execute()
  await trx
    .updateTable('users')
    .set({
      account_id: d.to?.accountId ?? null,
      joined_at: null,
      identity_id: d.to?.identityId ?? null,
    })
    .where('account_id', '=', d.from)
    .where('identity_id', '=', d.leaver.id)
    .execute()
  await trx.updateTable('users').set({ joined_at: null }).where('account_id', '=', d.from).execute()
  await trx.deleteFrom('identities').where('id', '=', d.leaver.id).execute()
  await revokeAccountLinks(trx, d.from, d.now, 'all')
}

/** The only login stays with the account; of two, the leaver takes their own. */
const tieLogin = async (trx: Conn, parting: Row<'partings'>, users: readonly string[]) => {
  const isOwn = users.length > 1
  for (const id of users)
    await trx
      .updateTable('users')
      .set({ identity_id: isOwn && id === parting.user_id ? parting.identity_id : null })
      .where('id', '=', id)
      .execute()
}

/**
 * Ends a request that is in this state, without a division. Returns the places that show another
 * picture now; null when the request is not in this state.
 */
export const endPartingRequest = async (
  trx: Conn,
  id: string,
  state: 'asked' | 'split',
  now: number,
): Promise<PictureChange[] | null> => {
  const { numUpdatedRows } = await trx
    .updateTable('partings')
    .set({ state: 'cancelled', done_at: now })
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return null
  await trx.deleteFrom('parting_choices').where('parting_id', '=', id).execute()
  return showWaitingPictures(trx, id)
}

/**
 * Null: the request no longer exists. `again`: a photo was chosen since the files were copied.
 * `cancelled`: there is nothing to divide; the places that show another picture now.
 */
const divideIn = async (ctx: Ctx, trx: Conn, asked: Row<'partings'>, copies: Copies) => {
  const now = ctx.now()
  const { id } = asked
  const chosen = await photosKeptByBoth(trx, asked)
  if (asked.kind === 'part' && chosen.some((photo) => !copies.has(photo))) return 'again' as const
  const parting = await trx
    .updateTable('partings')
    .set({ state: 'split' })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .returningAll()
    .executeTakeFirst()
  if (!parting) return null
  const from = parting.account_id
  // the lock of `joinAsPartner`
  await lockAccount(trx, from)
  // a concurrent use of a photo is either stored before this, and moved, or sees the new owner
  await lockAllMedia(trx, from)
  const account = await trx
    .selectFrom('accounts')
    .where('id', '=', from)
    .selectAll()
    .executeTakeFirst()
  const people = await identitiesOf(trx, [from])
  const leaver = people.find((p) => p.id === parting.identity_id)
  const stays = people.find((p) => p.id !== parting.identity_id)
  const users = (await loginsOf(trx, from)).map((u) => u.id)
  // both accounts need a login: the one that asked, and another one
  const hasLogins =
    parting.kind === 'leave' || (users.length > 1 && users.includes(parting.user_id))
  if (!account || !leaver || !stays || !hasLogins)
    return { cancelled: (await endPartingRequest(trx, id, 'split', now)) ?? [] }
  const profile = await storedProfile(trx, account)
  const ended = await endAllSessions(trx, from, now, 'parted')
  const isSecond = people[1]?.id === leaver.id
  const shares = await dividePhotos(trx, from, leaver.id)
  const kept = chosen.filter((photo) => shares.both.includes(photo))
  const to =
    parting.kind === 'part'
      ? await openAccount(trx, parting, account, profile, leaver, isSecond, now)
      : null
  const d: Division = { parting, from, leaver, stays, to, now }
  await tieLogin(trx, parting, users)
  const { rows, messageIds } = await movePhotos(trx, d, shares, kept, copies)
  const conversationIds = await divideConversations(trx, d)
  const cases = await moveRows(trx, d)
  await keepReactions(trx, d)
  await closeCouple(trx, d, remainingProfile(profile, isSecond))
  await trx
    .updateTable('partings')
    .set({ new_account_id: to?.accountId ?? null })
    .where('id', '=', id)
    .execute()
  return { ended, rows, messageIds, conversationIds, cases }
}

/**
 * Divides an account in one transaction. Returns false when the request no longer exists. `finishParting`
 * runs the effects on others.
 */
export const divideAccount = async (ctx: Ctx, id: string): Promise<boolean> => {
  const asked = await ctx.db
    .selectFrom('partings')
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .selectAll()
    .executeTakeFirst()
  if (!asked) return false
  const copies: Copies = new Map()
  const attempt = async () => {
    if (asked.kind === 'part')
      await copyPhotoFiles(ctx, await photosKeptByBoth(ctx.db, asked), copies)
    return retryOnDeadlock(() =>
      ctx.db.transaction().execute((trx) => divideIn(ctx, trx, asked, copies)),
    )
  }
  let done = await attempt()
  while (done === 'again') done = await attempt()
  if (!done) return false
  if (done.cancelled) {
    announcePictures(ctx, done.cancelled)
    return false
  }
  announceEndedSessions(ctx, done.ended)
  for (const caseId of done.cases) ctx.bus.emit('case.changed', { caseId })
  await removeFiles(ctx, done.rows)
  await republishMessages(ctx, done.messageIds)
  for (const id of done.conversationIds) await publishConversation(ctx, id)
  return true
}
