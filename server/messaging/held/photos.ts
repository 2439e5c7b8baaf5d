import { identityIdsOf } from '../../access/accounts'
import { mediaAwaitingAgreement } from '../../access/agreements'
import { withdrawAgreements } from '../../agreements/service'
import type { Ctx, Viewer } from '../../context'
import { retryOnDeadlock, type Conn } from '../../db/dialect'
import { Fail } from '../../fail'
import { broadcastMessage } from '../messages/announce'
import { publishHeld } from './publish'
import { closeHeld, lockHeld, mediaOfHeld, type HeldRow } from './queries'
import { sendHeld } from './service'

/** The viewer who wrote a held message; without a session. */
const senderOf = async (ctx: Ctx, row: HeldRow): Promise<Viewer> => ({
  userId: row.user_id,
  sessionId: '',
  accountId: row.account_id,
  identityId: row.sender_identity_id,
  identityIds: await identityIdsOf(ctx.db, row.account_id),
})

/** The message, locked, once all of its photos are agreed to; null: it still waits for one. */
const lockAgreed = async (trx: Conn, row: HeldRow) => {
  const held = await lockHeld(trx, row.account_id, row.id)
  const media = (await mediaOfHeld(trx, [held.id])).map((m) => m.id)
  return held.reason !== 'photo' || (await mediaAwaitingAgreement(trx, media)).size > 0
    ? null
    : { held, isEmpty: held.content === '' && media.length === 0 }
}

/**
 * After a send was refused although all photos are agreed to: the message is no longer sent
 * automatically. Its sender, or both, must agree to what is left of it; without photo and text it is
 * withdrawn.
 */
const askSender = async (ctx: Ctx, viewer: Viewer, row: HeldRow): Promise<void> => {
  await ctx.db.transaction().execute(async (trx) => {
    const agreed = await lockAgreed(trx, row)
    if (!agreed) return
    const now = ctx.now()
    await withdrawAgreements(trx, row.id, now)
    if (agreed.isEmpty) return closeHeld(trx, row.id, 'withdrawn', now)
    const wanted = viewer.identityId === null ? viewer.identityIds : [viewer.identityId]
    await trx
      .updateTable('held_messages')
      .set({
        reason: 'four_hands',
        wanted: JSON.stringify(wanted),
        revision: agreed.held.revision + 1,
        updated_at: now,
      })
      .where('id', '=', row.id)
      .execute()
  })
  publishHeld(ctx, viewer, row.conversation_id, row.id)
}

const release = async (ctx: Ctx, row: HeldRow): Promise<void> => {
  const viewer = await senderOf(ctx, row)
  const send = async (trx: Conn) => {
    const agreed = await lockAgreed(trx, row)
    return agreed && sendHeld(trx, ctx, viewer, agreed.held)
  }
  // a deletion of its photo locks the photo before the message
  const sent = retryOnDeadlock(() => ctx.db.transaction().execute(send))
  const written = await sent.catch((error: unknown) =>
    error instanceof Fail ? askSender(ctx, viewer, row) : Promise.reject(error),
  )
  if (!written) return
  publishHeld(ctx, viewer, row.conversation_id, null)
  // presented by the broadcast: nothing here would wait for it, and a rejection end the process
  broadcastMessage(ctx, { viewer, message: null, written })
}

/** Messages that wait for the agreements of their photos. */
const heldForPhotos = (db: Conn) =>
  db
    .selectFrom('held_messages as h')
    .where('h.reason', '=', 'photo')
    .where('h.state', '=', 'waiting')
    .selectAll('h')
    .orderBy('h.created_at')
const withPhoto = (db: Conn, accountId: string, mediaId: string) =>
  db
    .selectFrom('held_messages as h')
    .innerJoin('held_media as hm', 'hm.held_id', 'h.id')
    .where('hm.media_id', '=', mediaId)
    .where('h.account_id', '=', accountId)
    .where('h.state', '=', 'waiting')

/** Sends these messages, oldest first. After a failure of the database they keep waiting. */
const releaseAll = async (ctx: Ctx, rows: readonly HeldRow[]): Promise<void> => {
  for (const row of rows)
    try {
      await release(ctx, row)
    } catch (error) {
      if (!(error instanceof Fail))
        ctx.log.error({ err: error, heldId: row.id }, 'held message not sent')
    }
}

/** Sends the held messages whose last waiting photo this was. */
export const releaseHeldMessages = async (
  ctx: Ctx,
  accountId: string,
  mediaId: string,
): Promise<void> =>
  releaseAll(
    ctx,
    await heldForPhotos(ctx.db)
      .where('h.id', 'in', withPhoto(ctx.db, accountId, mediaId).select('h.id'))
      .execute(),
  )

/** The job: sends messages whose photos are all agreed to, but whose send failed at that moment. */
export const releaseAgreedMessages = async (ctx: Ctx): Promise<void> =>
  releaseAll(
    ctx,
    await heldForPhotos(ctx.db)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('held_media as hm')
              .innerJoin('media_subjects as s', 's.media_id', 'hm.media_id')
              .whereRef('hm.held_id', '=', 'h.id')
              .where('s.state', '!=', 'yes')
              .select('s.media_id'),
          ),
        ),
      )
      .execute(),
  )

/** The account's screens show whose answer is missing, or that the photo was refused. */
export const announcePhotoAnswer = async (
  ctx: Ctx,
  accountId: string,
  mediaId: string,
): Promise<void> => {
  const rows = await withPhoto(ctx.db, accountId, mediaId)
    .select('h.conversation_id')
    .distinct()
    .execute()
  for (const row of rows) publishHeld(ctx, { accountId }, row.conversation_id, null)
}
