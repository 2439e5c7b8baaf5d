import { randomBytes } from 'node:crypto'
import type { PushDevice, subscribePush } from '#contract/push'
import type { ParsedInput } from '#contract/route'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'
import { iso } from '../iso'
import { hashSecret } from '../tokens'
import type { Subscription } from './endpoints'
import type { DeviceUser, BeamsInstance } from './keys'
import {
  addInterests,
  deleteDevice,
  findDevice,
  insertDevice,
  interestsOf,
  allowedInterests,
  removeInterests,
  isSessionActive,
  type Device,
} from './queries'

/** Push devices per account; the oldest is removed. */
const DEVICES_MAX = 20
export const USER_AGENT_MAX = 300

/** The row of a device that is bound to nobody yet. */
export const unboundDeviceRow = (
  ctx: Pick<Ctx, 'now'>,
  id: string,
  kind: Device['kind'],
  sub: Subscription | null,
): Device => ({
  id,
  kind,
  endpoint: sub?.endpoint ?? null,
  endpoint_hash: sub ? hashSecret(sub.endpoint) : null,
  p256dh: sub?.p256dh ?? null,
  auth: sub?.auth ?? null,
  platform: kind === 'webpush' ? 'ios' : 'web',
  user_agent: '',
  sdk_version: null,
  session_id: null,
  user_id: null,
  account_id: null,
  identity_id: null,
  created_at: ctx.now(),
  bound_at: null,
})

/**
 * Registers a browser for the SDK: not bound to an account, so nothing is sent to it. Its id is its
 * only key, so it must not be guessable.
 */
export const registerDevice = async (
  ctx: Ctx,
  sub: Subscription,
  sdkVersion: string | null,
): Promise<string> => {
  const id = `web-${randomBytes(24).toString('base64url')}`
  await insertDevice(ctx.db, {
    ...unboundDeviceRow(ctx, id, 'embedded', sub),
    sdk_version: sdkVersion,
  })
  return id
}

/**
 * Removes other rows of the same browser, identified by endpoint and keys; the endpoint alone is
 * not enough.
 */
const replaceOthers = async (trx: Conn, device: Device): Promise<void> => {
  if (!device.endpoint_hash || !device.p256dh || !device.auth) return
  await trx
    .deleteFrom('push_devices')
    .where('endpoint_hash', '=', device.endpoint_hash)
    .where('p256dh', '=', device.p256dh)
    .where('auth', '=', device.auth)
    .where('id', '!=', device.id)
    .execute()
}

/**
 * Binds a device to its current user, while that session lives. Fails with `push_device_taken`: a
 * device never changes its account.
 */
export const bindDevice = async (
  trx: Conn,
  device: Device,
  user: DeviceUser,
  now: number,
): Promise<void> => {
  if (device.account_id !== null && device.account_id !== user.accountId) fail('push_device_taken')
  await trx
    .updateTable('push_devices')
    .set({
      account_id: user.accountId,
      user_id: user.userId,
      session_id: user.sessionId,
      bound_at: device.bound_at ?? now,
    })
    .where('id', '=', device.id)
    .execute()
  await replaceOthers(trx, device)
  const own = await trx
    .selectFrom('push_devices')
    .where('account_id', '=', user.accountId)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  for (const old of own.filter((o) => o.id !== device.id).slice(DEVICES_MAX - 1))
    await deleteDevice(trx, old.id)
}

/**
 * PUT …/user of the SDK. The token's session must still be active: a token signed before a logout
 * binds nothing.
 */
export const bindDeviceByToken = (ctx: Ctx, deviceId: string, user: DeviceUser): Promise<void> =>
  ctx.db.transaction().execute(async (trx) => {
    if (!(await isSessionActive(trx, user))) return fail('unauthorized')
    await bindDevice(trx, (await findDevice(trx, deviceId)) ?? fail('not_found'), user, ctx.now())
  })

/**
 * A device may have interests of its own account only; none while unbound. Fails with
 * `push_interest_refused`.
 */
const requireOwnInterests = async (
  trx: Conn,
  accountId: string | null,
  names: readonly string[],
): Promise<void> => {
  if (names.length === 0) return
  const own = accountId === null ? new Set<string>() : await allowedInterests(trx, accountId)
  if (!names.every((n) => own.has(n))) fail('push_interest_refused')
}
/**
 * For calls of the device API, which carry no session: the device's account decides. `set` replaces
 * the list.
 */
export const changeInterests = (
  ctx: Ctx,
  deviceId: string,
  change: { set: readonly string[] } | { add: string } | { remove: string },
): Promise<void> =>
  ctx.db.transaction().execute(async (trx) => {
    const device = (await findDevice(trx, deviceId)) ?? fail('not_found')
    const added = 'set' in change ? change.set : 'add' in change ? [change.add] : []
    await requireOwnInterests(trx, device.account_id, added)
    if ('set' in change) await removeInterests(trx, deviceId)
    if ('remove' in change) await removeInterests(trx, deviceId, [change.remove])
    await addInterests(trx, deviceId, added)
  })

export const deviceUserOf = (viewer: Viewer): DeviceUser => ({
  accountId: viewer.accountId,
  userId: viewer.userId,
  sessionId: viewer.sessionId,
})
const present = async (db: Conn, device: Device): Promise<PushDevice> => ({
  id: device.id,
  identity_id: device.identity_id,
  interests: await interestsOf(db, device.id),
  platform: device.platform,
  created_at: iso(device.created_at),
})
/** Null alike for a missing, unbound or foreign device. Binds the device to the calling session. */
export const currentDevice = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
): Promise<PushDevice | null> => {
  const device = await findDevice(ctx.db, id)
  if (!device || device.account_id !== viewer.accountId) return null
  if (device.session_id !== viewer.sessionId)
    await ctx.db
      .updateTable('push_devices')
      .set({ session_id: viewer.sessionId, user_id: viewer.userId })
      .where('id', '=', id)
      .execute()
  return present(ctx.db, device)
}

/**
 * Fails with `foreign_identity`, `push_interest_refused`, `push_device_taken`, and `not_found` for
 * a device that never registered here.
 */
export const subscribeDevice = async (
  ctx: Ctx,
  instance: BeamsInstance,
  viewer: Viewer,
  body: ParsedInput<typeof subscribePush>['body'],
): Promise<PushDevice> => {
  if (!viewer.identityIds.includes(body.identityId)) fail('foreign_identity')
  return ctx.db.transaction().execute(async (trx) => {
    await requireOwnInterests(trx, viewer.accountId, body.interests)
    let device = await findDevice(trx, body.deviceId)
    if (!device) {
      // hosted devices register elsewhere: this is their first call here
      if (!instance.hosted) return fail('not_found')
      device = unboundDeviceRow(ctx, body.deviceId, 'hosted', null)
      await insertDevice(trx, device)
    }
    await bindDevice(trx, device, deviceUserOf(viewer), ctx.now())
    await trx
      .updateTable('push_devices')
      .set({ identity_id: body.identityId, user_agent: body.userAgent.slice(0, USER_AGENT_MAX) })
      .where('id', '=', device.id)
      .execute()
    await removeInterests(trx, device.id)
    await addInterests(trx, device.id, body.interests)
    return present(trx, { ...device, identity_id: body.identityId })
  })
}

/** Idempotent. The device stays registered, and nothing is sent to it. */
export const unsubscribeDevice = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  await ctx.db.transaction().execute(async (trx) => {
    const device = await findDevice(trx, id)
    if (device?.account_id !== viewer.accountId) return
    await removeInterests(trx, id)
    await trx.deleteFrom('push_queue').where('device_id', '=', id).execute()
    await trx.updateTable('push_devices').set({ identity_id: null }).where('id', '=', id).execute()
  })
}
