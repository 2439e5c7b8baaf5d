import type { Outgoing } from '../state/model'
import { takeUploadedAhead } from './ahead'
import { copiesOf, forgetCopies } from './copies'
import { dispatch, outboxEntryOf, waitUntilNotSending } from './outbox'
import { releasePreviews } from './photos'
import { isLive, type OutgoingContent } from './reducer'
import { startOutbox } from './start'
import { offerUndo } from './undoable'
import { storeUnsaved } from './unsaved'
import { createIncreasingTime } from '../../../lib/increasing-time'

const nextOrder = createIncreasingTime()

export type ComposedMessage = Pick<
  Outgoing,
  'clientMsgId' | 'content' | 'senderIdentityId' | 'quote' | 'photos' | 'mediaIds'
>
export interface SendOutcome {
  /** The server's sentence when it refused the message. */
  readonly error: string | null
  /** Refused, and no retry can succeed. */
  readonly isFinal: boolean
  readonly outgoing: OutgoingContent
}

const write = (id: string, content: OutgoingContent): void => {
  dispatch({ kind: 'written', id, content, online: navigator.onLine })
  void startOutbox()
}

/**
 * Shows the message at once and hands it to the outbox, which keeps it on the device and delivers
 * it, whatever happens to this page. Resolves when it has arrived, waits for the network (`error`
 * null), or was refused.
 */
export const sendDraft = async (id: string, draft: ComposedMessage): Promise<SendOutcome> => {
  const blobs = copiesOf(draft.photos)
  const content: OutgoingContent = {
    ...draft,
    createdAt: new Date().toISOString(),
    order: nextOrder(),
    shares: {},
    blobs,
    mediaIds: {
      ...takeUploadedAhead(draft.photos, blobs, draft.senderIdentityId),
      ...draft.mediaIds,
    },
    posted: false,
  }
  forgetCopies(draft.photos)
  storeUnsaved(id, content)
  write(id, content)
  offerUndo(id, draft)
  const entry = await waitUntilNotSending(draft.clientMsgId)
  const refused = entry?.status === 'refused' ? entry : null
  return {
    error: refused?.error ?? null,
    isFinal: refused?.isFinal ?? false,
    outgoing: isLive(entry) ? entry.content : content,
  }
}

/** Takes a refused message out of the thread: its text and photos go back to the composer. */
export const takeBackOutgoing = (id: string, clientMsgId: string): void => {
  dispatch({ kind: 'discarded', id, key: clientMsgId })
  void startOutbox()
}
/** Discards a message, even while it is being sent. */
export const discardOutgoing = (id: string, o: Outgoing): void => {
  takeBackOutgoing(id, o.clientMsgId)
  releasePreviews(o.photos)
}
/** Sends a refused message again, behind those that wait already. */
export const retryOutgoing = (id: string, o: Outgoing): void => {
  const entry = outboxEntryOf(o.clientMsgId)
  if (entry?.status === 'refused') write(id, { ...entry.content, order: nextOrder() })
}
/** Takes one photo out of a message that is being sent; with nothing left the message goes too. */
export const removeOutgoingPhoto = (id: string, o: Outgoing, photoId: string): void => {
  const photos = o.photos.filter((p) => p.id !== photoId)
  if (o.posted || photos.length === o.photos.length) return
  if (photos.length === 0 && o.content === '') return discardOutgoing(id, o)
  dispatch({ kind: 'photo-removed', key: o.clientMsgId, photoId })
  releasePreviews(o.photos.filter((p) => p.id === photoId))
}
