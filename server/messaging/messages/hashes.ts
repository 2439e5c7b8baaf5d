import { sign } from '../../tokens'
import type { SendRequest } from './send-types'

/**
 * Hash of a send: two attempts are the same message when conversation, text, pictures and sender
 * agree. Keyed, because short texts could be guessed from a plain hash.
 */
export const sendHash = (
  secret: Uint8Array,
  { conversationId, content, identityId, body, agreedHash }: SendRequest,
): string =>
  agreedHash ??
  sign(
    secret,
    'send',
    JSON.stringify([
      conversationId,
      content,
      body.media_ids ?? [],
      identityId,
      ...(body.quoted_message_id ? [body.quoted_message_id] : []),
      ...(body.brief ? [body.brief] : []),
    ]),
  )

/** Shorter texts («Bonsoir !») are ordinary, whoever sends them to many. */
const SAME_CHARS = 20
/** By which the same text to many people is noticed, among those of one sender; null: too short. */
export const textHash = (secret: Uint8Array, accountId: string, content: string): string | null =>
  content.length >= SAME_CHARS ? sign(secret, 'text', accountId, content) : null
