import { randomBytes } from 'node:crypto'
import { interestOf, type saveWebPush } from '#contract/push'
import type { ParsedInput } from '#contract/route'
import type { Ctx, Viewer } from '../context'
import { fail } from '../fail'
import { hashSecret } from '../tokens'
import { mayCallEndpoint, readSubscription } from './endpoints'
import { addInterests, insertDevice, removeInterests } from './queries'
import { USER_AGENT_MAX, unboundDeviceRow, bindDevice, deviceUserOf } from './devices'

/** A plain subscription (iOS). Fails with `invalid_payload`, `push_endpoint_refused`, `foreign_identity`. */
export const saveSubscription = async (
  ctx: Ctx,
  viewer: Viewer,
  body: ParsedInput<typeof saveWebPush>['body'],
): Promise<void> => {
  if (!viewer.identityIds.includes(body.identityId)) fail('foreign_identity')
  const sub = readSubscription(body)
  if (typeof sub === 'string')
    return fail('invalid_payload', [
      { path: `body.${sub}`, message: `${sub} manquant ou illisible` },
    ])
  if (!mayCallEndpoint(ctx.env, sub.endpoint)) fail('push_endpoint_refused')
  await ctx.db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('push_devices')
      .where('kind', '=', 'webpush')
      .where('account_id', '=', viewer.accountId)
      .where('endpoint_hash', '=', hashSecret(sub.endpoint))
      .selectAll()
      .executeTakeFirst()
    const device = {
      ...unboundDeviceRow(
        ctx,
        known?.id ?? `ios-${randomBytes(24).toString('base64url')}`,
        'webpush',
        sub,
      ),
      identity_id: body.identityId,
      user_agent: body.userAgent.slice(0, USER_AGENT_MAX),
    }
    if (known)
      await trx
        .updateTable('push_devices')
        .set({ p256dh: sub.p256dh, auth: sub.auth, identity_id: body.identityId })
        .where('id', '=', known.id)
        .execute()
    else await insertDevice(trx, device)
    await bindDevice(trx, device, deviceUserOf(viewer), ctx.now())
    await removeInterests(trx, device.id)
    await addInterests(trx, device.id, [interestOf(viewer.accountId, body.identityId)])
  })
}
/** Subscriptions of the calling user only: an endpoint is as good as a key. */
export const listSubscriptions = async (
  ctx: Ctx,
  viewer: Viewer,
): Promise<{ endpoint: string; identityId: string | null }[]> =>
  (
    await ctx.db
      .selectFrom('push_devices')
      .where('kind', '=', 'webpush')
      .where('user_id', '=', viewer.userId)
      .where('account_id', '=', viewer.accountId)
      .select(['endpoint', 'identity_id'])
      .orderBy('created_at')
      .execute()
  ).flatMap((r) => (r.endpoint ? [{ endpoint: r.endpoint, identityId: r.identity_id }] : []))
export const removeSubscription = async (
  ctx: Ctx,
  viewer: Viewer,
  endpoint: string,
): Promise<void> => {
  await ctx.db
    .deleteFrom('push_devices')
    .where('kind', '=', 'webpush')
    .where('account_id', '=', viewer.accountId)
    .where('endpoint_hash', '=', hashSecret(endpoint))
    .execute()
}
