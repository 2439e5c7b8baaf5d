import { waitingMedia } from '../../access/agreements'
import type { Ctx, Viewer } from '../../context'
import { Fail, fail } from '../../fail'
import { announce } from '../messages/announce'
import { presentMessages } from '../messages/present'
import { publishHeld } from './publish'
import { lockHeld, mediaOfHeld, type HeldRow } from './queries'
import { sendHeld } from './service'

/** The sender of a held message, as in the call that wrote it. */
const senderOf = async (ctx: Ctx, row: HeldRow): Promise<Viewer> => ({
  userId: row.user_id,
  sessionId: '',
  accountId: row.account_id,
  identityId: row.sender_identity_id,
  identityIds: (
    await ctx.db
      .selectFrom('identities')
      .where('account_id', '=', row.account_id)
      .select('id')
      .orderBy('is_primary', 'desc')
      .orderBy('id')
      .execute()
  ).map((i) => i.id),
})

const release = async (ctx: Ctx, row: HeldRow): Promise<void> => {
  const viewer = await senderOf(ctx, row)
  const written = await ctx.db.transaction().execute(async (trx) => {
    const held = await lockHeld(trx, row.account_id, row.id)
    const media = (await mediaOfHeld(trx, [held.id])).map((m) => m.id)
    return (await waitingMedia(trx, media)).size > 0 ? null : sendHeld(trx, ctx, viewer, held)
  })
  if (!written) return
  publishHeld(ctx, viewer, row.conversation_id, null)
  const message = presentMessages(ctx, written.conversation, [written.row], viewer.accountId).then(
    ([one]) => one ?? fail('not_found'),
  )
  announce(ctx, { viewer, message, written })
}

/** Sends the held messages whose last waiting photo this was. Those that are refused keep waiting. */
export const releaseMessages = async (
  ctx: Ctx,
  accountId: string,
  mediaId: string,
): Promise<void> => {
  const rows = await ctx.db
    .selectFrom('held_messages as h')
    .innerJoin('held_media as hm', 'hm.held_id', 'h.id')
    .where('hm.media_id', '=', mediaId)
    .where('h.account_id', '=', accountId)
    .where('h.reason', '=', 'photo')
    .where('h.state', '=', 'waiting')
    .selectAll('h')
    .orderBy('h.created_at')
    .execute()
  for (const row of rows)
    try {
      await release(ctx, row)
    } catch (error) {
      if (!(error instanceof Fail)) throw error
    }
}
