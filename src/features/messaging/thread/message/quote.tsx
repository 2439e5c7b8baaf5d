import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { plural } from '../../../../lib/text'
import { IconButton } from '../../../../ui/forms/icon-button'
import { IconClose } from '../../../../ui/icons/base'
import { IconReply } from '../../../../ui/icons/chat'
import { DELETED_MESSAGE } from '../../state/labels'
import styles from './quote.module.css'
import { quotingState, clearQuote, type Quote } from '../../composer/quoting'
import { useEscape } from '../../../../ui/overlay/use-escape'
import { quotedText } from '../../state/model'
import { messaging } from '../../state/store'

/** Text of a quoted message, in two lines. */
const quoteText = (q: Quote): string =>
  q.deleted
    ? DELETED_MESSAGE
    : [
        q.mediaCount > 0 ? (q.mediaCount === 1 ? 'Photo' : plural(q.mediaCount, 'photo')) : '',
        q.content.replace(/\s+/g, ' ').trim(),
      ]
        .filter(Boolean)
        .join(' · ')

/**
 * Quote above the text of a bubble: author and text. A click jumps to the message (`data-act`,
 * handled by the list).
 */
export const QuoteBlock = ({ quote }: { quote: Quote }) => (
  <blockquote>
    <button
      type="button"
      className={styles.block}
      data-act="quote"
      data-quoted={quote.id}
      disabled={quote.deleted}
      title={quote.deleted ? undefined : 'Voir le message'}
    >
      <b>{quote.handle}</b>
      <span dir="auto" data-gone={quote.deleted || undefined}>
        {quoteText(quote)}
      </span>
    </button>
  </blockquote>
)

/** The quote above the composer while replying; the cross or Escape removes it. */
export const QuoteBar = ({ id }: { id: string }) => {
  const quote = useSnapshot(quotingState).byConversation[id]
  const thread = useSnapshot(messaging).threads[id]
  const bar = useRef<HTMLDivElement>(null)
  const quoted = quote?.id
  const original = thread?.messages.find((m) => m.id === quoted)
  const gone = Boolean(original?.deletedAt)
  useEffect(() => {
    if (gone) clearQuote(id)
  }, [gone, id])
  useEffect(() => {
    if (!quoted) return undefined
    // after the menu has restored the focus
    const frame = requestAnimationFrame(() =>
      bar.current?.parentElement?.querySelector('textarea')?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
  }, [id, quoted])
  useEscape(quoted !== undefined, () => clearQuote(id))
  if (!quote) return null
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label={`Réponse à ${quote.handle}`}>
      <IconReply size={20} />
      <span className={styles.said}>
        <b>{quote.handle}</b>
        <span dir="auto">
          {quoteText(original ? { ...quote, content: quotedText(original.content) } : quote)}
        </span>
      </span>
      <IconButton
        label="Ne plus répondre à ce message"
        icon={<IconClose size={20} />}
        onClick={() => clearQuote(id)}
      />
    </div>
  )
}
