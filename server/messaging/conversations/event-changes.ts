import type { Ctx } from '../../context'
import { listeningMemberships, publishMasked } from './mask'
import { endPresences, publishConversation, publishDeparture, withdrawListening } from './members'
import { presentMessages } from '../messages/present'
import { publishSystemMessages } from '../messages/system'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'

export type ConversationRow = Row<'conversations'>
/** Conversations of an event; `directOf`: only those of these participants with the organizers. */
export const conversationsOfEvent = (
  db: Conn,
  eventId: string,
  directOf?: readonly string[],
): Promise<ConversationRow[]> =>
  db
    .selectFrom('conversations')
    .where('event_id', '=', eventId)
    .$if(directOf !== undefined, (q) =>
      q.where('event_participant_id', 'in', [...(directOf ?? [])]),
    )
    .selectAll()
    .orderBy('id')
    .execute()

/** All conversations of an event, locked until the commit, always in the same order. */
export const lockConversationsOf = (trx: Conn, eventId: string): Promise<ConversationRow[]> =>
  trx
    .selectFrom('conversations')
    .where('event_id', '=', eventId)
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute()

/** Current members of all conversations of an event, oldest membership first. */
export const membersOfEvent = (
  db: Conn,
  eventId: string,
): Promise<Row<'conversation_participants'>[]> =>
  db
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .where('c.event_id', '=', eventId)
    .where('p.left_at', 'is', null)
    .selectAll('p')
    .orderBy('p.joined_at')
    .orderBy('p.account_id')
    .execute()

/** Changes of one conversation to publish. */
export interface ConversationChanges {
  conversation: Pick<ConversationRow, 'id' | 'type'>
  said: Row<'messages'>[]
  added: string[]
  left: string[]
  /** Accounts that became hidden, or lost a role that shows hidden ones. */
  secluded: string[]
  /** Newest messages whose sender's displayed name changed. */
  renewed: (Row<'messages'> | null)[]
}
export const noChanges = (
  conversation: ConversationChanges['conversation'],
): ConversationChanges => ({
  conversation,
  said: [],
  added: [],
  left: [],
  secluded: [],
  renewed: [],
})
export const publishChanges = async (
  ctx: Ctx,
  changes: readonly ConversationChanges[],
): Promise<void> => {
  // before the rest, which needs the database: while it is away, those who left would still listen
  for (const { conversation, left } of changes) await withdrawListening(ctx, conversation, left)
  for (const { conversation, said, added, left, secluded, renewed } of changes) {
    const members =
      left.length > 0 || said.length > 0 ? await listeningMemberships(ctx, conversation.id) : []
    if (left.length > 0) await publishDeparture(ctx, conversation, left, members)
    await endPresences(ctx, conversation, secluded)
    if (renewed.length > 0) await publishConversation(ctx, conversation.id)
    else if (added.length > 0) await publishConversation(ctx, conversation.id, added)
    for (const row of renewed)
      if (row)
        await publishMasked(ctx, conversation, 'conversation.message.created', async (to) => {
          const message = (await presentMessages(ctx, conversation, [row], '', to))[0]
          return message ? { conversationId: conversation.id, message, clientMsgId: null } : null
        })
    await publishSystemMessages(ctx, conversation, said, members)
  }
}
