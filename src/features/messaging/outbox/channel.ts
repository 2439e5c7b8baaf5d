import type { Message } from '#contract/messaging/messages'
import { ApiError } from '../../../data/http/api'
import type { StoredMessage } from '../../../data/device/outbox-store'
import { sendError } from '../state/labels'
import type { Outgoing } from '../state/model'
import { storedPhoto } from './photos'

export type Shown = Partial<Pick<Outgoing, 'state' | 'error' | 'shares' | 'mediaIds' | 'posted'>>
/** What the tabs of one account tell each other. `id`: conversation, `key`: client id of the message. */
export type Word =
  | { readonly kind: 'put'; readonly message: StoredMessage }
  | { readonly kind: 'shown'; readonly id: string; readonly key: string; readonly patch: Shown }
  | { readonly kind: 'photo'; readonly id: string; readonly key: string; readonly photoId: string }
  | {
      readonly kind: 'gone'
      readonly id: string
      readonly key: string
      readonly message: Message | null
    }
  | { readonly kind: 'pause'; readonly until: number }
  | { readonly kind: 'back' }
export type Say = (word: Word) => void

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'
/**
 * Nobody has decided anything: it goes by itself when the network is back. A 500 is the server's word about this very
 * message: one that breaks it every time would hold up everything behind it for ever, so it is a failure that shows.
 */
export const isPassing = (error: unknown): boolean =>
  isAbort(error) ||
  (error instanceof ApiError &&
    ([0, 401, 408, 425, 429].includes(error.status) || error.status > 500))
export const sentenceOf = (error: unknown, photos: boolean): string =>
  error instanceof ApiError && error.code === 'message_reused'
    ? error.message
    : sendError(error, photos)

export const stored = (id: string, o: Outgoing): StoredMessage => ({
  clientMsgId: o.clientMsgId,
  conversationId: id,
  content: o.content,
  senderIdentityId: o.senderIdentityId,
  quote: o.quote,
  createdAt: o.createdAt,
  order: o.order,
  photos: o.photos.map((p) => ({ ...storedPhoto(p), converted: o.blobs[p.id] !== undefined })),
  mediaIds: o.mediaIds,
  posted: o.posted,
  state: 'waiting',
  error: null,
})
