import type { Message } from '#contract/messaging'
import { dayTitle, parisDay } from '../../lib/dates'
import type { Outgoing, Thread } from './model'

export interface MessageRowData {
  readonly kind: 'message'
  readonly key: string
  readonly message: Message
  readonly own: boolean
  /** Opens a group: names its sender. */
  readonly first: boolean
  /** Day above (only the very first message of the conversation) and below (before the next day's first message). */
  readonly dayAbove: string | null
  readonly dayBelow: string | null
}
export interface OutgoingRowData { readonly kind: 'outgoing'; readonly key: string; readonly outgoing: Outgoing; readonly own: true; readonly first: boolean }
export type RowData = MessageRowData | OutgoingRowData

const GROUP_MS = 60_000
const sameGroup = (a: Message, b: Message): boolean =>
  a.senderAccountId === b.senderAccountId && a.senderIdentityId === b.senderIdentityId && a.senderAccountId !== 'system' && Date.parse(b.createdAt) - Date.parse(a.createdAt) < GROUP_MS

const days = new WeakMap<Message, string>()
const dayOf = (m: Message): string => {
  const known = days.get(m) ?? parisDay(m.createdAt)
  days.set(m, known)
  return known
}

/** Rows kept from one call to the next while nothing about them changed, so that they do not render again. */
const kept = new WeakMap<Message, MessageRowData>()

/**
 * The thread as rows. A day is written below the last message of the day before, and the first message of each loaded page
 * always opens a group: so an older page that is put above changes the height of no row that stands already.
 */
export const rowsOf = (thread: Thread, own: string | null): readonly RowData[] => {
  const { messages } = thread
  const rows: RowData[] = messages.map((message, i): MessageRowData => {
    const previous = messages[i - 1]
    const next = messages[i + 1]
    const nextDay = next && dayOf(next) !== dayOf(message) ? dayTitle(next.createdAt) : null
    const dayAbove = !previous && !thread.hasMore ? dayTitle(message.createdAt) : null
    const first = !previous || dayOf(previous) !== dayOf(message) || thread.breaks.has(message.id) || !sameGroup(previous, message)
    const before = kept.get(message)
    if (before && before.first === first && before.dayAbove === dayAbove && before.dayBelow === nextDay && before.own === (message.senderAccountId === own)) return before
    const isOwn = message.senderAccountId === own
    const row: MessageRowData = { kind: 'message', key: isOwn && message.clientMsgId ? message.clientMsgId : message.id, message, own: isOwn, first, dayAbove, dayBelow: nextDay }
    kept.set(message, row)
    return row
  })
  for (const outgoing of thread.outgoing) rows.push({ kind: 'outgoing', key: outgoing.clientMsgId, outgoing, own: true, first: true })
  return rows
}
