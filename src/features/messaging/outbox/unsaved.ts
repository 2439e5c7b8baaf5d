import { MESSAGE_PAGE } from '#contract/limits'
import { listMessages } from '#contract/messaging/messages'
import { tabLock } from '#contract/workers/hub'
import { locks } from '../../../data/device/locks'
import { call } from '../../../data/http/api'
import type { Outbox } from '../../../data/device/outbox-store'
import { storedKeysWith, storage } from '../../../data/device/storage'
import { tabId } from '../../../data/hub/hub'
import { session } from '../../../data/session/state'
import { draftText, storeDraftText } from '../composer/draft-box'
import { currentDraftAuthor } from '../composer/drafts'
import { restoreDraftText } from '../state/open-composer'
import { outboxEntryOf, onOutboxEvent } from './outbox'
import { isLive, type OutboxEvent, type OutgoingContent } from './reducer'

/** The text of a message on its way to the device's database. */
interface Unsaved {
  readonly id: string
  readonly who: string
  readonly text: string
  /** The page that writes it. */
  readonly tab: string
}
const keyOf = (accountId: string, clientMsgId: string) =>
  `unsaved_draft:${accountId}:${clientMsgId}` as const

/** Puts a text aside, at once: its draft is emptied, and the page may end before it is stored. */
export const storeUnsaved = (id: string, message: OutgoingContent): void => {
  if (!session.accountId || message.content === '') return
  storage.set(keyOf(session.accountId, message.clientMsgId), {
    id,
    who: message.senderIdentityId ?? 'both',
    text: message.content,
    tab: tabId,
  } satisfies Unsaved)
}

/** What shows that a message was stored, in whatever tab, or that its text is elsewhere. */
const SAVED: readonly OutboxEvent['kind'][] = [
  'kept',
  'received',
  'restored',
  'refused',
  'confirmed',
  'discarded',
]
onOutboxEvent((event) => {
  if (!SAVED.includes(event.kind) || !session.accountId) return
  const key = 'key' in event ? event.key : 'content' in event ? event.content.clientMsgId : ''
  const entry = outboxEntryOf(key)
  // the device is full: nothing else survives this page
  if (isLive(entry) && entry.kept === 'memory') return
  storage.remove(keyOf(session.accountId, key))
})

/** Gives a text back as a draft; false when another one is being written there. */
const giveBack = ({ id, who, text }: Unsaved): boolean => {
  if (who === currentDraftAuthor()) return restoreDraftText(id, text)
  if (draftText(id, who) !== '') return false
  storeDraftText(id, who, text)
  return true
}

/** Whether the server has the message after all: the reply may have been lost with the page. */
const hasArrived = (id: string, clientMsgId: string): Promise<boolean> =>
  call(listMessages, { params: { id }, query: { limit: MESSAGE_PAGE } }).then(
    ({ messages }) => messages.some((m) => m.clientMsgId === clientMsgId),
    () => false,
  )

/**
 * Gives back texts that a page put aside but could not store before it ended. Call it after the
 * messages of the device have been read: `box` is read again once the page is known to be gone.
 */
export const restoreUnsaved = async (
  accountId: string,
  box: Outbox,
  isActive: () => boolean,
): Promise<void> => {
  const held = await locks()?.query()
  // without Web Locks it is unknown whether a page still writes
  if (!held) return
  const tabs = new Set(held.held?.map(({ name }) => name))
  const prefix = `unsaved_draft:${accountId}:` as const
  for (const key of storedKeysWith(prefix)) {
    const unsaved = storage.get(key) as Unsaved | undefined
    if (!unsaved || tabs.has(tabLock(unsaved.tab))) continue
    const clientMsgId = key.slice(prefix.length)
    const stored = await box.message(clientMsgId).catch(() => null)
    if (stored === null) continue
    const isElsewhere =
      stored !== undefined ||
      outboxEntryOf(clientMsgId) !== undefined ||
      (await hasArrived(unsaved.id, clientMsgId))
    if (!isActive()) return
    if (storage.get(key) === undefined) continue
    if (isElsewhere || giveBack(unsaved)) storage.remove(key)
  }
}
