import type { EventName, EventPayload } from '#contract/realtime'
import type { Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import { statementOfRows } from '../../db/statement'
import type { Row } from '../../db/tables'
import { concealedId } from '../../tokens'

export const HIDDEN = 'Pseudo caché'
type Conversation = Pick<Row<'conversations'>, 'id' | 'type'>

/** What one viewer may not know of the members of one conversation. Every answer and every event goes through it. */
export interface Mask {
  /** Whether this account is «Pseudo caché» for the viewer. */
  hides(accountId: string | null): boolean
  /** The id by which the viewer knows this account: the true one, or one that means nothing anywhere else. */
  id(accountId: string): string
}
export const OPEN: Mask = { hides: () => false, id: (accountId) => accountId }

/** Hidden ones last, in an order that says nothing: where they stand among the others would tell when they came. */
export const hiddenLast = <T extends { readonly account_id: string }>(
  seats: readonly T[],
  mask: Mask,
): readonly T[] => {
  if (mask === OPEN) return seats
  const hidden = seats
    .filter((s) => mask.hides(s.account_id))
    .sort((a, b) => (mask.id(a.account_id) < mask.id(b.account_id) ? -1 : 1))
  return [...seats.filter((s) => !mask.hides(s.account_id)), ...hidden]
}

/** The same for ever in this conversation, another one in every other. */
const maskedId = (secret: Uint8Array, conversationId: string, accountId: string): string =>
  concealedId(secret, 'hidden', conversationId, accountId)

const maskOf = (secret: Uint8Array, conversationId: string, hidden: ReadonlySet<string>): Mask => {
  if (hidden.size === 0) return OPEN
  const hides: Mask['hides'] = (accountId) => accountId !== null && hidden.has(accountId)
  return {
    hides,
    id: (accountId) => (hides(accountId) ? maskedId(secret, conversationId, accountId) : accountId),
  }
}

export interface Seat {
  conversation_id: string
  account_id: string
  is_admin: 0 | 1
  hidden: 0 | 1
  left_at: number | null
  visible_after: number
}
/** Of these conversations, also of those who have left. */
export const allSeats = statementOfRows<Seat>(
  ['text'],
  (rows) =>
    `select conversation_id, account_id, is_admin, hidden, left_at, visible_after from conversation_participants where conversation_id in (${rows})`,
)
const seats = (db: Conn) =>
  db
    .selectFrom('conversation_participants')
    .select(['conversation_id', 'account_id', 'is_admin', 'hidden', 'left_at', 'visible_after'])
const isOrganizer = (s: Seat): boolean => s.is_admin === 1 && s.left_at === null
/** Also of those who have left: what they wrote stays. */
const hiddenIn = (list: readonly Seat[]): string[] =>
  list.filter((s) => s.hidden === 1 && !isOrganizer(s)).map((s) => s.account_id)

/** The viewer's masks of these conversations, in one query; only those of events ever hide anybody. */
export const masksFor = async (
  ctx: Pick<Ctx, 'db' | 'secret'>,
  conversations: readonly Conversation[],
  viewerId: string,
): Promise<(conversationId: string) => Mask> => {
  const ids = conversations.filter((c) => c.type === 'event').map((c) => c.id)
  if (ids.length === 0) return () => OPEN
  const rows: Seat[] = await seats(ctx.db)
    .where('conversation_id', 'in', ids)
    .where((eb) => eb.or([eb('hidden', '=', 1), eb('account_id', '=', viewerId)]))
    .execute()
  const masks = new Map(
    ids.map((id) => {
      const inside = rows.filter((s) => s.conversation_id === id)
      const sees = inside.some((s) => s.account_id === viewerId && isOrganizer(s))
      return [
        id,
        sees
          ? OPEN
          : maskOf(ctx.secret, id, new Set(hiddenIn(inside).filter((a) => a !== viewerId))),
      ]
    }),
  )
  return (id) => masks.get(id) ?? OPEN
}
export const maskFor = async (
  ctx: Pick<Ctx, 'db' | 'secret'>,
  conversation: Conversation,
  viewerId: string,
): Promise<Mask> => (await masksFor(ctx, [conversation], viewerId))(conversation.id)

/** Those who may be told the same. `isLate`: they came after what is quoted, and never read it. */
export interface Audience {
  readonly conversation?: string
  readonly accounts: string[]
  readonly mask: Mask
  readonly isLate: boolean
}

/**
 * Everybody in a conversation. With somebody hidden, the shared channel stays silent: organizers hear the truth on their own
 * channels, each hidden one its own, the others what they may know. The same where some came after the quoted message.
 */
const audiencesOf = async (
  ctx: Pick<Ctx, 'db' | 'secret'>,
  conversation: Conversation,
  quotedSeq: number | null,
  known?: readonly Seat[],
): Promise<Audience[]> => {
  const rows: readonly Seat[] =
    known ?? (await seats(ctx.db).where('conversation_id', '=', conversation.id).execute())
  const inside = rows.filter((s) => s.left_at === null)
  const isLate = (s: Seat): boolean => quotedSeq !== null && Number(s.visible_after) >= quotedSeq
  const hidden = conversation.type === 'event' ? hiddenIn(rows) : []
  if (hidden.length === 0 && !inside.some(isLate))
    return [
      {
        conversation: conversation.id,
        accounts: inside.map((s) => s.account_id),
        mask: OPEN,
        isLate: false,
      },
    ]
  const mask = (but?: string): Mask =>
    maskOf(ctx.secret, conversation.id, new Set(hidden.filter((id) => id !== but)))
  const own = inside.filter((s) => hidden.includes(s.account_id))
  const knowing = [
    { seats: inside.filter(isOrganizer), mask: OPEN },
    ...own.map((s) => ({ seats: [s], mask: mask(s.account_id) })),
    { seats: inside.filter((s) => !isOrganizer(s) && !own.includes(s)), mask: mask() },
  ]
  return knowing
    .flatMap((k) =>
      [false, true].map((late) => ({
        accounts: k.seats.filter((s) => isLate(s) === late).map((s) => s.account_id),
        mask: k.mask,
        isLate: late,
      })),
    )
    .filter((a) => a.accounts.length > 0)
}

/**
 * Publishes to everybody in a conversation what each may know. Call it after the commit. `quotedSeq`: of the message that the
 * payload quotes or is about; who came after it gets `isLate`. null: nothing for these. `known`: all seats, where they were read
 * already. Answers everybody who is in it.
 */
export const tell = async <N extends EventName>(
  ctx: Pick<Ctx, 'db' | 'secret' | 'realtime'>,
  conversation: Conversation,
  name: N,
  payload: (to: Audience) => EventPayload<N> | null | Promise<EventPayload<N> | null>,
  quotedSeq: number | null = null,
  known?: readonly Seat[],
): Promise<string[]> => {
  const audiences = await audiencesOf(ctx, conversation, quotedSeq, known)
  for (const to of audiences) {
    const said = await payload(to)
    if (said) ctx.realtime.publish(name, said, to)
  }
  return audiences.flatMap((a) => a.accounts)
}
