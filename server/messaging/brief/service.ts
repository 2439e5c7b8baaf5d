import { BRIEF_AGAIN_MS, BRIEF_SEALED_MS } from '#contract/messaging/brief'
import { mediaAwaitingAgreement } from '../../access/agreements'
import { requireMember } from '../../access/members'
import { mayWrite } from '../../access/writing'
import type { Ctx, Viewer } from '../../context'
import { takeNextClock, type Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { destroyMedia, readWhole } from '../../media/service'
import { republishMessages } from '../messages/deletion'
import { hasReceipts } from '../messages/present'
import { lockForSend } from '../held/queries'
import { memberIdsOf } from '../queries'

/** A photo that the viewer received and may still open; null: expired, destroyed or taken back. */
const findPhoto = async (db: Conn, viewer: Viewer, id: string, now: number) => {
  const row = await db
    .selectFrom('brief_photos as b')
    .innerJoin('messages as m', 'm.id', 'b.message_id')
    .where('b.id', '=', id)
    .select([
      'b.id',
      'b.mode',
      'b.expires_at',
      'b.media_id',
      'b.message_id',
      'b.account_id',
      'm.conversation_id',
      'm.seq',
      'm.deleted_at',
    ])
    .forUpdate('b')
    .executeTakeFirst()
  if (!row) return fail('not_found')
  const { participant, conversation } = await requireMember(db, viewer, row.conversation_id)
  // its sender has no way back to it either
  if (row.seq <= participant.visible_after || row.account_id === viewer.accountId)
    return fail('not_found')
  const isGone =
    row.media_id === null ||
    row.deleted_at !== null ||
    row.expires_at <= now ||
    (await mediaAwaitingAgreement(db, [row.media_id])).size > 0
  return { ...row, conversation, media_id: isGone ? null : row.media_id }
}

/**
 * Records that the viewer opens a photo, before its bytes leave; true the first time. Fails with
 * `brief_gone` when the account has opened it in another view.
 */
const claim = async (
  trx: Conn,
  viewer: Viewer,
  photo: { readonly id: string; readonly mode: 'once' | 'day' },
  viewId: string,
  now: number,
): Promise<boolean> => {
  const inserted = await trx
    .insertInto('brief_views')
    .values({ photo_id: photo.id, account_id: viewer.accountId, view_id: viewId, opened_at: now })
    .onConflict((oc) => oc.doNothing())
    .returning('photo_id')
    .executeTakeFirst()
  if (inserted) return true
  if (photo.mode === 'day') return false
  const known = await trx
    .selectFrom('brief_views')
    .where('photo_id', '=', photo.id)
    .where('account_id', '=', viewer.accountId)
    .select(['view_id', 'opened_at'])
    .executeTakeFirstOrThrow()
  // the same view asks again: its reply was lost
  if (known.view_id !== viewId || known.opened_at + BRIEF_AGAIN_MS < now) fail('brief_gone')
  return false
}

/** Ends a photo that every other member of the conversation has opened. */
const endWhenSeen = async (
  trx: Conn,
  photo: { readonly id: string; readonly conversation_id: string; readonly account_id: string },
  now: number,
): Promise<void> => {
  const views = await trx
    .selectFrom('brief_views')
    .where('photo_id', '=', photo.id)
    .select('account_id')
    .execute()
  const seen = new Set(views.map((v) => v.account_id))
  const members = await memberIdsOf(trx, photo.conversation_id)
  if (members.some((id) => id !== photo.account_id && !seen.has(id))) return
  await trx
    .updateTable('brief_photos')
    // the last view may still ask for a lost reply
    .set({ expires_at: now + BRIEF_AGAIN_MS })
    .where('id', '=', photo.id)
    .where('expires_at', '>', now + BRIEF_AGAIN_MS)
    .execute()
}

/**
 * The bytes of a photo, for one view. Fails with `not_found`, and `brief_gone`, also where its file is
 * missing.
 */
export const openBriefPhoto = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  viewId: string,
): Promise<{ jpeg: string }> => {
  const now = ctx.now()
  const { photo, isTold } = await ctx.db.transaction().execute(async (trx) => {
    const message = await trx
      .selectFrom('brief_photos as b')
      .innerJoin('messages as m', 'm.id', 'b.message_id')
      .where('b.id', '=', id)
      .select('m.conversation_id')
      .executeTakeFirst()
    // before the photo, as a deletion of its message does
    if (message) await lockForSend(trx, message.conversation_id)
    const found = await findPhoto(trx, viewer, id, now)
    if (found.media_id === null) return fail('brief_gone')
    // a receipt: across a block the sender is not to read it, nor an end of the photo that says as much
    const isTold =
      (await claim(trx, viewer, found, viewId, now)) &&
      (!hasReceipts(found.conversation.type) || (await mayWrite(trx, viewer, found.conversation)))
    if (isTold && found.mode === 'once') await endWhenSeen(trx, found, now)
    if (isTold) {
      const changed = (await takeNextClock(trx, found.conversation_id, now)) ?? now
      await trx
        .updateTable('messages')
        .set({ changed })
        .where('id', '=', found.message_id)
        .execute()
    }
    return { photo: { ...found, media_id: found.media_id }, isTold }
  })
  // before the bytes are read: a retry after their failure is no longer the first view
  if (isTold) ctx.bus.later('brief-opened', () => republishMessages(ctx, [photo.message_id]))
  const media = await ctx.db
    .selectFrom('media')
    .where('id', '=', photo.media_id)
    .select('storage_key')
    .executeTakeFirst()
  const bytes = media && (await readWhole(ctx.storage, media.storage_key))
  return bytes ? { jpeg: bytes.toString('base64') } : fail('brief_gone')
}

/** The job: destroys photos whose sealed time has expired. */
export const destroyExpiredBriefPhotos = async (ctx: Ctx): Promise<void> => {
  const rows = await ctx.db
    .selectFrom('brief_photos')
    .where('expires_at', '<=', ctx.now() - BRIEF_SEALED_MS)
    .where('media_id', 'is not', null)
    .select(['media_id', 'account_id'])
    .limit(500)
    .execute()
  for (const { media_id, account_id } of rows)
    if (media_id) await destroyMedia(ctx, account_id, [media_id])
}
