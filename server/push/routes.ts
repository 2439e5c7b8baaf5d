import type { FastifyInstance } from 'fastify'
import {
  currentPushDevice,
  deleteWebPush,
  getUserPreferences,
  listWebPush,
  pushAuth,
  pushSetup,
  saveUserPreferences,
  saveWebPush,
  subscribePush,
  unsubscribePush,
} from '#contract/push'
import type { Ctx } from '../context'
import type { Counters } from '../counters'
import { fail } from '../fail'
import type { Server } from '../plugins/serve'
import { serveDeviceApi, serveReports } from './device-api'
import { currentDevice, subscribeDevice, unsubscribeDevice } from './devices'
import { listSubscriptions, removeSubscription, saveSubscription } from './web-subscriptions'
import { beamsInstanceOf, loadVapid, signDeviceToken } from './keys'
import { CATEGORIES, userPreferencesOf, storeUserPreferences } from './preferences'
import { AGAIN_DELAY_MS, createQueue, MESSAGE_DELAY_MS, type PushQueue } from './queue'

const SUBSCRIBE = [{ name: 'push-subscribe', points: 60, perS: 600, by: 'account' }] as const

export interface PushRoom {
  /** Sends what is due; called by the scheduled work. */
  work(): Promise<void>
  stop(): Promise<void>
  /** Deletes devices that may no longer receive anything: scans all of them. */
  sweep(): Promise<void>
}

/** Devices, preferences, and notifications for the events of other rooms. */
export const servePush = (
  server: Server,
  ctx: Ctx,
  app: FastifyInstance,
  counters: Counters,
): PushRoom => {
  const instance = beamsInstanceOf(ctx.env, ctx.secret)
  server.serve(getUserPreferences, ({ viewer }) => userPreferencesOf(ctx.db, viewer.userId))
  server.serve(saveUserPreferences, ({ viewer, body }) =>
    storeUserPreferences(ctx, viewer.userId, body),
  )

  const vapid = instance ? loadVapid(ctx.env) : null
  server.serve(pushSetup, () =>
    Promise.resolve({
      instanceId: instance?.id ?? null,
      host: instance?.host ?? '',
      vapidPublicKey: vapid?.publicKey ?? '',
    }),
  )
  server.serve(pushAuth, async ({ viewer, query }) => {
    if (!instance) return fail('push_off')
    if (query.user_id !== viewer.accountId) fail('not_your_account')
    return { token: await signDeviceToken(ctx, instance, viewer) }
  })
  server.serve(currentPushDevice, async ({ viewer, query }) => ({
    device: await currentDevice(ctx, viewer, query.deviceId),
  }))
  server.serve(subscribePush, {
    limits: SUBSCRIBE,
    handler: async ({ viewer, body }) => ({
      success: true as const,
      device: await subscribeDevice(ctx, instance ?? fail('push_off'), viewer, body),
    }),
  })
  server.serve(unsubscribePush, ({ viewer, body }) => unsubscribeDevice(ctx, viewer, body.deviceId))
  server.serve(saveWebPush, {
    limits: SUBSCRIBE,
    handler: async ({ viewer, body }) => {
      if (!instance) fail('push_off')
      await saveSubscription(ctx, viewer, body)
    },
  })
  server.serve(listWebPush, async ({ viewer }) => ({
    subscriptions: await listSubscriptions(ctx, viewer),
  }))
  server.serve(deleteWebPush, ({ viewer, query }) =>
    removeSubscription(ctx, viewer, query.endpoint),
  )

  serveReports(app)
  if (!instance || !vapid)
    return {
      work: () => Promise.resolve(),
      sweep: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    }
  if (!instance.hosted) serveDeviceApi(app, ctx, instance, vapid)
  const queue = createQueue(ctx, instance, vapid, counters)
  queueOnEvents(ctx, queue)
  return {
    work: queue.run,
    sweep: queue.sweep,
    stop: queue.stop,
  }
}

/** Queues notifications for events of other rooms; forgets devices of ended sessions. */
const queueOnEvents = (ctx: Ctx, queue: PushQueue): void => {
  // retried while the database is unavailable; the same row again replaces itself
  const put = (...what: Parameters<PushQueue['put']>): void =>
    ctx.bus.later('push', () => queue.put(...what))
  ctx.bus.on('message.sent', ({ conversationId, messageId, recipientAccountIds }) =>
    put(
      recipientAccountIds,
      'message',
      messageId,
      `conversation:${conversationId}`,
      MESSAGE_DELAY_MS,
    ),
  )
  ctx.bus.on('news.created', ({ accountId, newsId, eventId, type, again }) => {
    // a link that many follow is one push: its text names nobody
    const about = type === 'relation_joined' ? type : newsId
    const place = eventId ? `event:${eventId}:${CATEGORIES[type]}` : `news:${about}`
    // with a place of its own: a later news item does not replace it
    if (again) put([accountId], 'news', newsId, `${place}:again`, AGAIN_DELAY_MS)
    else put([accountId], 'news', newsId, place, 0)
  })
  // a place of its own: what waits does not replace the news of the others
  ctx.bus.on('agreement.asked', ({ accountId, subjectId }) =>
    put([accountId], 'held', subjectId, `held:${subjectId}`, MESSAGE_DELAY_MS),
  )
  ctx.bus.on('session.ended', ({ sessionId }) => queue.forget({ sessionId }))
  ctx.bus.on('account.hidden', ({ accountId }) => queue.forget({ accountId }))
}
