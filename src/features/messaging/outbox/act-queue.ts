import { deleteMessage, editMessage, removeReaction, setReaction } from '#contract/messaging/acts'
import { listMessages, type Message } from '#contract/messaging/messages'
import type { MessageAct, Outbox, StoredAct } from '../../../data/device/outbox-store'
import { ApiError, call } from '../../../data/http/api'
import { isRetriedByQueue, retryDelayMs } from '../../../data/http/queue-retry'
import { toast } from '../../../data/state/toasts'
import { restoreDraftText } from '../state/open-composer'
import { refreshList } from '../state/list-api'
import { ownAccountId } from '../state/own-account'
import { addPending, dropPending, pendingActsOf, withPendingActs } from '../state/pending-acts'
import { patchMessage, mergeIntoThread } from '../state/store'
import { READ_AGAIN_MS } from './device'

/** An act that makes the server fail this many times in a row is given up. */
const MAX_FAILURES = 12

/** Resolves with the changed message, where the reply has it. */
const send = async ({ messageId: id, act }: StoredAct): Promise<Message | null> => {
  if (act.kind === 'delete') return (await call(deleteMessage, { params: { id } })).message
  if (act.kind === 'edit')
    // the account's rights: the acting identity may have changed since
    return (
      await call(
        editMessage,
        { params: { id }, body: { content: act.content } },
        { identity: 'none' },
      )
    ).message
  // the identity that reacted: the acting identity may have changed
  const identity = act.identityId === null ? 'none' : { as: act.identityId }
  await (act.emoji
    ? call(
        setReaction,
        { params: { id }, body: { emoji: act.emoji, identity_id: act.identityId } },
        { identity },
      )
    : call(removeReaction, { params: { id } }, { identity }))
  return null
}

const REFUSED: Record<MessageAct['kind'], string> = {
  delete: 'Ce message n’a pas pu être supprimé. Les autres le voient toujours.',
  edit: 'Votre modification n’a pas pu être enregistrée.',
  react: 'Votre réaction n’a pas pu être enregistrée.',
}

/** Shows the message again as the server has it. */
const takeBack = async (p: StoredAct): Promise<void> => {
  const { act } = p
  const isGiven = act.kind === 'edit' && restoreDraftText(p.conversationId, act.content)
  toast(`${REFUSED[act.kind]}${isGiven ? ' Votre texte est dans le champ de saisie.' : ''}`, {
    kind: 'error',
  })
  const { messages } = await call(listMessages, {
    params: { id: p.conversationId },
    query: { around: p.messageId, limit: 1 },
  })
  const real = messages.find((m) => m.id === p.messageId)
  if (real) patchMessage(p.conversationId, p.messageId, () => withPendingActs(real))
  refreshList()
}

/** Failures of one act in a row; `crashes`: those that were a 500. */
interface Failed {
  readonly times: number
  readonly crashes: number
}
const NONE: Failed = { times: 0, crashes: 0 }
const failedAgain = ({ times, crashes }: Failed, status: number | null): Failed =>
  status === null ? NONE : { times: times + 1, crashes: status === 500 ? crashes + 1 : 0 }

interface Options {
  readonly box: Outbox
  /** The account is still signed in and the database open. */
  isActive(): boolean
}
interface ActQueue {
  /** Stores an act and sends it; the earlier one of its kind and message is dropped. */
  perform(act: StoredAct): Promise<void>
  /** Sends what earlier pages have left. */
  restore(): Promise<void>
  /** The network is back: retries now. */
  wake(): void
}

/** Pauses that `wake` ends early. */
const createPauses = () => {
  const waiting = new Set<() => void>()
  return {
    pause: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          waiting.delete(done)
          resolve()
        }
        const timer = setTimeout(done, ms)
        waiting.add(done)
      }),
    wake: (): void => {
      for (const done of waiting) done()
    },
  }
}

/**
 * Sends deletions, edits and reactions until the server has replied, those of one message in their
 * order. They are stored on the device first, and repeating them changes nothing on the server.
 */
export const createActQueue = ({ box, isActive }: Options): ActQueue => {
  const running = new Set<string>()
  const { pause, wake } = createPauses()
  /** Acts that could not be written, on a full device for instance: only this page can send them. */
  const unwritten = new Set<StoredAct>()
  /** Another tab may have sent it, or replaced it by a later one. */
  const isStored = async (p: StoredAct): Promise<boolean> => {
    if (unwritten.has(p)) return true
    const stored = await box.acts().catch(() => [p])
    return stored.some((s) => s.key === p.key && s.order === p.order)
  }
  const finish = async (p: StoredAct): Promise<void> => {
    dropPending(p)
    unwritten.delete(p)
    await box.removeAct(p).catch(() => undefined)
  }

  /** Resolves with the status of a failure after which it is tried again; null: finished. */
  const attempt = async (p: StoredAct, failed: Failed): Promise<number | null> => {
    try {
      const message = await send(p)
      if (!isActive()) return null
      await finish(p)
      if (message) mergeIntoThread(p.conversationId, [message], ownAccountId())
      return null
    } catch (error) {
      if (!isActive()) return null
      const status = error instanceof ApiError ? error.status : 0
      if (isRetriedByQueue(error) || (status === 500 && failed.crashes < MAX_FAILURES)) {
        await pause(retryDelayMs(failed.times, error instanceof ApiError ? error.retryAfterS : 0))
        return status
      }
      await finish(p)
      // a deleted message needs no deletion; the text of an edit is restored anyway
      if (status !== 404 || p.act.kind === 'edit') await takeBack(p).catch(() => undefined)
      return null
    }
  }
  const run = async (messageId: string): Promise<void> => {
    if (running.has(messageId)) return
    running.add(messageId)
    let failed = NONE
    for (;;) {
      const [next] = pendingActsOf(messageId)
      if (!next || !isActive()) break
      if (!(await isStored(next))) dropPending(next)
      else failed = failedAgain(failed, await attempt(next, failed))
    }
    running.delete(messageId)
  }

  const restore = async (): Promise<void> => {
    const stored = await box.acts().catch(() => null)
    for (const p of stored ?? []) {
      if (!isActive()) return
      if (!addPending(p)) continue
      patchMessage(p.conversationId, p.messageId, withPendingActs)
      void run(p.messageId)
    }
    if (!stored && isActive()) void pause(READ_AGAIN_MS).then(restore)
  }

  return {
    perform: async (p) => {
      await box.putAct(p).catch(() => unwritten.add(p))
      void run(p.messageId)
    },
    restore,
    wake,
  }
}
