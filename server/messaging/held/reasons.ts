import { missingAgreements, requireAgreed } from '../../access/agreements'
import type { Conn } from '../../db/dialect'
import type { SenderContext } from '../messages/queries-send'
import type { HoldReason, SendRequest } from '../messages/send-types'

/**
 * Whether a new message must wait for identities of its account; null: it is sent. Asked under the
 * conversation's lock, in the transaction of the send. Fails with `photo_waiting` for a photo that a
 * subject has refused.
 */
export const reasonToHold = async (
  trx: Conn,
  { identityId, viewer, body }: SendRequest,
  { four_hands }: Pick<SenderContext, 'four_hands'>,
): Promise<HoldReason | null> => {
  if (four_hands === 1 && identityId === null && viewer.identityIds.length > 1)
    return { reason: 'four_hands', wanted: viewer.identityIds }
  const media = body.media_ids ?? []
  const missing = await missingAgreements(trx, media)
  if (missing.length === 0) return null
  if (missing.some((s) => s.state !== 'asked')) await requireAgreed(trx, media)
  return { reason: 'photo', wanted: [...new Set(missing.map((s) => s.identity_id))] }
}
