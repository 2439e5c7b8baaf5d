import type { HeldMessage, Together } from '#contract/messaging/held'
import type { Message } from '#contract/messaging/messages'
import {
  identitiesThatAgreed,
  approveProposal,
  nextTogetherState,
  proveIdentity,
  proveRuleChange,
  requireIdentity,
  wantedOf,
  withdrawAgreements,
  type Proposal,
} from '../../agreements/service'
import { immediateAgreement } from '../../access/agreements'
import { requireMember } from '../../access/members'
import { requireMessage } from '../../access/messages'
import type { Ctx, Viewer } from '../../context'
import { flag, retryOnDeadlock, type Conn } from '../../db/dialect'
import { Fail, fail } from '../../fail'
import { iso } from '../../iso'
import { presentMedia } from '../../media/service'
import { broadcastMessage } from '../messages/announce'
import { presentMessages } from '../messages/present'
import type { WrittenMessage } from '../messages/send-types'
import { normalizeMessageText } from '../messages/text'
import { writeMessages } from '../messages/write'
import { messagesByIds } from '../queries'
import { publishHeld } from './publish'
import {
  messageOfHeld,
  closeHeld,
  lockForSend,
  lockHeld,
  mediaOfHeld,
  subjectsOfHeld,
  heldMessagesIn,
  type HeldRow,
} from './queries'

const proposalOf = async (db: Conn, row: HeldRow): Promise<Proposal> => ({
  id: row.id,
  accountId: row.account_id,
  revision: row.revision,
  wanted: row.wanted,
  content: JSON.stringify([
    row.conversation_id,
    row.content,
    (await mediaOfHeld(db, [row.id])).map((m) => m.id),
  ]),
})

/** Held messages of one conversation, for their account. */
const presentHeld = async (
  ctx: Ctx,
  viewer: Viewer,
  rows: readonly HeldRow[],
): Promise<HeldMessage[]> => {
  const [first] = rows
  if (!first) return []
  const media = await mediaOfHeld(
    ctx.db,
    rows.map((r) => r.id),
  )
  const agreed = await identitiesThatAgreed(
    ctx.db,
    rows.map((r) => ({ id: r.id, revision: r.revision })),
  )
  const subjects = await subjectsOfHeld(
    ctx.db,
    rows.map((r) => r.id),
  )
  const conversation = await ctx.db
    .selectFrom('conversations')
    .where('id', '=', first.conversation_id)
    .select(['id', 'type'])
    .executeTakeFirstOrThrow()
  const quotes = new Map(
    (await presentMessages(ctx, conversation, rows.map(messageOfHeld), viewer.accountId)).map(
      (m) => [m.id, m.quote],
    ),
  )
  return rows.map((r) => {
    const open = subjects.filter((s) => s.held_id === r.id && s.state !== 'yes')
    const isPhoto = r.reason === 'photo'
    // a photo may show more people by now than when the message was held
    const wanted = [
      ...new Set([...wantedOf(r), ...(isPhoto ? open.map((s) => s.identity_id) : [])]),
    ]
    return {
      id: r.id,
      conversationId: r.conversation_id,
      reason: r.reason,
      senderIdentityId: r.sender_identity_id,
      clientMsgId: r.client_msg_id,
      content: r.content,
      brief: r.brief,
      quote: quotes.get(r.id) ?? null,
      media: media.filter((m) => m.held_id === r.id).map((m) => presentMedia(m)),
      createdAt: iso(r.created_at),
      revision: r.revision,
      wanted,
      agreed: isPhoto
        ? wanted.filter((id) => !open.some((s) => s.identity_id === id))
        : agreed(r.id),
      refused: [...new Set(open.filter((s) => s.state !== 'asked').map((s) => s.identity_id))],
    }
  })
}
const presentOne = async (ctx: Ctx, viewer: Viewer, row: HeldRow): Promise<HeldMessage> =>
  (await presentHeld(ctx, viewer, [row]))[0] ?? fail('not_found')

export const listHeldMessages = async (
  ctx: Ctx,
  viewer: Viewer,
  conversationId: string,
): Promise<{ held: HeldMessage[]; four_hands: Together }> => {
  const { participant } = await requireMember(ctx.db, viewer, conversationId)
  return {
    held: await presentHeld(
      ctx,
      viewer,
      await heldMessagesIn(ctx.db, viewer.accountId, conversationId),
    ),
    four_hands: {
      on: participant.four_hands === 1,
      ending_by: participant.four_hands_ending,
    },
  }
}

/**
 * Switches the rule on or off. Messages that wait for two yeses still need them after it ends.
 * Fails as `proveRuleChange` does.
 */
export const changeFourHands = async (
  ctx: Ctx,
  viewer: Viewer,
  conversationId: string,
  { on, code }: { readonly on: boolean; readonly code?: string | undefined },
): Promise<Together> => {
  await proveRuleChange(ctx, viewer, on, code)
  const next = await ctx.db.transaction().execute(async (trx) => {
    // a send under way either is held, or commits before the rule begins
    await lockForSend(trx, conversationId)
    const { participant } = await requireMember(trx, viewer, conversationId)
    const state = nextTogetherState(
      viewer,
      { on: participant.four_hands === 1, ending_by: participant.four_hands_ending },
      on,
    )
    await trx
      .updateTable('conversation_participants')
      .set({ four_hands: flag(state.on), four_hands_ending: state.ending_by })
      .where('conversation_id', '=', conversationId)
      .where('account_id', '=', viewer.accountId)
      .execute()
    return state
  })
  publishHeld(ctx, viewer, conversationId, null)
  return next
}

/** The message that a held one became. Fails with `not_found` when it can no longer be read. */
const sentAs = async (ctx: Ctx, viewer: Viewer, row: HeldRow): Promise<Message> => {
  requireIdentity(viewer)
  const sent = await ctx.db
    .selectFrom('messages')
    .where('sender_account_id', '=', row.account_id)
    .where('client_msg_id', '=', row.client_msg_id)
    .select('id')
    .executeTakeFirst()
  const { conversation, message } = await requireMessage(ctx.db, viewer, sent?.id ?? '')
  const [shown] = await presentMessages(ctx, conversation, [message], viewer.accountId)
  return shown ?? fail('not_found')
}

/**
 * Records a yes to the revision that was read. The last one sends the message in the same
 * transaction, as new, under the client id of its first send: exactly once, whatever is repeated. A
 * repeat of the last yes, whose reply was lost, gets the message again. Fails with `held_changed`,
 * as `proveIdentity` does, and as a send does (blocked, restricted to organizers): then the yes is
 * not recorded either.
 */
export const approveMessage = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  { revision, code }: { readonly revision: number; readonly code?: string | undefined },
): Promise<{ held: HeldMessage | null; message: Message | null }> => {
  // in both mode `approveProposal` fails
  if (viewer.identityId !== null) await proveIdentity(ctx, viewer, viewer.identityId, code)
  const yes = async (trx: Conn) => {
    const row = await lockHeld(trx, viewer.accountId, id, ['waiting', 'sent'])
    if (row.revision !== revision) fail('held_changed')
    if (row.state === 'sent') return { row, written: null }
    const isAgreed = await approveProposal(trx, viewer, await proposalOf(trx, row), ctx.now())
    return { row, written: isAgreed ? await sendHeld(trx, ctx, viewer, row) : null }
  }
  // a concurrent deletion of its photo takes these locks in the other order
  const { row, written } = await retryOnDeadlock(() => ctx.db.transaction().execute(yes))
  if (row.state === 'sent') return { held: null, message: await sentAs(ctx, viewer, row) }
  publishHeld(ctx, viewer, row.conversation_id, null)
  if (!written) return { held: await presentOne(ctx, viewer, row), message: null }
  const message = presentMessages(ctx, written.conversation, [written.row], viewer.accountId).then(
    ([one]) => one ?? fail('not_found'),
  )
  broadcastMessage(ctx, { viewer, message, written })
  return { held: null, message: await message }
}

/**
 * Whether a message that waits for a photo needs a yes of its own, too: it lost a photo, it is of
 * both mode and «à quatre mains» has begun, or its account is suspended or about to be deleted.
 */
const needsYes = async (trx: Conn, row: HeldRow, photos: number): Promise<boolean> => {
  if (photos < (row.media_count ?? 1)) return true
  // keeps the rule from beginning in the meantime
  await lockForSend(trx, row.conversation_id)
  const sender = await trx
    .selectFrom('conversation_participants as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('p.conversation_id', '=', row.conversation_id)
    .where('p.account_id', '=', row.account_id)
    .select(['p.four_hands', 'a.deleted_at'])
    .executeTakeFirst()
  if (!sender) return false
  return (row.sender_identity_id === null && sender.four_hands === 1) || sender.deleted_at !== null
}

/** In the caller's transaction, with the row locked; fails with `held_changed`, and as a send does. */
export const sendHeld = async (
  trx: Conn,
  ctx: Ctx,
  viewer: Viewer,
  row: HeldRow,
): Promise<WrittenMessage> => {
  const media = await mediaOfHeld(trx, [row.id])
  if (row.reason === 'photo' && (await needsYes(trx, row, media.length))) fail('held_changed')
  // its photos may have been destroyed meanwhile
  if (!row.content && media.length === 0) fail('empty_message')
  // a quote deleted meanwhile must not hold the message for ever
  const quoted =
    row.quote_id && (await messagesByIds(trx, [row.quote_id])).some((m) => m.deleted_at === null)
  await closeHeld(trx, row.id, 'sent', ctx.now())
  const [result] = await writeMessages(
    trx,
    ctx,
    [
      {
        viewer,
        conversationId: row.conversation_id,
        content: row.content,
        identityId: row.sender_identity_id,
        agreedHash: row.client_hash,
        body: {
          content: row.content,
          sender_identity_id: row.sender_identity_id,
          client_msg_id: row.client_msg_id,
          ...(media.length > 0 ? { media_ids: media.map((m) => m.id) } : {}),
          ...(media.length > 0 && row.brief ? { brief: row.brief } : {}),
          ...(quoted && row.quote_id ? { quoted_message_id: row.quote_id } : {}),
        },
      },
    ],
    true,
  )
  if (result instanceof Fail) throw result
  return result === undefined || result === 'locked' ? fail('not_found') : result
}

/**
 * Replaces the text and withdraws both yeses. The change counts as its author's yes, unless that
 * needs a code. A message that leaves as one identity is changed by that one only. Fails with
 * `held_changed`, `message_not_yours`.
 */
export const amendMessage = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  { revision, content }: { readonly revision: number; readonly content: string },
): Promise<HeldMessage> => {
  const identity = requireIdentity(viewer)
  const text = normalizeMessageText(content)
  const row = await ctx.db.transaction().execute(async (trx) => {
    const row = await lockHeld(trx, viewer.accountId, id)
    if (row.sender_identity_id !== null && row.sender_identity_id !== identity)
      fail('message_not_yours')
    if (row.revision !== revision) fail('held_changed')
    if (!text && (await mediaOfHeld(trx, [id])).length === 0) fail('empty_message')
    const next = {
      content: text,
      revision: revision + 1,
      user_id: viewer.userId,
      updated_at: ctx.now(),
    }
    await withdrawAgreements(trx, id, ctx.now())
    await trx.updateTable('held_messages').set(next).where('id', '=', id).execute()
    const amended = { ...row, ...next }
    // when only the author's yes is wanted, a change alone must not send the message
    const wanted = wantedOf(row)
    if (
      wanted.includes(identity) &&
      wanted.length > 1 &&
      (await immediateAgreement(trx, viewer, identity))
    )
      await approveProposal(trx, viewer, await proposalOf(trx, amended), ctx.now())
    return amended
  })
  publishHeld(ctx, viewer, row.conversation_id, row.id)
  return presentOne(ctx, viewer, row)
}

/**
 * Either identity may take a held message back, as nothing is sent against the will of one. A
 * repeated call (after a lost reply) returns the text again.
 */
export const takeBackHeldMessage = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
): Promise<HeldMessage> => {
  const held = await ctx.db
    .selectFrom('held_messages')
    .where('id', '=', id)
    .where('account_id', '=', viewer.accountId)
    .where('state', 'in', ['waiting', 'withdrawn'])
    .selectAll()
    .executeTakeFirst()
  const shown = held ? await presentOne(ctx, viewer, held) : fail('not_found')
  const row = await ctx.db.transaction().execute(async (trx) => {
    const row = await lockHeld(trx, viewer.accountId, id, ['waiting', 'withdrawn'])
    if (row.state === 'withdrawn') return row
    await withdrawAgreements(trx, id, ctx.now())
    await closeHeld(trx, id, 'withdrawn', ctx.now())
    return row
  })
  publishHeld(ctx, viewer, row.conversation_id, null)
  return { ...shown, content: row.content }
}
