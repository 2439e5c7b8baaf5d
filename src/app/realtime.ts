import { onEvent } from '../data/hub'
import { startPresence } from '../data/presence'
import { session } from '../data/session'
import { startMessaging } from '../features/messaging/realtime'
import { reactToAccount } from './account-events'

const LATER_MS = 1_000
/** Rooms that are not on the first screen begin to listen when it stands: until then nothing of theirs is shown. */
const later = async (): Promise<void> => {
  const [events, profiles, relations, news] = await Promise.all([import('../features/events/realtime'), import('../features/profile/realtime'), import('../features/relations/realtime'), import('../features/news/realtime')])
  events.startEvents()
  profiles.startProfiles()
  relations.startRelations()
  news.startNews()
}

let started = false

/** Hands live events to the rooms; each keeps its own store. */
export const startRealtime = (): void => {
  if (started) return
  started = true
  startMessaging()
  startPresence()
  setTimeout(() => void later().catch(() => undefined), LATER_MS)
  onEvent((event) => reactToAccount(event, session.accountId, location.pathname))
}
