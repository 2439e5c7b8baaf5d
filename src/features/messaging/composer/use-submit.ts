import { useRef, useState } from 'react'
import { snapshot, useSnapshot } from 'valtio'
import { openIdentityDialog } from '../../../data/session/identity-prompt'
import { peopleChoiceFor, peopleChoices } from '../../../data/media/people'
import { actingIdentity } from '../../../data/session/session'
import type { OutgoingContent } from '../outbox/reducer'
import { sendDraft, takeBackOutgoing, type ComposedMessage } from '../outbox/send'
import { NO_IDENTITY } from '../state/labels'
import type { Photo } from '../state/model'
import { isSending, messaging, threadOf } from '../state/store'
import { reportTyping } from '../state/typing'
import { quotingState, clearQuote } from './quoting'
import { unblurredOf, type Unblurred } from './unblurred'
import { briefOf, type useDraft } from './use-draft'

/** A refused message that is back in the composer: resent unchanged, it keeps its client id. */
interface Refused {
  readonly sent: OutgoingContent
  readonly photos: readonly Photo[]
  readonly isFinal: boolean
}

/** Asks about photos with visible faces before they are sent, once for each. */
const useQuestion = () => {
  const [asked, setAsked] = useState<Unblurred | null>(null)
  const accepted = useRef(new WeakSet<Photo>())
  /** Whether the member has to answer first. */
  const ask = (photos: readonly Photo[]): boolean => {
    const unblurred = unblurredOf(photos.filter((p) => !accepted.current.has(p)))
    setAsked(unblurred)
    return unblurred !== null
  }
  const accept = (photos: readonly Photo[]): void => {
    for (const photo of photos) accepted.current.add(photo)
    setAsked(null)
  }
  return { asked, ask, accept, drop: (): void => setAsked(null) }
}

/** What the draft that is sent no longer needs. */
const forgetChoices = (id: string): void => {
  clearQuote(id)
  reportTyping(id, false)
}
/** A photo with what was chosen for the message; the same object when nothing changes. */
const withChoices = (p: Photo, people: Photo['people'], brief: Photo['brief']): Photo =>
  p.people === people && p.brief === brief ? p : { ...p, people, brief }

/** Sends the draft of a conversation; a refused one comes back into it. `onSent`: the draft has been emptied. */
export const useSubmit = (id: string, draft: ReturnType<typeof useDraft>, onSent: () => void) => {
  const { text, setText, photos, setPhotos, now } = draft
  const own = useSnapshot(messaging).threads[id]
  const busy = own !== undefined && isSending(own)
  const [error, setError] = useState<string | null>(null)
  const [retry, setRetry] = useState<Refused | null>(null)
  const question = useQuestion()
  const people = peopleChoiceFor('message', useSnapshot(peopleChoices).byPlace.message)
  const ready = photos.filter((p) => !p.pending)
  const canSend = !busy && (text.trim() !== '' || ready.length > 0)

  const submit = async ({ queued = false } = {}): Promise<void> => {
    if (queued ? ready.length === 0 : !canSend || isSending(threadOf(id))) return
    const acting = actingIdentity()
    if (acting.kind === 'none') {
      setError(NO_IDENTITY)
      openIdentityDialog()
      return
    }
    if (question.ask(ready)) return
    const named = ready.map((p) => withChoices(p, people, briefOf(ready)))
    const content = text.trim()
    const senderIdentityId = acting.kind === 'both' ? null : acting.id
    // an unchanged message keeps its client id, so it cannot arrive twice whatever became of the
    // first try
    const before = retry?.sent
    const same =
      before?.content === content &&
      before.senderIdentityId === senderIdentityId &&
      retry?.photos.length === named.length &&
      retry.photos.every((p, i) => p === named[i])
    const answered = snapshot(quotingState).byConversation[id]
    const message: ComposedMessage =
      before && same
        ? {
            clientMsgId: before.clientMsgId,
            content,
            senderIdentityId,
            quote: before.quote,
            photos: named,
            mediaIds: before.mediaIds,
          }
        : {
            clientMsgId: crypto.randomUUID(),
            content,
            senderIdentityId,
            quote: answered ? { ...answered } : null,
            photos: named,
            mediaIds: {},
          }
    setText('')
    forgetChoices(id)
    setPhotos((list) => list.filter((p) => p.pending))
    setError(null)
    setRetry(null)
    onSent()
    const done = await sendDraft(id, message)
    const here = now.current
    // the member has left: the failed bubble keeps everything
    if (!done.error || !here) return
    setError(done.error)
    // back into the composer, unless another message is being written: then the failed bubble keeps
    // it
    if (here.text.trim() !== '' || here.photos.length > 0) return
    takeBackOutgoing(id, message.clientMsgId)
    setText(message.content)
    setPhotos(message.photos)
    if (message.quote) quotingState.byConversation[id] ??= message.quote
    setRetry({ sent: done.outgoing, photos: message.photos, isFinal: done.isFinal })
  }

  const sendAsIs = (): void => {
    question.accept(ready)
    // also while another message is being sent: the question concerns a queued one
    void submit({ queued: true })
  }
  const canRetry = canSend && retry !== null && !retry.isFinal
  return { busy, canSend, error, canRetry, submit, question, sendAsIs }
}
