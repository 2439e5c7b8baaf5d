import type { sendMessage } from '#contract/messaging/messages'
import type { ParsedInput } from '#contract/route'
import type { Viewer } from '../../context'
import type { Row } from '../../db/tables'
import type { Fail } from '../../fail'
import type { MessageContext } from './present'
import type { LockedConversation, SenderContext } from './queries-send'

export interface SendRequest {
  readonly viewer: Viewer
  readonly conversationId: string
  readonly body: ParsedInput<typeof sendMessage>['body']
  /** As it is stored. */
  readonly content: string
  /** null: both mode. */
  readonly identityId: string | null
  /** A held message that is agreed to: not held again, and stored with this hash. */
  readonly agreedHash?: string
}
export interface WrittenMessage {
  readonly row: Row<'messages'>
  readonly conversation: Pick<LockedConversation, 'id' | 'type'>
  readonly senders: MessageContext['senders']
  readonly fresh: boolean
  newRelation: string | null
  /** Identities that had unread messages here: sending marks them as read. */
  readonly readBy: readonly string[]
  /** Nothing is sent: the message waits for these identities. */
  readonly hold: HoldReason | null
}
/** Why a message waits, and for whom. */
export interface HoldReason {
  readonly reason: Row<'held_messages'>['reason']
  readonly wanted: readonly string[]
}
/**
 * `locked`: the conversation is locked by another transaction, or missing; only waiting tells which.
 */
export type SendResult = WrittenMessage | Fail | 'locked'

export interface PendingSend {
  readonly send: SendRequest
  readonly conversation: LockedConversation
  readonly identities: readonly SenderContext[]
  readonly first: SenderContext
  readonly hash: string
}
