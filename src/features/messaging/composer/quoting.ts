import { proxy } from 'valtio'
import type { Message } from '#contract/messaging/messages'
import { QUOTE_MAX_CHARS } from '#contract/limits'

export type Quote = NonNullable<Message['quote']>

/** Quoted message of the draft, by conversation. */
export const quoting = proxy<{ byConversation: Record<string, Quote> }>({ byConversation: {} })

/** The beginning of a message, for its quote; never ends with half a surrogate pair. */
export const quoteOf = (m: Message): Quote => ({
  id: m.id,
  handle: m.identity.handle,
  content: m.content.slice(0, QUOTE_MAX_CHARS).replace(/[\uD800-\uDBFF]$/, ''),
  mediaCount: m.media.length,
  deleted: false,
})
export const quote = (id: string, m: Message): void => {
  if (!m.deletedAt && m.senderAccountId !== 'system') quoting.byConversation[id] = quoteOf(m)
}
export const unquote = (id: string): void => void delete quoting.byConversation[id]
/** Account changed or signed out. */
export const forgetQuotes = (): void => {
  quoting.byConversation = {}
}
