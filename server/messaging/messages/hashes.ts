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
/** Shows that one sender sends the same text to many people; null: too short. */
export const textHash = (secret: Uint8Array, accountId: string, content: string): string | null =>
  content.length >= SAME_CHARS ? sign(secret, 'text', accountId, content) : null
