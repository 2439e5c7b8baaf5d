import type { Conn } from '../../db/dialect'
import type { SenderContext } from '../messages/queries-send'
import type { Hold, Send } from '../messages/send-types'

/**
 * Whether a new message must wait for identities of its account; null: it is sent. Asked under the
 * conversation's lock, in the transaction of the send.
 */
export const reasonToHold = async (
  _trx: Conn,
  { identityId, viewer }: Send,
  { four_hands }: Pick<SenderContext, 'four_hands'>,
): Promise<Hold | null> =>
  four_hands === 1 && identityId === null && viewer.identityIds.length > 1
    ? { reason: 'four_hands', wanted: viewer.identityIds }
    : null
