import { sayMet, showMetCode } from '#contract/verification'
import type { Member } from '../server/server'

/** `other` shows a code, `one` types it in. The status of the first of both that is refused. */
export const meet = async (one: Member, other: Member): Promise<number> => {
  const shown = await other.call(showMetCode, { params: { id: one.accountId } })
  if (shown.status !== 201) return shown.status
  const { code } = shown.body
  return (await one.call(sayMet, { params: { id: other.accountId }, body: { code } })).status
}
