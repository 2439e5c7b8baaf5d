import type { Ctx } from '../../context'
import type { Row } from '../../db/tables'
import { HIDDEN_NAME, type Mask } from './mask'
import { DELETED_HANDLE } from '../../profile/service'
import { distinctIds } from '../messages/present'
import { sendersOf } from '../queries'

type Sent = Pick<Row<'messages'>, 'sender_account_id' | 'sender_identity_id'>

/**
 * Display names of senders: the identity's handle, or the account's in both mode; hidden and
 * deleted ones as such. Two queries.
 */
export const loadSenderNames = async (
  ctx: Pick<Ctx, 'db'>,
  rows: readonly Sent[],
): Promise<(row: Sent, mask: Mask) => string> => {
  const { accounts, identities } = await sendersOf(
    ctx.db,
    distinctIds(rows.map((r) => r.sender_account_id)),
    distinctIds(rows.map((r) => r.sender_identity_id)),
  )
  return (row, mask) => {
    if (mask.hides(row.sender_account_id)) return HIDDEN_NAME
    const account = accounts.get(row.sender_account_id ?? '')
    return !account || account.deleted_at !== null
      ? DELETED_HANDLE
      : (identities.get(row.sender_identity_id ?? '')?.handle ?? account.handle)
  }
}
