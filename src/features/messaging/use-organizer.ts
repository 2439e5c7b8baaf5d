import { useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import type { Message } from '#contract/messaging'
import { isOrganizerMessage } from './roles'
import { messaging } from './store'

const listen = (changed: () => void): (() => void) => subscribe(messaging, changed)

/** Whether a message carries «Organisateur»: renders again only when that changes, not with each message of the conversation. */
export const useOrganizer = (m: Pick<Message, 'conversationId' | 'senderAccountId'>): boolean =>
  useSyncExternalStore(listen, () => isOrganizerMessage(messaging.conversations[m.conversationId], m))
