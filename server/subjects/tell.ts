import { HOUR_MS } from '#contract/limits'
import { mediaAwaitingAgreement } from '../access/agreements'
import { showAgreedPicture, type PictureChange } from '../access/pictures'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { iso } from '../iso'
import { addNews, announceNews } from '../news/service'
import { announcePictures, announceStaying } from './hiding'

/** Several photos in a row are one news item. */
const QUIET_MS = HOUR_MS

/** The account's own screens load it again. */
export const notifyOwnScreens = (ctx: Ctx, accountId: string, mediaId: string): void =>
  ctx.realtime.publish(
    'account.media.updated',
    { accountId, mediaId, status: 'agreement', progress: 100, updatedAt: iso(ctx.now()) },
    { accounts: [accountId] },
  )

export const notifyAccount = async (
  ctx: Ctx,
  accountId: string,
  type: 'agreement_asked' | 'photo_hidden',
  payload: Record<string, string>,
): Promise<void> => {
  const ids = await ctx.db.transaction().execute(async (trx) => {
    const recent = await trx
      .selectFrom('news')
      .where('account_id', '=', accountId)
      .where('news_type', '=', type)
      .where('payload', '=', JSON.stringify(payload))
      .where('created_at', '>', ctx.now() - QUIET_MS)
      .where('read_at', 'is', null)
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirst()
    if (recent) return []
    const item = { accountId, actorAccountId: null, eventId: null, type, payload }
    return addNews(trx, [item], ctx.now())
  })
  await announceNews(ctx, ids)
}

/** Notifies the account of open requests. */
export const announceAsked = async (
  ctx: Ctx,
  accountId: string,
  mediaId: string,
  identityIds: readonly string[],
): Promise<void> => {
  notifyOwnScreens(ctx, accountId, mediaId)
  const persons = await ctx.db
    .selectFrom('identities')
    .where('id', 'in', [...identityIds])
    .select('handle')
    .execute()
  for (const { handle } of persons)
    await notifyAccount(ctx, accountId, 'agreement_asked', { person: handle })
}

/** The places that show the photo now; null: a subject has still to agree. */
export const showAgreedPhoto = async (
  trx: Conn,
  mediaId: string,
): Promise<PictureChange[] | null> =>
  (await mediaAwaitingAgreement(trx, [mediaId])).has(mediaId)
    ? null
    : showAgreedPicture(trx, mediaId)

export const announceAgreed = (
  ctx: Ctx,
  { accountId }: Viewer,
  mediaId: string,
  places: readonly PictureChange[],
): void => {
  announcePictures(ctx, places)
  ctx.bus.emit('photo.answered', { accountId, mediaId, isAgreed: true })
}

/** A member of another account claims to be on the photo; the notification does not name them. */
export const announceClaimed = async (
  ctx: Ctx,
  accountId: string,
  mediaId: string,
): Promise<void> => {
  await announceStaying(ctx, accountId, mediaId)
  notifyOwnScreens(ctx, accountId, mediaId)
  await notifyAccount(ctx, accountId, 'photo_hidden', { why: 'claimed' })
}

/** The staff dismissed the claim. */
export const announceFreed = async (
  ctx: Ctx,
  accountId: string,
  mediaId: string,
  places: readonly PictureChange[],
): Promise<void> => {
  announcePictures(ctx, places)
  // open screens ask for the link again
  await announceStaying(ctx, accountId, mediaId)
  notifyOwnScreens(ctx, accountId, mediaId)
  await notifyAccount(ctx, accountId, 'photo_hidden', { why: 'freed' })
}
