import type { Message } from '#contract/messaging/messages'
import { NBSP } from '../../../lib/text'
import { announce } from '../../../ui/feedback/announcer'
import { messaging } from '../state/store'

const GATHER_MS = 1_500
let waiting: Message[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Announces new messages of the open conversation to screen readers: sender and short text,
 * batched. Changed messages are skipped.
 */
export const announceMessage = (m: Message, own: string): void => {
  if (
    m.conversationId !== messaging.openId ||
    m.senderAccountId === own ||
    m.deletedAt ||
    m.changed !== m.seq
  )
    return
  waiting.push(m)
  clearTimeout(timer)
  timer = setTimeout(() => {
    const [first] = waiting
    if (waiting.length > 3) announce(`${waiting.length} nouveaux messages`)
    else if (first)
      announce(
        waiting
          .map((w) => `${w.identity.handle}${NBSP}: ${w.content.slice(0, 120) || 'photo'}`)
          .join('. '),
      )
    waiting = []
  }, GATHER_MS)
}
