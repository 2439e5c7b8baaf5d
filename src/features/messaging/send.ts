import { sendMessage } from '#contract/messaging'
import { call } from '../../data/api'
import { own } from './api'
import { BLUR_FAILED, PhotoRefused, sendError } from './labels'
import type { Outgoing, Photo } from './model'
import { keepSent, release } from './photos'
import { noteMessage, setOutgoing, setThread, takeMessages, thread } from './store'

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Prepares and uploads one picture. With spots it never leaves unblurred; without, the chosen file itself may be sent. */
const sendPhoto = async (photo: Photo, onProgress: (share: number) => void): Promise<string> => {
  const [{ convertPhoto }, { uploadMedia }] = await Promise.all([import('../../data/images'), import('../../data/upload')])
  const outcome = await convertPhoto(photo.file, { spots: photo.spots, onProgress: (r) => onProgress(r * 0.4) })
  if (outcome.status === 'refused') throw new PhotoRefused(photo.spots.length > 0 && outcome.code === 'blur_failed' ? BLUR_FAILED : outcome.message)
  if (outcome.status === 'original-allowed' && photo.spots.length > 0) throw new PhotoRefused(BLUR_FAILED)
  const converted = outcome.status === 'converted'
  const body = converted ? outcome.blob : photo.file
  const { mediaId } = await uploadMedia(body, { filename: converted ? 'photo.jpg' : photo.file.name, onProgress: (r) => onProgress(0.4 + r * 0.6) })
  return mediaId
}

/** Takes a message on its way to the end: pictures, then the send. Answers null when all went well, else the sentence to show. */
const deliver = async (id: string, o: Outgoing): Promise<string | null> => {
  const sender = own()
  const mediaIds = [...o.mediaIds]
  const shares: number[] = o.photos.map((_, i) => (mediaIds[i] ? 1 : 0))
  try {
    for (const [i, photo] of o.photos.entries()) {
      if (mediaIds[i]) continue
      const mediaId = await sendPhoto(photo, (share) => {
        shares[i] = share
        setOutgoing(id, o.clientMsgId, { progress: shares.reduce((a, b) => a + b, 0) / shares.length })
      })
      mediaIds[i] = mediaId
      keepSent(mediaId, photo)
      setOutgoing(id, o.clientMsgId, { mediaIds: [...mediaIds] })
    }
    const media = mediaIds.filter((m): m is string => m !== null)
    const message = await call(sendMessage, {
      params: { id },
      body: { content: o.content, sender_identity_id: o.senderIdentityId, client_msg_id: o.clientMsgId, ...(media.length > 0 ? { media_ids: media } : {}), ...(o.quote ? { quoted_message_id: o.quote.id } : {}) },
    })
    if (own() !== sender) return null
    takeMessages(id, [message], sender)
    noteMessage(message, sender)
    return null
  } catch (error) {
    // the echo may have come although the answer did not
    if (!thread(id).outgoing.some((x) => x.clientMsgId === o.clientMsgId)) return null
    return isAbort(error) ? sendError(null, o.photos.length > 0) : sendError(error, o.photos.length > 0)
  }
}

export interface Sent { readonly error: string | null; readonly outgoing: Outgoing }

/** Shows the message at once, then sends it. On failure it stays as failed until the caller takes it back or tries again. */
export const send = async (id: string, outgoing: Outgoing): Promise<Sent> => {
  const others = thread(id).outgoing.filter((o) => o.clientMsgId !== outgoing.clientMsgId)
  setThread(id, { outgoing: [...others, { ...outgoing, state: 'sending', error: null }] })
  const error = await deliver(id, outgoing)
  const now = thread(id).outgoing.find((o) => o.clientMsgId === outgoing.clientMsgId) ?? outgoing
  if (error) setOutgoing(id, outgoing.clientMsgId, { state: 'failed', error })
  return { error, outgoing: now }
}

/** Takes a failed message out of the thread: its pictures go back to whoever keeps them. */
export const takeBack = (id: string, clientMsgId: string): void => setThread(id, { outgoing: thread(id).outgoing.filter((o) => o.clientMsgId !== clientMsgId) })
/** Gives a failed message up. */
export const discard = (id: string, o: Outgoing): void => {
  takeBack(id, o.clientMsgId)
  release(o.photos)
}
