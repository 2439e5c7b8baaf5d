import * as z from 'zod/mini'
import { isoDate, ok, uuid } from './common'
import { route } from './route'

export const presence = z.object({
  accountId: uuid,
  isOnline: z.boolean(),
  lastSeenAt: z.nullable(isoDate),
  lastSeenIdentityId: z.nullable(uuid),
})
export type Presence = z.infer<typeof presence>

export const presenceBootstrap = route({
  id: 'presenceBootstrap',
  method: 'GET',
  path: '/presence/bootstrap',
  auth: 'account',
  summary: 'Presence of relations and of the counterparts of conversations',
  reply: z.object({ presences: z.array(presence) }),
})
export const presenceHeartbeat = route({
  id: 'presenceHeartbeat',
  method: 'POST',
  path: '/presence/heartbeat',
  auth: 'account',
  summary: 'Every 20 s while a tab is visible; no body',
  reply: ok,
})
export const presenceOffline = route({
  id: 'presenceOffline',
  method: 'POST',
  path: '/presence/offline',
  auth: 'account',
  summary: 'Sent when the last visible tab hides or closes',
  body: z.object({ sessionId: z.string().check(z.maxLength(100)) }),
  reply: ok,
})
