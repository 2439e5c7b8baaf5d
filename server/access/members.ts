import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { parseChannel } from '#contract/realtime'
import type { Ctx, Viewer } from '../context'
import { lockPair, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'

/** Whether one of the two blocks the other. */
export const areBlocked = async (db: Conn, a: string, b: string): Promise<boolean> => {
  const row = await db
    .selectFrom('blocks')
    .where((eb) =>
      eb.or([
        eb.and({ account_id: a, blocked_account_id: b }),
        eb.and({ account_id: b, blocked_account_id: a }),
      ]),
    )
    .select('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether no block exists between the two, in a transaction that brings them together: the lock
 * keeps it so until the commit. A concurrent block waits, then undoes what was written
 * (`blockAccount`, `partWays`).
 */
export const staysUnblocked = async (trx: Conn, a: string, b: string): Promise<boolean> => {
  await lockPair(trx, a, b, 'shared')
  return !(await areBlocked(trx, a, b))
}

/** Accounts that block the viewer or are blocked by it. */
export const blockedWith = async (db: Conn, accountId: string): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('blocks')
    .where((eb) =>
      eb.or([eb('account_id', '=', accountId), eb('blocked_account_id', '=', accountId)]),
    )
    .selectAll()
    .execute()
  return new Set(
    rows.map((r) => (r.account_id === accountId ? r.blocked_account_id : r.account_id)),
  )
}

/** SQL: an account id, or a column that holds one. */
type AnAccount = string | RawBuilder<unknown>

/** SQL: no block between the account of this column and the other one. */
const notBlocked = (
  column: string,
  accountId: AnAccount,
) => sql<SqlBool>`not exists (select 1 from blocks as b where (b.account_id = ${accountId} and b.blocked_account_id = ${sql.ref(column)})
  or (b.blocked_account_id = ${accountId} and b.account_id = ${sql.ref(column)}))`

/**
 * SQL, on `albums as al`: the account may open this album at this instant (ms). Its own; public
 * ones; private ones while their owner shares them all, or this one, with it. Never albums of
 * blocked or deleted accounts.
 */
export const albumIsOpen = (
  accountId: string,
  now: number,
) => sql<SqlBool>`(al.account_id = ${accountId} or (
  (al.is_public = 1
    or exists (select 1 from sharings as sh where sh.account_id = al.account_id and sh.with_account_id = ${accountId} and sh.share_all_albums = 1)
    or exists (select 1 from album_shares as one where one.album_id = al.id and one.account_id = al.account_id and one.with_account_id = ${accountId} and (one.expires_at is null or one.expires_at > ${now})))
  and exists (select 1 from accounts as ow where ow.id = al.account_id and ow.deleted_at is null)
  and ${notBlocked('al.account_id', accountId)}))`

/**
 * SQL, on `events as e`: the account may read the details of this event. The creator; else, without
 * a block between the two: organizers, participants and the waiting list, and the creator's
 * relations once it is published and open to them. The only rule: `approachEvent`, news and banners
 * use it.
 */
export const eventIsRead = (
  accountId: AnAccount,
) => sql<SqlBool>`(e.creator_account_id = ${accountId} or (${notBlocked('e.creator_account_id', accountId)} and (
  exists (select 1 from event_participants as own where own.event_id = e.id and own.account_id = ${accountId} and (own.is_co_organizer = 1 or own.status not in ('declined', 'cancelled')))
  or (e.status <> 'draft' and e.access_type = 'open_to_relations'
    and exists (select 1 from relations as re where re.account_id = ${accountId} and re.with_account_id = e.creator_account_id)))))`

/**
 * SQL, on `events as e`: the account sees this event, as details or in a list that a member shares
 * (`sharedEventsOf`). Never across a block with the creator or with the sharing member.
 */
const eventIsShown = (accountId: string) => sql<SqlBool>`(${eventIsRead(accountId)}
  or (e.status = 'published' and ${notBlocked('e.creator_account_id', accountId)} and exists (select 1 from sharings as sh join accounts as sa on sa.id = sh.account_id and sa.deleted_at is null where sh.with_account_id = ${accountId} and sh.share_events = 1 and ${notBlocked('sh.account_id', accountId)}
    and (sh.account_id = e.creator_account_id or exists (select 1 from event_participants as th where th.event_id = e.id and th.account_id = sh.account_id
      and th.is_hidden = 0 and (th.is_co_organizer = 1 or th.status = 'accepted'))))))`

export const areRelations = async (db: Conn, a: string, b: string): Promise<boolean> =>
  (await db
    .selectFrom('relations')
    .where('account_id', '=', a)
    .where('with_account_id', '=', b)
    .select('account_id')
    .executeTakeFirst()) !== undefined

/** The public part of another account: 404 across a block. A deleted account is an empty shell. */
export const visibleAccount = async (
  db: Conn,
  viewer: Viewer,
  accountId: string,
): Promise<Row<'accounts'>> => {
  const row = await db
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .selectAll()
    .executeTakeFirst()
  if (!row) return fail('not_found')
  if (accountId !== viewer.accountId && (await areBlocked(db, viewer.accountId, accountId)))
    return fail('not_found')
  return row
}

/**
 * Accounts among these whose first names the viewer may see: its own and those that share them;
 * never across a block.
 */
export const canViewFirstNames = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (accountIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('sharings as s')
    .where('s.account_id', 'in', [...accountIds])
    .where('s.with_account_id', '=', viewer.accountId)
    .where('s.share_names', '=', 1)
    .where(notBlocked('s.account_id', viewer.accountId))
    .select('s.account_id')
    .execute()
  return new Set([
    ...rows.map((r) => r.account_id),
    ...accountIds.filter((id) => id === viewer.accountId),
  ])
}

export interface Membership {
  readonly conversation: Row<'conversations'>
  readonly participant: Row<'conversation_participants'>
}

/**
 * The viewer's current membership; 404 alike for non-members, past members and missing
 * conversations.
 */
export const requireMember = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  conversationId: string,
): Promise<Membership> => {
  const conversation = await db
    .selectFrom('conversations')
    .where('id', '=', conversationId)
    .selectAll()
    .executeTakeFirst()
  const participant = await db
    .selectFrom('conversation_participants')
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', viewer.accountId)
    .where('left_at', 'is', null)
    .selectAll()
    .executeTakeFirst()
  return conversation && participant ? { conversation, participant } : fail('not_found')
}

/** Only the account's own media may be attached, used as avatar or put in an album. */
export const requireOwnMedia = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  ids: readonly string[],
): Promise<readonly Row<'media'>[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('media')
    .where('id', 'in', [...ids])
    .where('account_id', '=', viewer.accountId)
    .selectAll()
    .execute()
  const byId = new Map(rows.map((r) => [r.id, r]))
  return ids.map((id) => byId.get(id) ?? fail('media_not_yours'))
}

/**
 * `avatar`: visible to all members (avatars, profile photos), the only right with longer-lived
 * links.
 */
export type MediaRight = 'owner' | 'avatar' | 'member'

/**
 * Media among these that the account may see, with the reason. Checked when a link is signed and
 * when its bytes are fetched. Avatars and profile photos: all members except across a block;
 * message photos: current members of the conversation, above their `visible_after`, unless the
 * message is deleted; album photos: accounts that may open one of the albums at `now` (ms);
 * banners: accounts that see the event or its line in a list.
 */
export const readableMedia = async (
  db: Conn,
  accountId: string,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, MediaRight>> => {
  const rights = new Map<string, MediaRight>()
  if (ids.length === 0) return rights
  const wanted = [...new Set(ids)]
  const inMessages = await db
    .selectFrom('message_media as mm')
    .innerJoin('messages as m', 'm.id', 'mm.message_id')
    .innerJoin('conversation_participants as p', (j) =>
      j.onRef('p.conversation_id', '=', 'm.conversation_id').on('p.account_id', '=', accountId),
    )
    .where('mm.media_id', 'in', wanted)
    .where('m.deleted_at', 'is', null)
    .where('p.left_at', 'is', null)
    .whereRef('m.seq', '>', 'p.visible_after')
    .select('mm.media_id')
    .execute()
  for (const r of inMessages) rights.set(r.media_id, 'member')
  const inAlbums = await db
    .selectFrom('album_media as am')
    .innerJoin('albums as al', 'al.id', 'am.album_id')
    .where('am.media_id', 'in', wanted)
    .where(albumIsOpen(accountId, now))
    .select('am.media_id')
    .execute()
  for (const r of inAlbums) rights.set(r.media_id, 'member')
  const banners = await db
    .selectFrom('events as e')
    .where('e.banner_media_id', 'in', wanted)
    .where(eventIsShown(accountId))
    .select('e.banner_media_id as media')
    .execute()
  for (const r of banners) if (r.media) rights.set(r.media, 'member')
  const blocked = await blockedWith(db, accountId)
  const accounts = await db
    .selectFrom('accounts')
    .where('avatar_media_id', 'in', wanted)
    .where('deleted_at', 'is', null)
    .select(['id', 'avatar_media_id as media'])
    .execute()
  const identities = await db
    .selectFrom('identities as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .where('i.avatar_media_id', 'in', wanted)
    .where('a.deleted_at', 'is', null)
    .select(['a.id', 'i.avatar_media_id as media'])
    .execute()
  const onProfiles = await db
    .selectFrom('profile_photos as ph')
    .innerJoin('accounts as a', 'a.id', 'ph.account_id')
    .where('ph.media_id', 'in', wanted)
    .where('a.deleted_at', 'is', null)
    .select(['a.id', 'ph.media_id as media'])
    .execute()
  for (const r of [...accounts, ...identities, ...onProfiles])
    if (r.media && !blocked.has(r.id)) rights.set(r.media, 'avatar')
  const groups = await db
    .selectFrom('conversations as c')
    .innerJoin('conversation_participants as p', 'p.conversation_id', 'c.id')
    .where('c.avatar_media_id', 'in', wanted)
    .where('p.account_id', '=', accountId)
    .where('p.left_at', 'is', null)
    .select('c.avatar_media_id as media')
    .execute()
  for (const r of groups) if (r.media) rights.set(r.media, 'member')
  const own = await db
    .selectFrom('media')
    .where('id', 'in', wanted)
    .where('account_id', '=', accountId)
    .select('id')
    .execute()
  for (const r of own) rights.set(r.id, rights.get(r.id) === 'avatar' ? 'avatar' : 'owner')
  return rights
}

/** Whether the viewer may subscribe to a channel; checked at every subscription. */
export const mayListen = async (
  ctx: Pick<Ctx, 'db'>,
  viewer: Viewer,
  channel: string,
): Promise<boolean> => {
  const parsed = parseChannel(channel)
  if (!parsed) return false
  const { kind, id } = parsed
  if (kind === 'account' || kind === 'system') return id === viewer.accountId
  if (kind === 'identity') return viewer.identityIds.includes(id)
  if (kind === 'conversation') {
    const row = await ctx.db
      .selectFrom('conversation_participants')
      .where('conversation_id', '=', id)
      .where('account_id', '=', viewer.accountId)
      .where('left_at', 'is', null)
      .select('account_id')
      .executeTakeFirst()
    return row !== undefined
  }
  return maySeePresence(ctx.db, viewer.accountId, id)
}

/**
 * Whether an account sees the presence of another: its own, relations, and members of a shared
 * conversation (a direct one needs a message); never across a block, nor when one of the two hides
 * its presence.
 */
export const maySeePresence = async (
  db: Conn,
  accountId: string,
  otherId: string,
): Promise<boolean> => {
  if (accountId === otherId) return true
  const hidden = await db
    .selectFrom('accounts')
    .where('id', 'in', [accountId, otherId])
    .where('presence_hidden', '=', 1)
    .select('id')
    .executeTakeFirst()
  if (hidden || (await areBlocked(db, accountId, otherId))) return false
  if (await areRelations(db, accountId, otherId)) return true
  const shared = await db
    .selectFrom('conversation_participants as mine')
    .innerJoin(
      'conversation_participants as theirs',
      'theirs.conversation_id',
      'mine.conversation_id',
    )
    .innerJoin('conversations as c', 'c.id', 'mine.conversation_id')
    // an empty direct conversation does not count: any account can open one unseen
    .where((eb) => eb.or([eb('c.type', '!=', 'direct'), eb('c.last_message_id', 'is not', null)]))
    .where('mine.account_id', '=', accountId)
    .where('theirs.account_id', '=', otherId)
    .where('mine.left_at', 'is', null)
    .where('theirs.left_at', 'is', null)
    // «Pseudo caché»: presence must not reveal a common event
    .where((eb) => eb.or([eb('theirs.hidden', '=', 0), eb('mine.is_admin', '=', 1)]))
    .select('mine.conversation_id')
    .executeTakeFirst()
  return shared !== undefined
}
