import { onEvent } from '../data/hub'
import { startPresence } from '../data/presence'
import { session } from '../data/session'
import { startMessaging } from '../features/messaging/realtime'
import { reactToAccount } from './account-events'

let started = false

/** Hands live events to the rooms; each keeps its own store. */
export const startRealtime = (): void => {
  if (started) return
  started = true
  startMessaging()
  startPresence()
  onEvent((event) => reactToAccount(event, session.accountId, location.pathname))
}
