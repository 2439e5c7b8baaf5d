import { sql } from 'kysely'
import { DAY_MS, DELETION_DAYS, MINUTE_MS } from '#contract/limits'
import { identityIdsOf } from '../access/accounts'
import type { Ctx, Viewer } from '../context'
import {
  idsOrNone,
  retryOnDeadlock,
  takeNextClock,
  truncateWriteLog,
  type Conn,
} from '../db/dialect'
import { forEachDueRow } from '../each-due'
import { leaveAllEvents } from '../events/service'
import { fail } from '../fail'
import { iso } from '../iso'
import { queueLetters, sendLettersLater } from '../mail/queue'
import { deleteMedia, lockAllMedia, removeFiles } from '../media/service'
import {
  appointSuccessors,
  deleteEmptyGroups,
  groupsLosingAccount,
  SUBJECT_NAME,
} from '../messaging/service'
import { DELETED_HANDLE } from '../profile/service'
import { loginsOf, requirePassword } from '../session/service'
import { emptyMessagesOf } from './blank-messages'
import { eraseParting } from './deletion-parted'
import { TABLES } from './tables'

/**
 * Hides the account from now on («Compte supprimé» everywhere) and purges it in 14 days. Repeating
 * the request does not postpone it.
 */
export const requestDeletion = async (
  ctx: Ctx,
  viewer: Viewer,
  password: string,
): Promise<{ deletes_at: string | null }> => {
  await requirePassword(ctx, viewer, password)
  const now = ctx.now()
  const deletes_at = now + DELETION_DAYS * DAY_MS
  const isNew = await ctx.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('accounts')
      .set({ deletes_at, deleted_at: now, heartbeat_at: null })
      .where('id', '=', viewer.accountId)
      .where('deletes_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    // one identity of a couple, or a thief of the password, decides for both: the mail lets the
    // other one react in time
    const users = await loginsOf(trx, viewer.accountId)
    const letters = users.map(({ id }) => ({ to: { userId: id }, what: 'deletion' }) as const)
    await queueLetters(trx, letters, now)
    return true
  })
  if (isNew) {
    sendLettersLater(ctx)
    // closes its sockets
    await ctx.realtime.publisher.withdraw({ accountId: viewer.accountId })
    ctx.bus.emit('account.hidden', { accountId: viewer.accountId })
  }
  return stateOf(ctx, viewer)
}
export const cancelDeletion = async (
  ctx: Ctx,
  viewer: Viewer,
): Promise<{ deletes_at: string | null }> => {
  await ctx.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('accounts')
      .set({
        deletes_at: null,
        // a suspended account stays hidden
        deleted_at: sql<
          number | null
        >`case when suspended_until > ${ctx.now()} then deleted_at end`,
      })
      .where('id', '=', viewer.accountId)
      .where('deletes_at', '>', ctx.now())
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    // one that the mail server has not taken yet is no longer true
    const logins = await loginsOf(trx, viewer.accountId)
    await trx
      .deleteFrom('letters')
      .where('what', '=', 'deletion')
      .where('user_id', 'in', idsOrNone(logins.map((user) => user.id)))
      .execute()
  })
  ctx.bus.emit('account.shown', { accountId: viewer.accountId })
  return stateOf(ctx, viewer)
}
const stateOf = async (ctx: Ctx, viewer: Viewer): Promise<{ deletes_at: string | null }> => {
  const row = await ctx.db
    .selectFrom('accounts')
    .where('id', '=', viewer.accountId)
    .select('deletes_at')
    .executeTakeFirst()
  return { deletes_at: iso(row?.deletes_at ?? null) }
}

/**
 * Empties the account's messages, and its name in system messages, each with its own clock value, so
 * that the devices of readers fetch the change.
 */
const blankMessages = async (trx: Conn, accountId: string, now: number): Promise<void> => {
  await emptyMessagesOf(trx, accountId, null, now)
  // system messages about the account begin with its name
  const named = await trx
    .selectFrom('messages')
    .where('sender_account_id', 'is', null)
    .where('client_hash', '=', accountId)
    .select(['id', 'content', 'conversation_id'])
    .orderBy('conversation_id')
    .orderBy('seq')
    .execute()
  for (const m of named) {
    const changed = (await takeNextClock(trx, m.conversation_id, now)) ?? now
    await trx
      .updateTable('messages')
      .set({ content: m.content.replace(SUBJECT_NAME, DELETED_HANDLE), changed })
      .where('id', '=', m.id)
      .execute()
  }
}

const DELETED_EVENT = 'Sortie supprimée'
/** Replaces the titles of its events, all deleted by now, in what others keep of them. */
const blankEventTitles = async (trx: Conn, accountId: string): Promise<void> => {
  await trx
    .updateTable('past_talks')
    .set({ title: DELETED_EVENT })
    .where('conversation_id', 'in', (eb) =>
      eb
        .selectFrom('conversations')
        .where('event_creator_account_id', '=', accountId)
        .where('type', '=', 'event-direct')
        .select('id'),
    )
    .execute()
  await trx
    .updateTable('conversations')
    .set({
      event_title: DELETED_EVENT,
      event_title_key: 'sortie supprimee',
      title: null,
      title_key: null,
    })
    .where('event_creator_account_id', '=', accountId)
    .execute()
  await trx
    .updateTable('news')
    .set({ payload: JSON.stringify({ title: DELETED_EVENT }) })
    .where('event_creator_account_id', '=', accountId)
    .execute()
}

const erasedBy = (erase: 'account' | 'pair'): string[] =>
  Object.entries(TABLES).flatMap(([table, how]) => (how.erase === erase ? [table] : []))

/** Deletes the account's rows in tables that others do not read. */
const deleteRows = async (trx: Conn, accountId: string): Promise<void> => {
  const identities = await identityIdsOf(trx, accountId)
  // any of them: all have the columns
  for (const table of erasedBy('account'))
    await trx
      .deleteFrom(table as 'news')
      .where('account_id', '=', accountId)
      .execute()
  for (const table of erasedBy('pair'))
    await trx
      .deleteFrom(table as 'relations')
      .where((eb) =>
        eb.or([eb('account_id', '=', accountId), eb('with_account_id', '=', accountId)]),
      )
      .execute()
  // with their evidence: nothing was reported, and no account is left to reply to
  await trx
    .deleteFrom('cases')
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['comment', 'verification'])
    .execute()
  await trx
    .deleteFrom('blocks')
    .where((eb) =>
      eb.or([eb('account_id', '=', accountId), eb('blocked_account_id', '=', accountId)]),
    )
    .execute()
  await trx
    .deleteFrom('notes')
    .where((eb) =>
      eb.or([eb('account_id', '=', accountId), eb('about_account_id', '=', accountId)]),
    )
    .execute()
  if (identities.length > 0)
    await trx.deleteFrom('identities').where('id', 'in', identities).execute()
}

/** Reports stay for the operator, without the account's comments and texts. */
const anonymizeReports = async (trx: Conn, accountId: string): Promise<void> => {
  await trx
    .updateTable('reports')
    .set({ account_id: '', comment: '' })
    .where('account_id', '=', accountId)
    .execute()
  // the words of an appeal go; the decision stays until its evidence expires
  await trx.updateTable('appeals').set({ text: '' }).where('account_id', '=', accountId).execute()
  await trx
    .updateTable('reports')
    .set({ copy: null })
    .where('target_account_id', '=', accountId)
    .execute()
}

/** News items of others that name the account. */
const anonymizeNews = async (trx: Conn, accountId: string): Promise<void> => {
  for (const n of await trx
    .selectFrom('news')
    .where('actor_account_id', '=', accountId)
    .select(['id', 'payload'])
    .execute())
    await trx
      .updateTable('news')
      .set({
        payload: JSON.stringify({
          ...(JSON.parse(n.payload) as object),
          title: DELETED_EVENT,
          handle: DELETED_HANDLE,
        }),
      })
      .where('id', '=', n.id)
      .execute()
}

/** Who shared single albums with the account, and may have a reminder that a share ends. */
const ownersSharingWith = async (trx: Conn, accountId: string): Promise<string[]> => {
  const rows = await trx
    .selectFrom('album_shares')
    .where('with_account_id', '=', accountId)
    .where('expires_at', 'is not', null)
    .select('account_id')
    .distinct()
    .execute()
  return rows.map((r) => r.account_id)
}

/** Leaves groups and event conversations, and removes group photos from the account. */
const leaveConversations = async (
  trx: Conn,
  accountId: string,
  mediaIds: readonly string[],
  now: number,
): Promise<void> => {
  await trx
    .updateTable('conversation_participants')
    .set({ left_at: now, is_admin: 0 })
    .where('account_id', '=', accountId)
    .where('left_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('conversations as c')
          .whereRef('c.id', '=', 'conversation_participants.conversation_id')
          .where('c.type', '!=', 'direct')
          .select('c.id'),
      ),
    )
    .execute()
  await trx
    .updateTable('conversations')
    .set({ avatar_media_id: null })
    .where('avatar_media_id', 'in', idsOrNone(mediaIds))
    .execute()
}

const blankAccount = async (trx: Conn, accountId: string, now: number): Promise<void> => {
  // the row stays because old messages refer to it; its handle becomes free and no longer leads
  // here
  await trx
    .updateTable('accounts')
    .set({
      handle: `supprime_${accountId}`,
      handle_key: `supprime_${accountId}`,
      avatar_media_id: null,
      data: '{}',
      preferences: '{}',
      last_seen_at: null,
      last_seen_identity_id: null,
      heartbeat_at: null,
      presence_hidden: 0,
      deleted_at: now,
      deletes_at: null,
      suspended_until: null,
    })
    .where('id', '=', accountId)
    .execute()
  await trx.deleteFrom('users').where('account_id', '=', accountId).execute()
  await trx
    .updateTable('users')
    .set({ invited_by: null })
    .where('invited_by', '=', accountId)
    .execute()
}

/**
 * Deletes an account for good. Other members keep their conversations, without anything that it
 * wrote.
 */
export const purgeAccount = async (ctx: Ctx, accountId: string): Promise<void> => {
  const account = await ctx.db
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .selectAll()
    .executeTakeFirst()
  if (!account) return fail('not_found')
  await leaveAllEvents(ctx, accountId)
  const now = ctx.now()
  const purge = async (trx: Conn) => {
    const mediaIds = await lockAllMedia(trx, accountId)
    const groups = await groupsLosingAccount(trx, accountId)
    const owners = await ownersSharingWith(trx, accountId)
    const heirs = await appointSuccessors(ctx, trx, accountId)
    await blankMessages(trx, accountId, now)
    await eraseParting(trx, accountId, now)
    await blankEventTitles(trx, accountId)
    await deleteRows(trx, accountId)
    await anonymizeReports(trx, accountId)
    await anonymizeNews(trx, accountId)
    await leaveConversations(trx, accountId, mediaIds, now)
    // with the account: nothing would look for them once it is blank
    const files = await deleteMedia(trx, mediaIds)
    await blankAccount(trx, accountId, now)
    return { ...heirs, files, groups, owners }
  }
  // conversations are locked in several passes, and not in one order
  const { after, files, groups, owners } = await retryOnDeadlock(() =>
    ctx.db.transaction().execute(purge),
  )
  for (const ownerId of owners) ctx.bus.emit('shares.ended', { ownerId })
  await removeFiles(ctx, files)
  await after()
  await deleteEmptyGroups(ctx, groups)
}

/**
 * How long a call may last that began before its account was hidden, as `requestTimeout` in
 * server/app.ts: what it stores after a purge would stay.
 */
export const CALL_MS = 2 * MINUTE_MS

/** Purges accounts whose 14 days have passed, and those that were hidden to be deleted at once. */
export const purgeDueAccounts = async (ctx: Ctx): Promise<number> => {
  const due = await ctx.db
    .selectFrom('accounts')
    .where('deletes_at', '<=', ctx.now())
    .where('deleted_at', '<=', ctx.now() - CALL_MS)
    .select('id')
    .execute()
  await forEachDueRow(ctx, due, ({ id }) => purgeAccount(ctx, id))
  if (due.length > 0) await truncateWriteLog(ctx.db)
  return due.length
}
