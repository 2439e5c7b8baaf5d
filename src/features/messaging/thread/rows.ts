import type { HeldMessage } from '#contract/messaging/held'
import type { Message } from '#contract/messaging/messages'
import { dayTitle, parisDay } from '../../../lib/dates'
import { reconcileOutgoing, type Outgoing, type Thread } from '../state/model'

export interface MessageRowData {
  readonly kind: 'message'
  readonly key: string
  readonly message: Message
  readonly own: boolean
  /** Opens a group: shows its sender. */
  readonly first: boolean
  /**
   * Date above (first row of the conversation only) and below (before the next day's first row).
   */
  readonly dayAbove: string | null
  readonly dayBelow: string | null
  /** «Nouveaux messages» is shown above it. */
  readonly divider: boolean
  /** The newest own message that was read. */
  readonly lastRead: boolean
}
export interface OutgoingRowData {
  readonly kind: 'outgoing'
  readonly key: string
  readonly outgoing: Outgoing
  readonly own: true
  readonly first: boolean
  readonly dayAbove: string | null
}
/** An own message that waits for an agreement. */
export interface HeldRowData {
  readonly kind: 'held'
  readonly key: string
  readonly held: HeldMessage
  readonly own: true
  readonly first: true
  readonly dayAbove: null
}
export type RowData = MessageRowData | OutgoingRowData | HeldRowData

const GROUP_MS = 60_000
type Written = Pick<Message, 'senderAccountId' | 'senderIdentityId' | 'createdAt'>
const sameGroup = (a: Written, b: Written): boolean =>
  a.senderAccountId === b.senderAccountId &&
  a.senderIdentityId === b.senderIdentityId &&
  a.senderAccountId !== 'system' &&
  Date.parse(b.createdAt) - Date.parse(a.createdAt) < GROUP_MS

const days = new WeakMap<Written, string>()
const dayOf = (m: Written): string => {
  let day = days.get(m)
  if (day === undefined) days.set(m, (day = parisDay(m.createdAt)))
  return day
}

/**
 * A row and the inputs it was computed from; reused while they do not change, so that it does not
 * render again.
 */
interface CachedRow {
  readonly row: MessageRowData
  readonly previous: Message | undefined
  readonly next: Written | undefined
  readonly opens: boolean
  readonly begins: boolean
  /** «Hier» is another day tomorrow. */
  readonly today: string
}
const cachedRows = new WeakMap<Message, CachedRow>()

const lastRead = (messages: readonly Message[], own: string | null): string | undefined =>
  messages.findLast((m) => m.senderAccountId === own && m.readByOther && m.deletedAt === null)?.id

/** Rows of outgoing messages, below the last confirmed one. */
const outgoingRows = (
  thread: Thread,
  outgoing: readonly Outgoing[],
  going: readonly Written[],
): readonly OutgoingRowData[] => {
  let previous: Written | undefined = thread.messages.at(-1)
  return outgoing.map((o, i) => {
    const written = going[i] as Written
    const first = !previous || dayOf(previous) !== dayOf(written) || !sameGroup(previous, written)
    const dayAbove = previous || thread.hasMore ? null : dayTitle(o.createdAt)
    previous = written
    return { kind: 'outgoing', key: o.clientMsgId, outgoing: o, own: true, first, dayAbove }
  })
}

const cachedHeld = new WeakMap<HeldMessage, HeldRowData>()
const heldRow = (held: HeldMessage): HeldRowData => {
  const row = cachedHeld.get(held) ?? {
    kind: 'held',
    key: `held-${held.id}`,
    held,
    own: true,
    first: true,
    dayAbove: null,
  }
  cachedHeld.set(held, row)
  return row
}
/** Below everything that was sent; what has been sent meanwhile is shown once. */
const heldRows = ({ held, messages }: Thread): readonly HeldRowData[] => {
  if (held.length === 0) return []
  const sent = new Set(messages.map((m) => m.clientMsgId))
  return held.filter((h) => !sent.has(h.clientMsgId)).map(heldRow)
}

/**
 * The rows of a thread. A date is part of the row before it, and the first message of each page
 * always opens a group, so that prepending a page changes the height of no existing row. Outgoing
 * messages are grouped as they will be once confirmed; one that has already arrived (confirmed
 * while the app was closed) is shown once.
 */
export const rowsOf = (thread: Thread, own: string | null): readonly RowData[] => {
  const { messages } = thread
  // outgoing messages belong to the end, which this window does not show
  const waiting = new Set(thread.held.map((h) => h.clientMsgId))
  const outgoing = thread.hasNewer
    ? []
    : reconcileOutgoing(thread.outgoing, messages).filter((o) => !waiting.has(o.clientMsgId))
  const going = outgoing.map((o): Written => ({
    senderAccountId: own ?? '',
    senderIdentityId: o.senderIdentityId,
    createdAt: o.createdAt,
  }))
  const today = parisDay(Date.now())
  const lastReadId = lastRead(messages, own)
  const rows: RowData[] = messages.map((message, i): MessageRowData => {
    const previous = messages[i - 1]
    const next: Written | undefined = messages[i + 1] ?? going[0]
    const divider = message.id === thread.dividerId
    const opens = thread.breaks.has(message.id)
    const begins = !previous && !thread.hasMore
    const isOwn = message.senderAccountId === own
    const isLastRead = message.id === lastReadId
    const known = cachedRows.get(message)
    const before = known?.row
    // fast path: reuse the row unless one of its inputs changed
    if (
      known &&
      before &&
      known.previous === previous &&
      known.next === next &&
      known.opens === opens &&
      known.begins === begins &&
      known.today === today &&
      before.divider === divider &&
      before.lastRead === isLastRead &&
      before.own === isOwn
    )
      return before
    const dayBelow = next && dayOf(next) !== dayOf(message) ? dayTitle(next.createdAt) : null
    const dayAbove = begins ? dayTitle(message.createdAt) : null
    const first =
      !previous ||
      dayOf(previous) !== dayOf(message) ||
      opens ||
      divider ||
      !sameGroup(previous, message)
    const same =
      before &&
      before.first === first &&
      before.dayAbove === dayAbove &&
      before.dayBelow === dayBelow &&
      before.divider === divider &&
      before.lastRead === isLastRead &&
      before.own === isOwn
    const row: MessageRowData = same
      ? before
      : {
          kind: 'message',
          key: isOwn && message.clientMsgId ? message.clientMsgId : message.id,
          message,
          own: isOwn,
          first,
          dayAbove,
          dayBelow,
          divider,
          lastRead: isLastRead,
        }
    cachedRows.set(message, { row, previous, next, opens, begins, today })
    return row
  })
  return [
    ...rows,
    ...outgoingRows(thread, outgoing, going),
    ...(thread.hasNewer ? [] : heldRows(thread)),
  ]
}
