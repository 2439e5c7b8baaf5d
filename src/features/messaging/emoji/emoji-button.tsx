import { Suspense, useState, type MouseEvent, type RefObject } from 'react'
import { lazyPart } from '../../../data/start/lazy-part'
import { isMobileDevice } from '../../../lib/device'
import { IconSmile } from '../../../ui/icons/chat'
import styles from './emoji.module.css'

const EmojiPicker = lazyPart(() => import('./emoji-picker').then((m) => m.EmojiPicker))
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/**
 * Opens the emoji of the composer, which are fetched then; phones have them on their keyboard. What
 * is picked goes to the caret of `area`.
 */
export const EmojiButton = ({
  area,
  onText,
}: {
  area: RefObject<HTMLTextAreaElement | null>
  onText: (text: string) => void
}) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  if (isMobileDevice()) return null
  const insert = (emoji: string): void => {
    const field = area.current
    if (!field || field.value.length + emoji.length > field.maxLength) return
    const at = field.selectionStart
    onText(`${field.value.slice(0, at)}${emoji}${field.value.slice(field.selectionEnd)}`)
    // once React has written the text; a keyboard goes on writing where it was
    requestAnimationFrame(() => {
      field.focus({ preventScroll: true })
      field.setSelectionRange(at + emoji.length, at + emoji.length)
    })
  }
  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        className={styles.open}
        data-emoji=""
        aria-label="Emoji"
        title="Emoji"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onMouseDown={keepFocus}
        onClick={() => setOpen(!isOpen)}
      >
        <IconSmile size={20} />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <EmojiPicker anchor={anchor} onPick={insert} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
