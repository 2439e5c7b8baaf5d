import { sql } from 'kysely'
import { idsOrNone, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { detachPhoto, destroyPhoto, detachOutsideMessages } from '../media/service'
import { newId } from '../tokens'
import type { PhotoShares } from './photos'
import type { Copies, Division } from './division'

/** Photos of the leaver go to the new account, in a private album, or are destroyed. */
const moveOwn = async (trx: Conn, d: Division, ids: readonly string[]): Promise<void> => {
  const { to, leaver, now } = d
  if (!to || ids.length === 0) return
  const album = newId()
  await trx
    .insertInto('albums')
    .values({
      id: album,
      account_id: to.accountId,
      name: 'Photos d’avant',
      is_public: 0,
      created_at: now,
    })
    .execute()
  for (const [position, id] of ids.entries()) {
    await detachOutsideMessages(trx, id)
    await sql`update media set account_id = ${to.accountId},
      identity_id = case when identity_id = ${leaver.id} then ${to.identityId} end
      where id = ${id}`.execute(trx)
    await sql`update media_subjects set account_id = ${to.accountId},
      identity_id = ${to.identityId} where media_id = ${id}`.execute(trx)
    await sql`update photo_claims set account_id = ${to.accountId} where media_id = ${id}`.execute(
      trx,
    )
    await trx
      .insertInto('album_media')
      .values({ album_id: album, media_id: id, position, added_at: now })
      .execute()
  }
}

/** Both chose to keep it: one copy for each, visible to its owner only. */
const keepBoth = async (
  trx: Conn,
  { to, from, now }: Division,
  id: string,
  copies: Copies,
): Promise<string[]> => {
  const messageIds = await detachPhoto(trx, id, now)
  await detachOutsideMessages(trx, id)
  await trx.deleteFrom('media_subjects').where('media_id', '=', id).execute()
  await trx
    .updateTable('media')
    .set({ people: null, identity_id: null })
    .where('id', '=', id)
    .execute()
  await trx.insertInto('kept_photos').values({ media_id: id, account_id: from }).execute()
  const copy = copies.get(id)
  const row = await trx
    .selectFrom('media')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  if (to && copy) {
    await trx
      .insertInto('media')
      .values({ ...row, ...copy, filename: `${copy.id}.jpg`, account_id: to.accountId })
      .execute()
    await trx
      .insertInto('kept_photos')
      .values({ media_id: copy.id, account_id: to.accountId })
      .execute()
  }
  return messageIds
}

/**
 * Hashes of the pictures of both, and of those that the other person had refused: a new upload of one
 * stays invisible to others.
 */
const noteHashes = async (trx: Conn, d: Division, ids: readonly string[]): Promise<void> => {
  const { from, to, leaver } = d
  const named = await trx
    .selectFrom('media')
    .where('id', 'in', idsOrNone(ids))
    .where('people', '=', 'named')
    .where('hash', 'is not', null)
    .select('hash')
    .execute()
  const refused = await trx
    .selectFrom('media_refusals')
    .where('account_id', '=', from)
    .select(['identity_id', 'hash'])
    .execute()
  const both = named.flatMap((r) => (r.hash === null ? [] : [r.hash]))
  const by = (isLeaver: boolean) =>
    refused.filter((r) => (r.identity_id === leaver.id) === isLeaver).map((r) => r.hash)
  const note = async (account_id: string, hashes: readonly string[]): Promise<void> => {
    for (const hash of new Set(hashes))
      await trx
        .insertInto('parted_photos')
        .values({ account_id, hash })
        .onConflict((c) => c.doNothing())
        .execute()
  }
  await note(from, [...both, ...by(true)])
  if (to) await note(to.accountId, [...both, ...by(false)])
}

/**
 * Ends the photos seen once or for a day that show both, or the leaver without their agreement: only
 * the leaver's name, which goes, kept them closed.
 */
const endBrief = async (trx: Conn, { leaver, now }: Division): Promise<void> => {
  await sql`update brief_photos set expires_at = ${now} where expires_at > ${now}
    and exists (select 1 from media_subjects as s where s.media_id = brief_photos.media_id
      and s.identity_id = ${leaver.id} and (s.state <> 'yes'
        or exists (select 1 from media_subjects as o
          where o.media_id = s.media_id and o.identity_id <> s.identity_id)))`.execute(trx)
}

/**
 * Divides the photos, in the transaction of the division. Returns the deleted rows, whose files
 * remain to be removed, and the messages that lost a photo.
 */
export const movePhotos = async (
  trx: Conn,
  d: Division,
  shares: PhotoShares,
  kept: readonly string[],
  copies: Copies,
): Promise<{ rows: Row<'media'>[]; messageIds: string[] }> => {
  const rows: Row<'media'>[] = []
  const messageIds: string[] = []
  // what waits for the two is withdrawn with its photos
  await trx.deleteFrom('held_messages').where('account_id', '=', d.from).execute()
  await trx.deleteFrom('held_answers').where('account_id', '=', d.from).execute()
  await noteHashes(trx, d, shares.both)
  for (const id of kept) messageIds.push(...(await keepBoth(trx, d, id, copies)))
  const gone = shares.both.filter((id) => !kept.includes(id))
  for (const id of [...gone, ...(d.to ? [] : shares.leaver)]) {
    const removed = await destroyPhoto(trx, id, d.now)
    rows.push(...removed.rows)
    messageIds.push(...removed.messageIds)
  }
  await moveOwn(trx, d, shares.leaver)
  const avatar = d.leaver.avatar_media_id
  if (d.to && avatar !== null && shares.leaver.includes(avatar))
    await trx
      .updateTable('identities')
      .set({ avatar_media_id: avatar })
      .where('id', '=', d.to.identityId)
      .execute()
  await endBrief(trx, d)
  await sql`delete from media_subjects where identity_id = ${d.leaver.id}`.execute(trx)
  return { rows, messageIds }
}
