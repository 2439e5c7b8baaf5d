import { proxy, ref } from 'valtio'
import { onSessionChange } from '../../../data/session/state'
import type { Outgoing } from '../state/model'

const UNDO_MS = 5_000

type SentDraft = Pick<Outgoing, 'clientMsgId' | 'content' | 'quote' | 'photos'>
/** What was sent last, by conversation, while it can be taken back. */
export const undoState = proxy<{ byConversation: Record<string, SentDraft> }>({
  byConversation: {},
})

export const forgetUndo = (id: string, { clientMsgId }: SentDraft): void => {
  if (undoState.byConversation[id]?.clientMsgId === clientMsgId) delete undoState.byConversation[id]
}
/** Lets the member take back a message that has just been sent. */
export const offerUndo = (id: string, draft: SentDraft): void => {
  undoState.byConversation[id] = ref(draft)
  setTimeout(() => forgetUndo(id, draft), UNDO_MS)
}
onSessionChange((what) => {
  if (what === 'account' || what === 'ended') undoState.byConversation = {}
})
