import { useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import type { Message } from '#contract/messaging/messages'
import { isOrganizerMessage } from './roles'
import { messaging } from '../../state/store'

const listen = (changed: () => void): (() => void) => subscribe(messaging, changed)

/**
 * Whether a message shows «Organisateur»; renders only when that changes, not on each new message.
 */
export const useOrganizer = (m: Pick<Message, 'conversationId' | 'senderAccountId'>): boolean =>
  useSyncExternalStore(listen, () =>
    isOrganizerMessage(messaging.conversations[m.conversationId], m),
  )

/** First name of a message's author, where it was shared with this member. */
export const useFirstName = (
  m: Pick<Message, 'conversationId' | 'senderAccountId' | 'senderIdentityId'>,
): string | null =>
  useSyncExternalStore(
    listen,
    () =>
      messaging.conversations[m.conversationId]?.participants
        .find((p) => p.account_id === m.senderAccountId)
        ?.account.identities.find((i) => i.id === m.senderIdentityId)?.firstname ?? null,
  )
