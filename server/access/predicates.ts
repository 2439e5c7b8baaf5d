import { sql, type SqlBool } from 'kysely'
import { type AccountExpression, notSeparated } from './blocks'

/**
 * SQL, on `albums as al`: the account may open this album at this instant (ms). Its own; public
 * ones; private ones while their owner shares them all, or this one, with it. Never albums of
 * blocked or deleted accounts.
 */
export const albumIsOpen = (
  accountId: AccountExpression,
  now: number,
) => sql<SqlBool>`(al.account_id = ${accountId} or (
  (al.is_public = 1
    or exists (select 1 from sharings as sh where sh.account_id = al.account_id
      and sh.with_account_id = ${accountId} and sh.share_all_albums = 1)
    or exists (select 1 from album_shares as one where one.album_id = al.id
      and one.account_id = al.account_id and one.with_account_id = ${accountId}
      and (one.expires_at is null or one.expires_at > ${now})))
  and exists (select 1 from accounts as ow where ow.id = al.account_id and ow.deleted_at is null)
  and ${notSeparated('al.account_id', accountId)}))`

/** SQL, on `album_shares as s`: the share has not ended at this instant (ms). */
export const shareIsOpen = (now: number) =>
  sql<SqlBool>`(s.expires_at is null or s.expires_at > ${now})`

/**
 * SQL, on `events as e`: the account may read the details of this event. The creator; else, without
 * a block between the two: organizers, participants and the waiting list, and the creator's
 * relations once it is published and open to them. The only rule: `readEventForEntry`, news and banners
 * use it.
 */
export const eventIsReadable = (
  accountId: AccountExpression,
) => sql<SqlBool>`(e.creator_account_id = ${accountId} or (${notSeparated('e.creator_account_id', accountId)} and (
  exists (select 1 from event_participants as own where own.event_id = e.id
    and own.account_id = ${accountId} and (own.is_co_organizer = 1
    or own.status not in ('declined', 'cancelled')))
  or (e.status <> 'draft' and e.access_type = 'open_to_relations'
    and exists (select 1 from relations as re where re.account_id = ${accountId}
      and re.with_account_id = e.creator_account_id)))))`

/**
 * SQL, on `events as e`: the account sees this event, as details or in a list that a member shares
 * (`sharedEventsOf`). Never across a block with the creator or with the sharing member.
 */
export const eventIsVisible = (accountId: string) => sql<SqlBool>`(${eventIsReadable(accountId)}
  or (e.status = 'published' and ${notSeparated('e.creator_account_id', accountId)} and exists (select 1
    from sharings as sh join accounts as sa on sa.id = sh.account_id and sa.deleted_at is null
    where sh.with_account_id = ${accountId} and sh.share_events = 1
    and ${notSeparated('sh.account_id', accountId)}
    and (sh.account_id = e.creator_account_id or exists (select 1 from event_participants as th
      where th.event_id = e.id and th.account_id = sh.account_id
      and th.is_hidden = 0 and (th.is_co_organizer = 1 or th.status = 'accepted'))))))`

/**
 * SQL, on `events as e`: published. For lists by the ids of one account's events: written so that
 * no engine prefers the index of all published events to those ids.
 */
export const isPublished = sql<SqlBool>`e.status || '' = 'published'`
