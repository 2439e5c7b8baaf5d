import { markRead } from '#contract/messaging/messages'
import { call } from '../../../data/http/api'
import { actingIdentity } from '../../../data/session/session'
import type { Acting } from '../../../data/session/state'
import { refreshList } from './list-api'
import { isBeingRead, messaging, setThread, setUnread, threadOf } from './store'

type Reader = Exclude<Acting, { kind: 'none' }>
/** Never reads more than this device knows of: others would see «Lu» below unseen messages. */
const tell = (id: string, acting: Reader, upTo: string | undefined): Promise<unknown> =>
  call(markRead, {
    params: { id },
    body: {
      ...(acting.kind === 'both' ? { activeIdentity: 'both' as const } : { identityId: acting.id }),
      up_to: upTo,
    },
  })

/**
 * «Marquer comme lu» from the list: moves the acting identity's read position without opening the
 * conversation.
 */
export const markAsRead = async (id: string): Promise<void> => {
  const acting = actingIdentity()
  if (acting.kind === 'none') return
  setUnread(id, 0)
  await tell(id, acting, messaging.conversations[id]?.last_message?.id).catch(() => undefined)
  // also after success: a list that was requested before may have put the old count back
  refreshList()
}
const reportedReads = new Set<string>()
export const forgetReportedReads = (): void => reportedReads.clear()
/**
 * Marks a conversation as read up to its last message, once per identity and message. The unread
 * count drops at once (MSG-102 to MSG-104).
 */
export const reportRead = (id: string): void => {
  if (!isBeingRead(id)) return
  setUnread(id, 0)
  const acting = actingIdentity()
  const t = threadOf(id)
  const last = t.messages.at(-1)
  if (!last || acting.kind === 'none') return
  setThread(id, { readSeq: Math.max(t.readSeq, last.seq) })
  // a window inside the past does not hold the newest message; the list does
  const newest = (t.hasNewer ? messaging.conversations[id]?.last_message?.id : undefined) ?? last.id
  const key = `${id}:${acting.kind === 'both' ? 'both' : acting.id}:${newest}`
  if (reportedReads.has(key)) return
  reportedReads.add(key)
  tell(id, acting, newest).catch(() => reportedReads.delete(key))
}
