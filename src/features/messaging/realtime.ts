import { onEvent, onResync } from '../../data/hub'
import { onSessionChange, session } from '../../data/session'
import { announceMessage } from './announce'
import { forgetTold, loadList, openThread, own, refreshList, sync, tellRead } from './api'
import { forgetPhotos } from './photos'
import { forgetQuotes } from './quoting'
import { applyEvent, messaging, resetMessaging } from './store'
import { forgetTyping, onTyping, wrote } from './typing'

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
      const todo = applyEvent(event, own())
      if (todo === 'refresh-list') refreshList()
      if (todo === 'read' && messaging.openId) tellRead(messaging.openId)
      if (event.name === 'typing.updated') onTyping(event.payload)
      if (event.name !== 'conversation.message.created') return
      wrote(event.payload.message)
      announceMessage(event.payload.message, own())
    }),
    onResync(() => {
      refreshList()
      if (messaging.openId) void sync(messaging.openId, true)
    }),
    onSessionChange((what) => {
      if (what === 'account' || what === 'ended') {
        resetMessaging()
        forgetTold()
        forgetPhotos()
        forgetQuotes()
        forgetTyping()
      }
      if (what === 'account' && session.accountId) {
        void loadList()
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
  if (session.accountId) void loadList()
  return () => stops.forEach((stop) => stop())
}
