/** Consequences between rooms: a room says what happened, later rooms react. Handlers run after the commit. */
export interface BusEvents {
  'session.ended': { sessionId: string; userId: string; accountId: string | null }
  'account.created': { accountId: string; userId: string }
  'relation.created': { accountId: string; withAccountId: string }
  'member.blocked': { accountId: string; blockedAccountId: string }
  'news.created': { newsId: string; accountId: string; type: string; eventId: string | null }
  'account.hidden': { accountId: string }
  'presence.chosen': { accountId: string; hidden: boolean }
  'message.sent': { conversationId: string; messageId: string; senderAccountId: string; recipientAccountIds: readonly string[] }
}
type Handler<K extends keyof BusEvents> = (event: BusEvents[K]) => void | Promise<void>

export interface Bus {
  on<K extends keyof BusEvents>(name: K, handler: Handler<K>): void
  emit<K extends keyof BusEvents>(name: K, event: BusEvents[K]): void
}

/** A handler that fails is reported and never fails the one who spoke. */
export const createBus = (onError: (error: unknown, name: string) => void): Bus => {
  const handlers = new Map<string, ((event: never) => void | Promise<void>)[]>()
  return {
    on: (name, handler) => void handlers.set(name, [...(handlers.get(name) ?? []), handler as never]),
    emit: (name, event) => {
      for (const handler of handlers.get(name) ?? [])
        Promise.resolve()
          .then(() => handler(event as never))
          .catch((error: unknown) => onError(error, name))
    },
  }
}
