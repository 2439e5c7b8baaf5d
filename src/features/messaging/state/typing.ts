import { proxy, ref, useSnapshot } from 'valtio'
import { TYPING_REPEAT_MS, TYPING_SHOWN_MS } from '#contract/limits'
import type { Conversation, Message } from '#contract/messaging/messages'
import { sayTyping } from '#contract/messaging/typing'
import type { EventPayload } from '#contract/realtime'
import { ApiError, call } from '../../../data/http/api'
import { preferences } from '../../../data/state/preferences'
import { actingIdentity, session } from '../../../data/session/session'
import { messaging } from './store'
import { shownName } from '../thread/titles'

interface Typist {
  readonly accountId: string
  readonly identityId: string | null
}
/** Members who are typing, by conversation; each entry expires with its timer. */
export const typingState = proxy<{ byConversation: Record<string, readonly Typist[]> }>({
  byConversation: {},
})
const timers = new Map<string, ReturnType<typeof setTimeout>>()

const set = (id: string, list: readonly Typist[]): void => {
  if (list.length === 0) delete typingState.byConversation[id]
  else typingState.byConversation[id] = ref(list as Typist[])
}
const stop = (id: string, accountId: string): void => {
  const key = `${id}:${accountId}`
  clearTimeout(timers.get(key))
  timers.delete(key)
  const list = typingState.byConversation[id]
  if (list?.some((t) => t.accountId === accountId))
    set(
      id,
      list.filter((t) => t.accountId !== accountId),
    )
}
/** Handles a typing event; it expires 6 s after the last one. */
export const onTyping = ({
  conversationId: id,
  accountId,
  identityId,
  isTyping,
}: EventPayload<'typing.updated'>): void => {
  stop(id, accountId)
  if (!isTyping || accountId === session.accountId) return
  set(id, [...(typingState.byConversation[id] ?? []), { accountId, identityId }])
  timers.set(
    `${id}:${accountId}`,
    setTimeout(() => stop(id, accountId), TYPING_SHOWN_MS),
  )
}
/** A message arrived: its sender is no longer typing. */
export const stopTypingBy = (m: Message): void => stop(m.conversationId, m.senderAccountId)
export const forgetTyping = (): void => {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  lastNotified.clear()
  typingState.byConversation = {}
}

type Named = Pick<Conversation, 'type' | 'participants'>
/** Typing text: names the member unless there is only one other. */
export const typingText = (
  list: readonly Typist[] | undefined,
  c: Named | undefined,
): string | null => {
  const [one] = list ?? []
  if (!one || !list) return null
  if (list.length > 1) return `${list.length} personnes écrivent…`
  if (!c || c.type === 'direct') return 'écrit…'
  const account = c.participants.find((p) => p.account_id === one.accountId)?.account
  const identity = account?.identities.find((i) => i.id === one.identityId)
  const name = identity ? shownName(identity) : account?.account_handle
  return name ? `${name} écrit…` : 'écrit…'
}
/** «écrit…», «clara_t écrit…», «2 personnes écrivent…», or null. For the header and the list. */
export const useTyping = (id: string): string | null => {
  const list = useSnapshot(typingState).byConversation[id]
  return typingText(list, list && messaging.conversations[id])
}

/** Last typing notification sent, by conversation, ms since epoch. */
const lastNotified = new Map<string, number>()
const notifyTyping = (id: string, isTyping: boolean): void => {
  const acting = actingIdentity()
  if (acting.kind === 'none') return
  // only a hint: not retried; the account may have disabled it meanwhile
  call(sayTyping, {
    params: { id },
    body: { identity_id: acting.kind === 'both' ? null : acting.id, isTyping },
  }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'typing_off') preferences.typing = false
  })
}
/** Called on each text change, after a send and on blur: notifies the others at most every 3 s. */
export const reportTyping = (id: string, hasText: boolean): void => {
  const last = lastNotified.get(id)
  if (!hasText) {
    if (last === undefined) return
    lastNotified.delete(id)
    return notifyTyping(id, false)
  }
  const now = Date.now()
  if (preferences.typing === false || (last !== undefined && now - last < TYPING_REPEAT_MS)) return
  lastNotified.set(id, now)
  notifyTyping(id, true)
}
