import type { Outgoing } from '../state/model'
import { withEngine } from './start'
import { release } from './photos'
import { putOutgoing, setOutgoing, setThread, thread } from '../state/store'

/** Those who wait for what becomes of a message they have just sent. */
const waiting = new Map<string, (error: string | null) => void>()
/** Sent, waiting for the network (null), or refused with a sentence. */
export const noteOutcome = (clientMsgId: string, error: string | null): void => {
  waiting.get(clientMsgId)?.(error)
  waiting.delete(clientMsgId)
}

let last = 0
const nextOrder = (): number => (last = Math.max(Date.now(), last + 1))
const find = (id: string, clientMsgId: string): Outgoing | undefined =>
  thread(id).outgoing.find((o) => o.clientMsgId === clientMsgId)

export type Draft = Pick<
  Outgoing,
  'clientMsgId' | 'content' | 'senderIdentityId' | 'quote' | 'photos' | 'mediaIds'
>
export interface Sent {
  readonly error: string | null
  readonly outgoing: Outgoing
}

/**
 * Shows the message at once and hands it to the outbox, which keeps it on the device and takes it to the server, whatever
 * happens to this page. Resolves when it has arrived, waits for the network (`error` null), or was refused.
 */
export const send = async (id: string, draft: Draft): Promise<Sent> => {
  const others = thread(id).outgoing
  const o: Outgoing = {
    ...draft,
    createdAt: new Date().toISOString(),
    order: nextOrder(),
    shares: {},
    blobs: {},
    posted: false,
    error: null,
    state:
      others.some((x) => x.state === 'waiting' && x.clientMsgId !== draft.clientMsgId) ||
      !navigator.onLine
        ? 'waiting'
        : 'sending',
  }
  putOutgoing(id, o)
  const outcome = new Promise<string | null>((resolve) => waiting.set(o.clientMsgId, resolve))
  withEngine((e) => void e.enqueue(id, o))
  if (o.state === 'waiting') noteOutcome(o.clientMsgId, null)
  const error = await outcome
  return { error, outgoing: find(id, o.clientMsgId) ?? o }
}

/** Takes a refused message out of the thread: its words and pictures go back to the composer. */
export const takeBack = (id: string, clientMsgId: string): void => {
  setThread(id, { outgoing: thread(id).outgoing.filter((o) => o.clientMsgId !== clientMsgId) })
  withEngine((e) => void e.forget(id, clientMsgId))
}
/** Gives a message up, also one that is going. */
export const discard = (id: string, o: Outgoing): void => {
  takeBack(id, o.clientMsgId)
  noteOutcome(o.clientMsgId, null)
  release(o.photos)
}
/** A refused one goes again, behind what waits already. */
export const retry = (id: string, o: Outgoing): void => {
  const again: Outgoing = { ...o, state: 'sending', error: null, order: nextOrder() }
  putOutgoing(id, again)
  withEngine((e) => void e.enqueue(id, again))
}
/** Takes one picture out of a message that is on its way; with nothing left the message goes too. */
export const removePhoto = (id: string, o: Outgoing, photoId: string): void => {
  const photos = o.photos.filter((p) => p.id !== photoId)
  if (o.posted || photos.length === o.photos.length) return
  if (photos.length === 0 && o.content === '') return discard(id, o)
  setOutgoing(id, o.clientMsgId, { photos })
  release(o.photos.filter((p) => p.id === photoId))
  withEngine((e) => void e.removePhoto(id, o.clientMsgId, photoId))
}
