import { sql, type SqlBool } from 'kysely'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { mediaAwaitingAgreement } from './agreements'
import { separatedAccounts } from './blocks'
import { isPastMessage, requireNotParted } from './parting'
import { albumIsOpen, eventIsVisible } from './predicates'

/** SQL, on a row of `media`: it was not sent to be seen once or for a day. */
export const isNotBrief = sql<SqlBool>`not exists (
  select 1 from brief_photos as br where br.media_id = media.id)`

/**
 * Only the account's own media may be attached, used as avatar or put in an album. Fails with
 * `media_not_yours`, `photo_parted`. `use` `own`: the use shows nothing to others.
 */
export const requireOwnMedia = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  ids: readonly string[],
  use: 'show' | 'own' = 'show',
): Promise<readonly Row<'media'>[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('media')
    .where('id', 'in', [...ids])
    .where('account_id', '=', viewer.accountId)
    .where(isNotBrief)
    .selectAll()
    .execute()
  if (use === 'show') await requireNotParted(db, ids)
  const byId = new Map(rows.map((r) => [r.id, r]))
  return ids.map((id) => byId.get(id) ?? fail('media_not_yours'))
}

/**
 * `avatar`: visible to all members (avatars, profile photos), the only right with longer-lived
 * links.
 */
type MediaRight = 'owner' | 'avatar' | 'member'

/** Photos of messages that the account may read, with the type of the conversation. */
const inReadableMessages = (db: Conn, accountId: string, wanted: readonly string[]) =>
  db
    .selectFrom('message_media as mm')
    .innerJoin('messages as m', 'm.id', 'mm.message_id')
    .innerJoin('conversation_participants as p', (j) =>
      j.onRef('p.conversation_id', '=', 'm.conversation_id').on('p.account_id', '=', accountId),
    )
    .where('mm.media_id', 'in', [...wanted])
    .where('m.deleted_at', 'is', null)
    .where('p.left_at', 'is', null)
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .whereRef('m.seq', '>', 'p.visible_after')
    .select(['mm.media_id', 'c.type'])

/** Photos of discussions that the account took part in before a parting. */
const inPastTalks = (db: Conn, accountId: string, wanted: readonly string[]) =>
  db
    .selectFrom('message_media as mm')
    .innerJoin('messages as m', 'm.id', 'mm.message_id')
    .innerJoin('past_talks as pt', (j) =>
      j.onRef('pt.conversation_id', '=', 'm.conversation_id').on('pt.account_id', '=', accountId),
    )
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .where('mm.media_id', 'in', [...wanted])
    .where('m.deleted_at', 'is', null)
    .where(isPastMessage)
    .select(['mm.media_id', 'c.type'])

/** Photos of albums that the account may open, and banners of events that it sees. */
const inAlbumsAndEvents = (db: Conn, accountId: string, wanted: readonly string[], now: number) =>
  db
    .selectFrom('album_media as am')
    .innerJoin('albums as al', 'al.id', 'am.album_id')
    .where('am.media_id', 'in', [...wanted])
    .where(albumIsOpen(accountId, now))
    .select((eb) => eb.ref('am.media_id').$castTo<string | null>().as('media'))
    .unionAll(
      db
        .selectFrom('events as e')
        .where('e.banner_media_id', 'in', [...wanted])
        .where(eventIsVisible(accountId))
        .select('e.banner_media_id as media'),
    )

/** Avatars and profile photos of existing accounts, with the account. */
const onProfiles = (db: Conn, wanted: readonly string[]) =>
  db
    .selectFrom('accounts')
    .where('avatar_media_id', 'in', [...wanted])
    .where('deleted_at', 'is', null)
    .select(['id', 'avatar_media_id as media'])
    .unionAll(
      db
        .selectFrom('identities as i')
        .innerJoin('accounts as a', 'a.id', 'i.account_id')
        .where('i.avatar_media_id', 'in', [...wanted])
        .where('a.deleted_at', 'is', null)
        .select(['a.id', 'i.avatar_media_id as media']),
    )
    .unionAll(
      db
        .selectFrom('profile_photos as ph')
        .innerJoin('accounts as a', 'a.id', 'ph.account_id')
        .where('ph.media_id', 'in', [...wanted])
        .where('a.deleted_at', 'is', null)
        .select((eb) => ['a.id', eb.ref('ph.media_id').$castTo<string | null>().as('media')]),
    )

/**
 * Media among these that the account may see, with the reason. Checked when a link is signed and
 * when its bytes are fetched. Avatars and profile photos: all members except across a block;
 * message photos: current members of the conversation, above their `visible_after`, and who took
 * part in it before a parting, unless the message is deleted; pictures of groups: their members;
 * album photos: accounts that may open one of the albums at `now` (ms); banners: accounts that see
 * the event or its line in a list. Before all subjects agree: the photo's own account only.
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
  const inMessages = await inReadableMessages(db, accountId, wanted)
    .unionAll(inPastTalks(db, accountId, wanted))
    .execute()
  // a longer life of its link would tell that a photo of «Pseudo caché» is public elsewhere
  const amongGuests = new Set(inMessages.filter((r) => r.type === 'event').map((r) => r.media_id))
  for (const r of inMessages) rights.set(r.media_id, 'member')
  const opened = await inAlbumsAndEvents(db, accountId, wanted, now).execute()
  for (const r of opened) if (r.media) rights.set(r.media, 'member')
  const shown = await onProfiles(db, wanted).execute()
  const blocked = shown.length > 0 ? await separatedAccounts(db, accountId) : new Set<string>()
  for (const r of shown)
    if (r.media && !blocked.has(r.id) && !amongGuests.has(r.media)) rights.set(r.media, 'avatar')
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
    .where(isNotBrief)
    .select('id')
    .execute()
  for (const id of await mediaAwaitingAgreement(db, wanted)) rights.delete(id)
  for (const r of own) rights.set(r.id, rights.get(r.id) === 'avatar' ? 'avatar' : 'owner')
  return rights
}
