import type { Message } from '#contract/messaging/messages'
import { restoreDraft } from '../state/open-composer'
import { deleteMessageNow } from '../state/acting'
import type { Photo } from '../state/model'
import { withdrawHeldMessage } from '../state/held'
import { threadOf } from '../state/store'
import { dispatch, outboxEntryOf, onDiscardedArrival } from './outbox'
import { restoredPhoto, storedPhoto } from './photos'
import { isLive } from './reducer'
import { startOutbox } from './start'
import { forgetUndo, undoState } from './undoable'

/** The same photo as a new one: what was sent keeps its own preview. */
const copyOf = (p: Photo): Promise<Photo | null> =>
  restoredPhoto({ ...storedPhoto(p), id: crypto.randomUUID() }, (name) =>
    Promise.resolve(name.endsWith(':still') ? (p.still ?? undefined) : p.file),
  )

/**
 * Takes the last message back: out of the outbox, or deleted for all members when it has arrived.
 * Text, photos and quote go back into the composer.
 */
export const undoSend = async (id: string): Promise<void> => {
  const draft = undoState.byConversation[id]
  if (!draft) return
  forgetUndo(id, draft)
  const { clientMsgId: key, content, quote } = draft
  if (isLive(outboxEntryOf(key))) {
    dispatch({ kind: 'discarded', id, key })
    void startOutbox()
    return restoreDraft(id, { text: content, photos: draft.photos, quote })
  }
  const held = threadOf(id).held.find((h) => h.clientMsgId === key)
  if (held) await withdrawHeldMessage(held)
  const sent = threadOf(id).messages.find((m) => m.clientMsgId === key && m.deletedAt === null)
  if (!sent && !held) return
  if (sent) deleteMessageNow(sent)
  const photos = (await Promise.all(draft.photos.map(copyOf))).filter((p) => p !== null)
  restoreDraft(id, { text: content, photos, quote })
}

// a discarded message arrived nevertheless: its request was already on its way
onDiscardedArrival((m: Message) => deleteMessageNow(m))
