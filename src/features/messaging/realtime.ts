import { navigate } from 'wouter/use-browser-location'
import { startedOffline } from '../../data/start/prefetched'
import { firstPaint, whenIdle } from '../../data/start/phases'
import { onEvent, onResync } from '../../data/hub/hub'
import { closeAll, panels } from '../../data/state/panels'
import { onReachable } from '../../data/hub/reachable'
import { onSessionChange, session } from '../../data/session/session'
import { toast } from '../../data/state/toasts'
import { announceMessage } from './thread/announce'
import {
  forgetTold,
  loadList,
  openThread,
  own,
  recover,
  refreshList,
  showKept,
  sync,
  tellRead,
} from './state/api'
import { readDrafts } from './composer/drafts'
import { forgetQuotes } from './composer/quoting'
import { noteArrived, startOutbox, stopOutbox } from './outbox/start'
import { applyEvent, leftByOneself, messaging, resetMessaging } from './state/store'
import { addressed, ThreadView } from './thread/thread-loader'
import { titleOf } from './thread/titles'
import { forgetTyping, onTyping, wrote } from './state/typing'

/** Somebody else took one out: said, and the screen goes back to the list. */
const sayGone = (id: string): void => {
  const byOneself = leftByOneself.delete(id)
  const c = messaging.conversations[id]
  if (!c || byOneself) return
  toast(`Vous ne faites plus partie de «\u00a0${titleOf(c, own())}\u00a0».`, { kind: 'info' })
  const isOpen = messaging.openId === id
  const shown =
    isOpen || panels.stack.some(({ panel }) => panel.kind === 'group' && panel.id === id)
  if (shown)
    void closeAll().then(() => {
      if (isOpen) navigate('/conversations', { replace: true })
    })
}

let keptStands: Promise<unknown> | null = null
/** What this device has kept of the list, and of the conversation of the page's address, where the start found no network. */
const showKeptFirst = (): void => {
  const id = addressed()
  if (startedOffline())
    keptStands ??= Promise.all([
      showKept(),
      ...(id ? [showKept(id), ThreadView.load().catch(() => undefined)] : []),
    ])
}
/** Resolves when it stands in the store: what is drawn then is drawn once. At once where the start has found a network. */
export const keptShown = async (): Promise<void> => void (await keptStands)

/** What this device keeps of the member: drafts, and messages that have not left yet. */
const begin = (): void => {
  readDrafts()
  // at once: what is written in the first moment must be kept even where the line is lost in the next
  // but where the first screen is what the device has kept, after it: who sends earlier starts it by that
  if (keptStands) void firstPaint().then(() => startOutbox())
  else void startOutbox()
}

/** Listens for as long as the page lives: events, gaps to catch up, changes of account and identity, visibility. */
export const startMessaging = (): (() => void) => {
  const look = (): void => {
    messaging.watching = document.visibilityState === 'visible'
    if (messaging.watching && messaging.openId) {
      void sync(messaging.openId)
      tellRead(messaging.openId)
    }
  }
  look()
  document.addEventListener('visibilitychange', look)
  addEventListener('focus', look)
  const stops = [
    onEvent((event) => {
      if (!session.accountId) return
      if (event.name === 'conversation.left' && event.payload.accountId === own())
        sayGone(event.payload.conversationId)
      const todo = applyEvent(event, own())
      if (todo === 'refresh-list') refreshList()
      if (todo === 'read' && messaging.openId) tellRead(messaging.openId)
      if (event.name === 'typing.updated') onTyping(event.payload)
      if (event.name !== 'conversation.message.created') return
      const { message } = event.payload
      if (message.clientMsgId && message.senderAccountId === own())
        noteArrived(message.conversationId, message.clientMsgId)
      wrote(message)
      announceMessage(message, own())
    }),
    onResync(() => {
      refreshList()
      if (messaging.openId) void sync(messaging.openId, true)
    }),
    onReachable(recover),
    onSessionChange((what) => {
      if (what === 'account' || what === 'ended') {
        resetMessaging()
        forgetTold()
        stopOutbox()
        readDrafts()
        forgetQuotes()
        forgetTyping()
      }
      if (what === 'account' && session.accountId) {
        showKeptFirst()
        void loadList()
        begin()
        if (messaging.openId) void openThread(messaging.openId)
      }
      if (what === 'identity') {
        refreshList()
        if (messaging.openId) tellRead(messaging.openId)
      }
    }),
    () => document.removeEventListener('visibilitychange', look),
    () => removeEventListener('focus', look),
  ]
  if (session.accountId) {
    showKeptFirst()
    void loadList()
    begin()
  }
  whenIdle(
    () =>
      void import('./offline/kept').then(
        (m) => m.startKeeping(),
        () => undefined,
      ),
  )
  return () => stops.forEach((stop) => stop())
}
