import { MINUTE_MS } from '#contract/limits'
import type { NewsType } from '#contract/news'
import type { PictureKind } from './db/tables-agreements'
import { unavailableDependency } from './outage'

/** Events between rooms: a room emits, later rooms react. Handlers run after the commit. */
interface BusEvents {
  'session.ended': { sessionId: string; userId: string; accountId: string | null }
  'account.created': { accountId: string; userId: string }
  /** A second login, by a partner link. */
  'account.joined': { accountId: string; userId: string }
  /** `byLink`: the first followed a join link of the second. */
  'relation.created': { accountId: string; withAccountId: string; byLink?: true }
  'member.blocked': { accountId: string; blockedAccountId: string }
  /** Zones newly separate the account from these. */
  'member.hidden': { accountId: string; others: readonly string[] }
  /** `again`: it replaces a news item of a short time ago. */
  'news.created': {
    newsId: string
    accountId: string
    type: NewsType
    eventId: string | null
    again: boolean
  }
  /** What waits for identities of the account wants a yes: a held message, or an answer. */
  'agreement.asked': { accountId: string; subjectId: string }
  /** Its deletion or suspension began, or ended. */
  'account.hidden': { accountId: string }
  'account.shown': { accountId: string }
  /** A case was opened, claimed or decided. */
  'case.changed': { caseId: string }
  /** A role was granted or taken away. */
  'staff.changed': { userId: string }
  'presence.chosen': { accountId: string; hidden: boolean }
  /** Of the owner's private albums, `before` were open to the reader before a change of sharing. */
  'albums.opened': { ownerId: string; readerId: string; before: number }
  /** Shares of single albums may have been deleted, other than by `endShare`. */
  'shares.ended': { ownerId: string }
  'photo.saved': { accountId: string; storageKey: string }
  /** Messages that displayed the destroyed photo. */
  'photo.destroyed': { messageIds: readonly string[] }
  /** A photo needs the agreement of these persons of its account. */
  'photo.asked': { accountId: string; mediaId: string; identityIds: readonly string[] }
  /** A person answered about a photo of them; `isAgreed`: all its subjects agree now. */
  'photo.answered': { accountId: string; mediaId: string; isAgreed: boolean }
  /** A member of another account says to be on it: others no longer see it. */
  'photo.claimed': { accountId: string; mediaId: string }
  /** The claim was dismissed; `places` show the photo again. */
  'photo.freed': {
    accountId: string
    mediaId: string
    places: readonly { kind: PictureKind; targetId: string; replaced: string | null }[]
  }
  /**
   * A conversation or an event shows another picture, because of an agreement. `replaced`: the
   * banner that it showed before.
   */
  'picture.changed': {
    kind: 'conversation' | 'event'
    targetId: string
    replaced: string | null
  }
  'message.sent': {
    conversationId: string
    messageId: string
    senderAccountId: string
    recipientAccountIds: readonly string[]
  }
}
type Handler<K extends keyof BusEvents> = (event: BusEvents[K]) => void | Promise<void>

export interface Bus {
  on<K extends keyof BusEvents>(name: K, handler: Handler<K>): void
  emit<K extends keyof BusEvents>(name: K, event: BusEvents[K]): void
  /**
   * Work after the reply, not awaited; retried for ten minutes while a dependency is unavailable, lost
   * with the process. What members count on is also found by a job (`jobs.ts`).
   */
  later(name: string, work: () => Promise<void>): void
  /** Resolves when no handler and no work is running; awaited before the process ends. */
  idle(): Promise<void>
}

/** Pauses between attempts, ms; the last one repeats. */
const AGAIN_MS = [200, 400, 800, 1_600, 3_200]
/**
 * An outage may last longer than a restart of the database, and open pages hear of a message that was
 * stored just before only by its broadcast.
 */
const TRIED_FOR_MS = 10 * MINUTE_MS

/** Handler errors are logged and never reach the emitter. */
export const createBus = (onError: (error: unknown, name: string) => void): Bus => {
  const handlers = new Map<string, ((event: never) => void | Promise<void>)[]>()
  const underWay = new Set<Promise<void>>()
  const patiently = async (work: () => Promise<void>): Promise<void> => {
    const end = Date.now() + TRIED_FOR_MS
    for (let attempt = 0; ; attempt += 1)
      try {
        return await work()
      } catch (error) {
        if (!unavailableDependency(error) || Date.now() > end) throw error
        const pause = AGAIN_MS[Math.min(attempt, AGAIN_MS.length - 1)]
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
  }
  const track = (name: string, work: Promise<void>): void => {
    const all: Promise<void> = work
      .catch((error: unknown) => onError(error, name))
      .finally(() => underWay.delete(all))
    underWay.add(all)
  }
  return {
    later: (name, work) => track(name, patiently(work)),
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    on: (name, handler) => void handlers.set(name, [...(handlers.get(name) ?? []), handler]),
    emit: (name, event) => {
      for (const handler of handlers.get(name) ?? [])
        track(
          name,
          Promise.resolve().then(() => handler(event as never)),
        )
    },
  }
}
