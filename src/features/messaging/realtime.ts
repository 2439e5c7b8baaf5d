import { navigate } from 'wouter/use-browser-location'
import { DISCRETION_EVENT } from '../../data/device/neutral'
import { storage } from '../../data/device/storage'
import { startedOffline } from '../../data/start/prefetched'
import { loadCodeWithRetry } from '../../data/start/load-code'
import { waitForFirstPaint, whenIdle } from '../../data/start/phases'
import { onEvent, onResync } from '../../data/hub/hub'
import { closeAll, panels } from '../../data/state/panels'
import { onReachable } from '../../data/hub/reachable'
import { onSessionChange, session } from '../../data/session/session'
import { toast } from '../../data/state/toasts'
import { announceMessage } from './thread/announce'
import { openThread, retryFailedLoads, syncThread } from './state/api'
import { loadList, refreshList } from './state/list-api'
import { loadDeviceCopy } from './state/device-copy'
import { forgetReportedReads, reportRead } from './state/reads'
import { loadHeld } from './state/held'
import { ownAccountId } from './state/own-account'
import { handleEvent } from './state/live-events'
import { loadDraftPreviews } from './composer/drafts'
import { forgetQuotes } from './composer/quoting'
import { noteArrived, startOutbox, stopOutbox } from './outbox/start'
import { ownLeftGroups, messaging, resetMessaging } from './state/store'
import { conversationInUrl, ThreadView } from './thread/thread-loader'
import { goneText } from './thread/titles'
import { forgetTyping, onTyping, stopTypingBy } from './state/typing'

/** Another member removed this account: shows a toast and returns to the list. */
const leaveRemoved = (id: string): void => {
  const byOneself = ownLeftGroups.delete(id)
  const c = messaging.conversations[id]
  if (!c || byOneself) return
  const isOpen = messaging.openId === id
  const shown =
    isOpen || panels.stack.some(({ panel }) => panel.kind === 'group' && panel.id === id)
  // the event itself reports that a member left it
  if (shown || c.type !== 'event') toast(goneText(c, ownAccountId()), { kind: 'info' })
  if (shown)
    void closeAll().then(() => {
      if (isOpen) navigate('/conversations', { replace: true })
    })
}

let deviceCopyShown: Promise<unknown> | null = null
/**
 * After an offline start: puts the device's copy of the list, and of the conversation in the URL,
 * into the store.
 */
const showDeviceCopy = (): void => {
  const id = conversationInUrl()
  if (startedOffline())
    deviceCopyShown ??= Promise.all([
      loadDeviceCopy(),
      ...(id ? [loadDeviceCopy(id), ThreadView.load().catch(() => undefined)] : []),
    ])
}
/**
 * Resolves once the device's copy is in the store, so that the first render is complete.
 * Immediately after an online start.
 */
export const whenDeviceCopyShown = async (): Promise<void> => void (await deviceCopyShown)

/** Restores what the device stores for the member: drafts and outgoing messages. */
const restoreFromDevice = (): void => {
  loadDraftPreviews()
  // start the outbox at once: what is written in the first seconds must survive a lost connection.
  // After an offline start, let the device's copy paint first; sending earlier starts the outbox
  // anyway
  if (deviceCopyShown) void waitForFirstPaint().then(() => startOutbox())
  else void startOutbox()
}

/**
 * Subscribes for the life of the page: events, resync after gaps, account and identity changes,
 * page visibility.
 */
export const startMessaging = (): (() => void) => {
  const look = (): void => {
    // nobody reads what is covered
    messaging.watching =
      document.visibilityState === 'visible' && storage.get('covered') === undefined
    if (messaging.watching && messaging.openId) {
      void syncThread(messaging.openId)
      reportRead(messaging.openId)
    }
  }
  look()
  document.addEventListener('visibilitychange', look)
  addEventListener('focus', look)
  addEventListener(DISCRETION_EVENT, look)
  const stops = [
    onEvent((event) => {
      if (!session.accountId) return
      if (event.name === 'conversation.left' && event.payload.accountId === ownAccountId())
        leaveRemoved(event.payload.conversationId)
      handleEvent(event, ownAccountId())
      if (event.name === 'typing.updated') onTyping(event.payload)
      if (event.name !== 'conversation.message.created') return
      const { message } = event.payload
      if (message.clientMsgId && message.senderAccountId === ownAccountId())
        noteArrived(message.conversationId, message.clientMsgId)
      stopTypingBy(message)
      announceMessage(message, ownAccountId())
    }),
    onResync(() => {
      refreshList()
      if (messaging.openId) {
        void syncThread(messaging.openId, true)
        void loadHeld(messaging.openId).catch(() => undefined)
      }
    }),
    onReachable(retryFailedLoads),
    onSessionChange((what) => {
      if (what === 'account' || what === 'ended') {
        resetMessaging()
        forgetReportedReads()
        stopOutbox()
        loadDraftPreviews()
        forgetQuotes()
        forgetTyping()
      }
      if (what === 'account' && session.accountId) {
        showDeviceCopy()
        void loadList()
        restoreFromDevice()
        if (messaging.openId) void openThread(messaging.openId)
      }
      if (what === 'identity') {
        refreshList()
        if (messaging.openId) reportRead(messaging.openId)
      }
    }),
    () => document.removeEventListener('visibilitychange', look),
    () => removeEventListener('focus', look),
    () => removeEventListener(DISCRETION_EVENT, look),
  ]
  if (session.accountId) {
    showDeviceCopy()
    void loadList()
    restoreFromDevice()
  }
  whenIdle(
    () => void loadCodeWithRetry(() => import('./offline/kept')).then((m) => m.startDeviceCopies()),
  )
  return () => stops.forEach((stop) => stop())
}
