import { navigate } from 'wouter/use-browser-location'
import { bufferEvents, onEvent } from '../data/hub/hub'
import { closeAll } from '../data/state/panels'
import { startPresence } from '../data/session/presence'
import { loadCodeWithRetry } from '../data/start/load-code'
import { whenIdle } from '../data/start/phases'
import { session } from '../data/session/session'
import { startMessaging } from '../features/messaging/realtime'
import { handleAccountEvent } from './account-events'
import { openClickedNotifications } from './notifications'

/** Loads the features that are not on the first screen. Events received until then are held for them. */
const later = async (begin: ReturnType<typeof bufferEvents>): Promise<void> => {
  const [events, profiles, relations, news] = await loadCodeWithRetry(() =>
    Promise.all([
      import('../features/events/realtime'),
      import('../features/profile/realtime'),
      import('../features/relations/realtime'),
      import('../features/news/realtime'),
    ]),
  )
  begin(() => {
    events.startEvents()
    profiles.startProfiles()
    relations.startRelations()
    news.startNews()
  })
  // the push client is loaded only where notifications are allowed
  if (globalThis.Notification?.permission !== 'granted') return
  const [push, seen] = await loadCodeWithRetry(() =>
    Promise.all([import('../data/push/push'), import('../data/push/seen')]),
  )
  seen.startClosingSeen()
  await push.startPush()
}

let started = false

/** Starts the features' realtime handlers; each keeps its own store. */
export const startRealtime = (): void => {
  if (started) return
  started = true
  startMessaging()
  startPresence()
  const begin = bufferEvents()
  whenIdle(() => void later(begin).catch(() => undefined))
  openClickedNotifications((path) => void closeAll().then(() => navigate(path)))
  onEvent((event) => handleAccountEvent(event, session.accountId, location.pathname))
}
