import type { EventName, EventPayload } from '#contract/realtime'
import type { Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import { statementOfRows } from '../../db/statement'
import type { Row } from '../../db/tables'
import { maskedIdOf } from '../../tokens'

export const HIDDEN_NAME = 'Pseudo caché'
type Conversation = Pick<Row<'conversations'>, 'id' | 'type'>

/**
 * Hides members of one conversation from a viewer. Every reply and event applies it.
 */
export interface Mask {
  /** Whether this account is «Pseudo caché» for the viewer. */
  hides(accountId: string | null): boolean
  /**
   * The account's id as shown to the viewer: real, or meaningless elsewhere.
   */
  id(accountId: string): string
}
export const OPEN_MASK: Mask = { hides: () => false, id: (accountId) => accountId }

/**
 * Hidden participants last, sorted by masked id: their position must not reveal when they joined.
 */
export const sortHiddenLast = <T extends { readonly account_id: string }>(
  members: readonly T[],
  mask: Mask,
): readonly T[] => {
  if (mask === OPEN_MASK) return members
  const hidden = members
    .filter((s) => mask.hides(s.account_id))
    .sort((a, b) => (mask.id(a.account_id) < mask.id(b.account_id) ? -1 : 1))
  return [...members.filter((s) => !mask.hides(s.account_id)), ...hidden]
}

/** Stable within this conversation, different in every other. */
const maskedId = (secret: Uint8Array, conversationId: string, accountId: string): string =>
  maskedIdOf(secret, 'hidden', conversationId, accountId)

const maskOf = (secret: Uint8Array, conversationId: string, hidden: ReadonlySet<string>): Mask => {
  if (hidden.size === 0) return OPEN_MASK
  const hides: Mask['hides'] = (accountId) => accountId !== null && hidden.has(accountId)
  return {
    hides,
    id: (accountId) => (hides(accountId) ? maskedId(secret, conversationId, accountId) : accountId),
  }
}

export interface MembershipRow {
  conversation_id: string
  account_id: string
  is_admin: 0 | 1
  hidden: 0 | 1
  left_at: number | null
  visible_after: number
}
/** Memberships of these conversations, past ones included. */
export const allMemberships = statementOfRows<MembershipRow>(
  ['text'],
  (rows) =>
    `select conversation_id, account_id, is_admin, hidden, left_at, visible_after
      from conversation_participants where conversation_id in (${rows})`,
)
const membershipsQuery = (db: Conn) =>
  db
    .selectFrom('conversation_participants')
    .select(['conversation_id', 'account_id', 'is_admin', 'hidden', 'left_at', 'visible_after'])
const membershipsIn = (db: Conn, conversationId: string): Promise<MembershipRow[]> =>
  membershipsQuery(db).where('conversation_id', '=', conversationId).execute()
/**
 * The memberships that the announcements of one change need, loaded once: those with a socket, when
 * these are few, and all hidden ones, whose names the others may not read. Otherwise all.
 */
export const listeningMemberships = (
  { db, realtime }: Pick<Ctx, 'db' | 'realtime'>,
  conversationId: string,
): Promise<MembershipRow[]> => {
  const heard = realtime.listeners()
  return heard === null
    ? membershipsIn(db, conversationId)
    : membershipsQuery(db)
        .where('conversation_id', '=', conversationId)
        .where((eb) =>
          eb.or([
            eb('hidden', '=', 1),
            ...(heard.size > 0 ? [eb('account_id', 'in', [...heard])] : []),
          ]),
        )
        .execute()
}
const isOrganizer = (s: MembershipRow): boolean => s.is_admin === 1 && s.left_at === null
/** Past members included: their messages remain. */
const hiddenIn = (list: readonly MembershipRow[]): string[] =>
  list.filter((s) => s.hidden === 1 && !isOrganizer(s)).map((s) => s.account_id)

/**
 * The viewer's masks for these conversations, in one query; only event conversations hide members.
 */
export const masksFor = async (
  ctx: Pick<Ctx, 'db' | 'secret'>,
  conversations: readonly Conversation[],
  viewerId: string,
): Promise<(conversationId: string) => Mask> => {
  const ids = conversations.filter((c) => c.type === 'event').map((c) => c.id)
  if (ids.length === 0) return () => OPEN_MASK
  const rows: MembershipRow[] = await membershipsQuery(ctx.db)
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
          ? OPEN_MASK
          : maskOf(ctx.secret, id, new Set(hiddenIn(inside).filter((a) => a !== viewerId))),
      ]
    }),
  )
  return (id) => masks.get(id) ?? OPEN_MASK
}
export const maskFor = async (
  ctx: Pick<Ctx, 'db' | 'secret'>,
  conversation: Conversation,
  viewerId: string,
): Promise<Mask> => (await masksFor(ctx, [conversation], viewerId))(conversation.id)

/**
 * Members who receive the same payload. `isLate`: they joined after the quoted message and may not
 * read it.
 */
export interface MaskedRecipients {
  readonly conversation?: string
  readonly accounts: string[]
  readonly mask: Mask
  readonly isLate: boolean
}

/**
 * Splits the members into audiences. With hidden members the shared channel is not used: organizers
 * get the real names on their own channels, each hidden member its own view, the others the masked
 * one. Likewise when some joined after the quoted message, or after the message
 * `ownSeq`: those are in no audience.
 */
const audiencesOf = async (
  ctx: Pick<Ctx, 'db' | 'secret'>,
  conversation: Conversation,
  quotedSeq: number | null,
  known?: readonly MembershipRow[],
  ownSeq = Infinity,
): Promise<MaskedRecipients[]> => {
  const rows: readonly MembershipRow[] = known ?? (await membershipsIn(ctx.db, conversation.id))
  const current = rows.filter((s) => s.left_at === null)
  const inside = current.filter((s) => s.visible_after < ownSeq)
  const isLate = (s: MembershipRow): boolean => quotedSeq !== null && s.visible_after >= quotedSeq
  const hidden = conversation.type === 'event' ? hiddenIn(rows) : []
  if (hidden.length === 0 && inside.length === current.length && !inside.some(isLate))
    return [
      {
        conversation: conversation.id,
        accounts: inside.map((s) => s.account_id),
        mask: OPEN_MASK,
        isLate: false,
      },
    ]
  const maskExcept = (seen?: string): Mask =>
    maskOf(ctx.secret, conversation.id, new Set(hidden.filter((id) => id !== seen)))
  const hiddenInside = inside.filter((s) => hidden.includes(s.account_id))
  const groups = [
    { members: inside.filter(isOrganizer), mask: OPEN_MASK },
    ...hiddenInside.map((s) => ({ members: [s], mask: maskExcept(s.account_id) })),
    {
      members: inside.filter((s) => !isOrganizer(s) && !hiddenInside.includes(s)),
      mask: maskExcept(),
    },
  ]
  return groups
    .flatMap(({ members, mask }) =>
      [false, true].map((late) => ({
        accounts: members.filter((s) => isLate(s) === late).map((s) => s.account_id),
        mask,
        isLate: late,
      })),
    )
    .filter((a) => a.accounts.length > 0)
}

/**
 * Publishes to the members of a conversation what each may know. Call it after the commit.
 * `quotedSeq`: seq of the message that the payload quotes or concerns; later members get `isLate`.
 * A null payload is not published. `known`: all memberships, when loaded already. `ownSeq`: members
 * who joined after this message get nothing. Returns the members who were published to.
 */
export const publishMasked = async <N extends EventName>(
  ctx: Pick<Ctx, 'db' | 'secret' | 'realtime'>,
  conversation: Conversation,
  name: N,
  payload: (to: MaskedRecipients) => EventPayload<N> | null | Promise<EventPayload<N> | null>,
  quotedSeq: number | null = null,
  known?: readonly MembershipRow[],
  ownSeq?: number,
): Promise<string[]> => {
  const audiences = await audiencesOf(ctx, conversation, quotedSeq, known, ownSeq)
  for (const to of audiences) {
    const masked = await payload(to)
    if (masked) ctx.realtime.publish(name, masked, to)
  }
  return audiences.flatMap((a) => a.accounts)
}
