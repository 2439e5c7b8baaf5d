import type { Ctx, Viewer } from '../../context'

/**
 * Publishes a change of the held messages to the account's own devices. `asked`: a held message
 * that needs a yes now; the other half gets a notification.
 */
export const publishHeld = (
  ctx: Pick<Ctx, 'realtime' | 'bus'>,
  { accountId }: Pick<Viewer, 'accountId'>,
  conversationId: string,
  asked: string | null,
): void => {
  ctx.realtime.publish(
    'account.held.updated',
    { accountId, id: conversationId },
    { accounts: [accountId] },
  )
  if (asked) ctx.bus.emit('agreement.asked', { accountId, subjectId: asked })
}
