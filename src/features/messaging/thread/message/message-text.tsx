import styles from './bubble.module.css'
import { linkify } from '../../../../lib/linkify'
import { truncateLongText } from './long-text'

/**
 * Text of a message; a very long one is cut, with a button to show the rest (`data-act`, handled by
 * the list). `waits`: not sent yet.
 */
export const MessageText = ({ text, waits = false }: { text: string; waits?: boolean }) => {
  const part = truncateLongText(text)
  return (
    <>
      <span className={styles.text} dir="auto">
        {waits ? (part ?? text) : linkify(part ?? text)}
      </span>
      {part === null ? null : (
        <>
          {' '}
          <button
            type="button"
            className={styles.more}
            data-act="read"
            aria-haspopup="dialog"
            disabled={waits}
          >
            Lire la suite
          </button>
        </>
      )}
    </>
  )
}
