import { proxy } from 'valtio'
import type { Message } from '#contract/messaging/messages'
import { photoCount, quotedText } from '../state/model'

export type Quote = NonNullable<Message['quote']>

/** Quoted message of the draft, by conversation. */
export const quotingState = proxy<{ byConversation: Record<string, Quote> }>({ byConversation: {} })

const quoteOf = (m: Message): Quote => ({
  id: m.id,
  handle: m.identity.handle,
  content: quotedText(m.content),
  mediaCount: photoCount(m),
  deleted: false,
})
export const setQuote = (id: string, m: Message): void => {
  if (!m.deletedAt && m.senderAccountId !== 'system') quotingState.byConversation[id] = quoteOf(m)
}
export const clearQuote = (id: string): void => void delete quotingState.byConversation[id]
/** Account changed or signed out. */
export const forgetQuotes = (): void => {
  quotingState.byConversation = {}
}
