import { TICKET_PREFIX } from '#contract/profile/agreement-code'
import type { Ctx, Viewer } from '../context'
import { equalsTimingSafe, sign } from '../tokens'
import { identityPasskeysOf } from './secrets'

const macOf = (ctx: Pick<Ctx, 'secret'>, viewer: Viewer, key: string, endsAt: string): string =>
  sign(ctx.secret, 'identity-passkey', viewer.sessionId, key, endsAt)

/** For a signed challenge: taken in place of a code, in this session, until then. */
export const newTicket = (
  ctx: Pick<Ctx, 'secret'>,
  viewer: Viewer,
  key: string,
  endsAt: number,
): string => [TICKET_PREFIX, key, endsAt, macOf(ctx, viewer, key, String(endsAt))].join('.')

/** Whether it is a ticket of this session for this person, whose passkey is still there. */
export const isTicketOf = async (
  ctx: Ctx,
  viewer: Viewer,
  identityId: string,
  ticket: string,
): Promise<boolean> => {
  const [, key = '', endsAt = '', mac = ''] = ticket.split('.')
  if (!equalsTimingSafe(mac, macOf(ctx, viewer, key, endsAt))) return false
  if (Number(endsAt) <= ctx.now()) return false
  return (await identityPasskeysOf(ctx.db, identityId)).some((k) => k.id === key)
}
