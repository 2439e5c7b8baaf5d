import webPush from 'web-push'
import type { Ctx } from '../context'
import { newId } from '../tokens'
import type { ReadyPush } from './compose'
import { mayCallEndpoint } from './endpoints'
import type { BeamsInstance, Vapid } from './keys'
import type { Device } from './queries'

/** Result of a push: accepted; device gone; refused; retry (after ms, at least). */
export type PushOutcome = 'sent' | 'gone' | 'refused' | { readonly retryMs: number }

const TIMEOUT_MS = 10_000
const TTL_S = 24 * 3600
const RETRY_AFTER_MAX_S = 6 * 3600

const outcomeOf = (response: Response): PushOutcome => {
  if (response.ok) return 'sent'
  if (response.status === 404 || response.status === 410) return 'gone'
  if (response.status !== 429 && response.status < 500) return 'refused'
  const after = Number(response.headers.get('retry-after') ?? 0)
  return {
    retryMs: Number.isFinite(after) && after > 0 ? Math.min(after, RETRY_AFTER_MAX_S) * 1000 : 0,
  }
}

/** One request, without redirects, 10 s at most; its body is not read. */
const post = async (
  url: string,
  method: string,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer> | null,
): Promise<PushOutcome> => {
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return outcomeOf(response)
  } catch {
    return { retryMs: 0 }
  }
}

/** Every body is padded to this, so that its length does not reveal the kind of notification. */
const BODY_BYTES = 2_048
/** JSON with trailing spaces, which every reader ignores. */
const pad = (json: string): string =>
  json + ' '.repeat(Math.max(0, BODY_BYTES - Buffer.byteLength(json)))

const ICON = '/icon-192.png'
/**
 * A payload for the Beams worker and ours. `url` is a path, which the worker resolves against its
 * own origin.
 */
const payloadOf = (instance: BeamsInstance, ready: ReadyPush, tag: string) => ({
  notification: {
    title: ready.words.title,
    body: ready.words.body,
    icon: ICON,
    deep_link: ready.path,
    hide_notification_if_site_has_focus: true,
  },
  data: {
    url: ready.path,
    tag,
    pusher: {
      instanceId: instance.id,
      publishId: newId(),
      hasDisplayableContent: true,
      hasData: true,
    },
  },
})

/**
 * Encrypts for the browser (aes128gcm), signs with VAPID and sends. `tag`: a newer message replaces
 * an undelivered one with the same tag.
 */
export const sendToBrowser = async (
  ctx: Pick<Ctx, 'env'>,
  instance: BeamsInstance,
  vapid: Vapid,
  device: Device,
  ready: ReadyPush,
  tag: string,
): Promise<PushOutcome> => {
  if (!device.endpoint || !device.p256dh || !device.auth) return 'gone'
  // checked again: the list of services may have become shorter since registration
  if (!mayCallEndpoint(ctx.env, device.endpoint)) return 'gone'
  const {
    notification,
    data: { pusher, ...data },
  } = payloadOf(instance, ready, tag)
  // a plain subscription has no Beams state to report with
  const payload = pad(
    JSON.stringify({
      notification,
      data: device.kind === 'webpush' ? data : { ...data, pusher },
    }),
  )
  const details = webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    payload,
    {
      vapidDetails: vapid,
      TTL: TTL_S,
      contentEncoding: 'aes128gcm',
      urgency: ready.urgent ? 'high' : 'normal',
      topic: tag,
    },
  )
  const headers = Object.fromEntries(
    Object.entries(details.headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
  )
  return post(details.endpoint, details.method, headers, new Uint8Array(details.body))
}

/**
 * Hosted Beams: to the authenticated account, never to an interest, which any device may add there.
 */
export const sendToHosted = (
  instance: BeamsInstance,
  publicUrl: string,
  accountId: string,
  ready: ReadyPush,
  tag: string,
): Promise<PushOutcome> => {
  const { notification, data } = payloadOf(instance, ready, tag)
  const web = {
    notification: {
      ...notification,
      icon: `${publicUrl}${ICON}`,
      deep_link: `${publicUrl}${ready.path}`,
    },
    data: { url: data.url, tag },
    time_to_live: TTL_S,
  }
  return post(
    `${instance.host}/publish_api/v1/instances/${instance.id}/publishes/users`,
    'POST',
    {
      authorization: `Bearer ${Buffer.from(instance.secret).toString()}`,
      'content-type': 'application/json',
    },
    JSON.stringify({ users: [accountId], web }),
  )
}
export const deleteHosted = (instance: BeamsInstance, deviceId: string): Promise<PushOutcome> =>
  post(
    `${instance.host}/device_api/v1/instances/${instance.id}/devices/web/${encodeURIComponent(deviceId)}`,
    'DELETE',
    {},
    null,
  )
