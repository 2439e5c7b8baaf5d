import type { StoredMessage } from '../../../data/device/outbox-store'
import type { OutboxEvent } from './reducer'

const SHARED = [
  'progressed',
  'uploaded',
  'posted',
  'delayed',
  'refused',
  'confirmed',
  'discarded',
  'photo-removed',
] as const satisfies readonly OutboxEvent['kind'][]
type SharedEvent = Extract<OutboxEvent, { kind: (typeof SHARED)[number] }>
const isShared = (event: OutboxEvent): event is SharedEvent =>
  (SHARED as readonly string[]).includes(event.kind)

/** Messages between the tabs of one account. */
export type TabMessage =
  | { readonly kind: 'saved'; readonly message: StoredMessage }
  | { readonly kind: 'event'; readonly event: SharedEvent }
  /** The network failed: no tab tries before `until`, ms since epoch. */
  | { readonly kind: 'paused'; readonly until: number }
  | { readonly kind: 'reconnected' }

export const openBroadcast = (accountId: string, receive: (message: TabMessage) => void) => {
  // a browser without it has one tab's view only: each tab reads the device at its start
  if (typeof BroadcastChannel === 'undefined')
    return { send: () => undefined, share: () => undefined, close: () => undefined }
  // not the name of the lock: earlier versions of the app use it for other messages
  const channel = new BroadcastChannel(`outbox-events:${accountId}`)
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data)
  let isOpen = true
  const send = (message: TabMessage): void => {
    if (isOpen) channel.postMessage(message)
  }
  return {
    send,
    share: (event: OutboxEvent): void => {
      if (isShared(event)) send({ kind: 'event', event })
    },
    close: (): void => {
      isOpen = false
      channel.close()
    },
  }
}
