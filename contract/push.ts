import * as z from 'zod/mini'
import { isoDate, ok, uuid } from './common'
import { route } from './route'

/** Limits of a device's interests, as the Beams SDK checks them. */
const INTEREST_MAX_CHARS = 164
export const INTERESTS_MAX = 5000
export const interestName = z
  .string()
  .check(z.minLength(1), z.maxLength(INTEREST_MAX_CHARS), z.regex(/^[\w\-=@,.;]+$/))
/** Interest of a device: its identity, or the whole account until an identity is chosen. */
export const interestOf = (accountId: string, identityId: string | null): string =>
  identityId ? `identity-${identityId}` : `account-${accountId}`

/** Minute of the day, Europe/Paris. */
const minute = z.number().check(z.int(), z.gte(0), z.lte(1439))
/** Notifications that a person wants, on all of their devices. */
const pushChoices = z.object({
  messages: z.boolean(),
  invitations: z.boolean(),
  confirmations: z.boolean(),
  address: z.boolean(),
  /** Changes, cancellations and reminders of events. */
  outings: z.boolean(),
  /** Off: «Nouvelle activité» only. On: sender and content. */
  details: z.boolean(),
  /** Nothing is pushed between these minutes; what is still unread follows afterwards. */
  quiet: z.nullable(z.object({ from: minute, to: minute })),
})
export type PushChoices = z.infer<typeof pushChoices>
export type PushCategory = Exclude<keyof PushChoices, 'details' | 'quiet'>
const userPreferences = z.object({ pushNotifications: z.boolean(), push: pushChoices })
export type UserPreferences = z.infer<typeof userPreferences>

export const getUserPreferences = route({
  id: 'getUserPreferences',
  method: 'GET',
  path: '/user/preferences',
  auth: 'user',
  summary: 'Preferences of the person who calls',
  reply: userPreferences,
})
export const saveUserPreferences = route({
  id: 'saveUserPreferences',
  method: 'PUT',
  path: '/user/preferences',
  auth: 'user',
  summary: 'Changes one’s preferences; what is not named stays',
  body: z.object({
    pushNotifications: z.optional(z.boolean()),
    push: z.optional(z.partial(pushChoices)),
  }),
  reply: userPreferences,
})

export const pushSetup = route({
  id: 'pushSetup',
  method: 'GET',
  path: '/push/setup',
  auth: 'account',
  summary: 'Where devices register; instanceId null: no push here',
  /** `host`: of the push service; empty: the page's own. */
  reply: z.object({
    instanceId: z.nullable(z.string()),
    host: z.string(),
    vapidPublicKey: z.string(),
  }),
})
export const pushAuth = route({
  id: 'pushAuth',
  method: 'GET',
  path: '/push/auth',
  auth: 'account',
  summary: 'A token that ties the caller’s device to the own account',
  query: z.object({ user_id: uuid }),
  reply: z.object({ token: z.string() }),
})

const deviceId = z.string().check(z.minLength(1), z.maxLength(200))
const pushDevice = z.object({
  id: z.string(),
  identity_id: z.nullable(uuid),
  interests: z.array(z.string()),
  platform: z.string(),
  created_at: isoDate,
})
export type PushDevice = z.infer<typeof pushDevice>
export const currentPushDevice = route({
  id: 'currentPushDevice',
  method: 'GET',
  path: '/push/devices/current',
  auth: 'account',
  summary: 'The device record; null when it is not one of the caller’s',
  query: z.object({ deviceId }),
  reply: z.object({ device: z.nullable(pushDevice) }),
})
export const subscribePush = route({
  id: 'subscribePush',
  method: 'POST',
  path: '/push/subscribe',
  auth: 'account',
  summary:
    'Has a device of the caller pushed to: its own interests only, for as long as this session lives',
  body: z.object({
    deviceId,
    interests: z.array(interestName).check(z.minLength(1), z.maxLength(10)),
    identityId: uuid,
    platform: z.literal('web'),
    userAgent: z.string().check(z.maxLength(1000)),
  }),
  reply: z.object({ success: z.literal(true), device: pushDevice }),
})
export const unsubscribePush = route({
  id: 'unsubscribePush',
  method: 'POST',
  path: '/push/unsubscribe',
  auth: 'account',
  summary: 'Nothing more is pushed to this device',
  body: z.object({ deviceId }),
  reply: ok,
})

const endpoint = z.string().check(z.minLength(1, 'endpoint manquant'), z.maxLength(2048))
export const saveWebPush = route({
  id: 'saveWebPush',
  method: 'POST',
  path: '/notifications/push-subscriptions',
  auth: 'account',
  summary: 'Keeps the subscription of a browser (installed on iOS)',
  body: z.object({
    endpoint,
    keys: z.object({
      p256dh: z.string().check(z.minLength(1), z.maxLength(200)),
      auth: z.string().check(z.minLength(1), z.maxLength(100)),
    }),
    origin: z.string().check(z.maxLength(300)),
    userAgent: z.string().check(z.maxLength(1000)),
    platform: z.literal('ios'),
    identityId: uuid,
  }),
  reply: ok,
  status: 201,
})
export const listWebPush = route({
  id: 'listWebPush',
  method: 'GET',
  path: '/notifications/push-subscriptions',
  auth: 'account',
  summary: 'The caller’s own browser subscriptions',
  reply: z.object({
    subscriptions: z.array(z.object({ endpoint: z.string(), identityId: z.nullable(uuid) })),
  }),
})
export const deleteWebPush = route({
  id: 'deleteWebPush',
  method: 'DELETE',
  path: '/notifications/push-subscriptions',
  auth: 'account',
  summary: 'Forgets the subscription with this endpoint',
  query: z.object({ endpoint }),
  reply: ok,
})
