import { useSyncExternalStore } from 'react'
import { subscribe, useSnapshot } from 'valtio'
import type { Message } from '#contract/messaging/messages'
import { session } from '../../../../data/session/session'
import { isOrganizerMessage } from './roles'
import { messaging } from '../../state/store'

const listen = (changed: () => void): (() => void) => subscribe(messaging, changed)

/**
 * Whether a message shows «Organisateur»; renders only when that changes, not on each new message.
 */
export const useIsOrganizerMessage = (
  m: Pick<Message, 'conversationId' | 'senderAccountId'>,
): boolean =>
  useSyncExternalStore(listen, () =>
    isOrganizerMessage(messaging.conversations[m.conversationId], m),
  )

/** Which of one's own couple wrote a message; null for accounts with one identity. */
export const useOwnAuthor = (identityId: string | null): string | null => {
  const identities = useSnapshot(session).account?.identities ?? []
  const one = identities.length > 1 ? identities.find((i) => i.id === identityId) : undefined
  return one ? (one.firstname ?? one.identity_handle) : null
}

/**
 * «Léa a lu», while only one of a couple has read an own message; null for members with one
 * identity, or once both have.
 */
export const useReaderLabel = (
  m: Pick<Message, 'conversationId' | 'senderAccountId' | 'readByIdentityIds'>,
): string | null =>
  useSyncExternalStore(listen, () => {
    const c = messaging.conversations[m.conversationId]
    if (c?.type !== 'direct' || m.readByIdentityIds.length === 0) return null
    const couple = c.participants.find((p) => p.account_id !== m.senderAccountId)?.account
      .identities
    const readers = couple?.filter((i) => m.readByIdentityIds.includes(i.id)) ?? []
    const [one] = readers
    return one && readers.length < (couple?.length ?? 0)
      ? `${one.firstname ?? one.identity_handle} a lu`
      : null
  })

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
