import { onEvent } from '../data/hub'
import { startPresence } from '../data/presence'
import { toast } from '../data/toasts'
import { startMessaging } from '../features/messaging/realtime'

let started = false

/** Hands live events to the rooms; each keeps its own store. */
export const startRealtime = (): void => {
  if (started) return
  started = true
  startMessaging()
  startPresence()
  onEvent((event) => {
    if (event.name === 'account.media.updated' && event.payload.status === 'completed') toast('Upload terminé', { kind: 'success' })
  })
}
