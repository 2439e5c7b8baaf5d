import type { Ctx, Viewer } from '../../context'

/**
 * Tells the own devices that what waits in a conversation changed. `asked`: a held message that
 * wants a yes now; the other half is notified.
 */
export const publishHeld = (
  ctx: Pick<Ctx, 'realtime' | 'bus'>,
  { accountId }: Pick<Viewer, 'accountId'>,
  conversationId: string,
  asked: string | null,
): void => {
  ctx.realtime.publish(
    'account.held.updated',
    { accountId, conversationId, eventId: null },
    { accounts: [accountId] },
  )
  if (asked) ctx.bus.emit('agreement.asked', { accountId, subjectId: asked })
}
