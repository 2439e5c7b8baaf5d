import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { COMPOSER_MAX_PX, COMPOSER_MIN_PX, MESSAGE_MAX_CHARS } from '#contract/limits'
import type { Message } from '#contract/messaging/messages'
import { isMobileDevice } from '../../../lib/device'
import { IconButton } from '../../../ui/forms/icon-button'
import { TextArea } from '../../../ui/forms/text-area'
import { IconEdit } from '../../../ui/icons/actions'
import { IconCheck, IconClose } from '../../../ui/icons/base'
import { useEscape } from '../../../ui/overlay/use-escape'
import { editMessageText } from '../state/acting'
import { photoCount } from '../state/model'
import quoteStyles from '../thread/message/quote.module.css'
import styles from '../composer/composer.module.css'
import { EmojiButton } from '../emoji/emoji-button'
import { editingState } from './editing'

/** In place of the composer, whose draft stays: the text of a message that is being changed. */
export const EditComposer = ({ message: m, onEnd }: { message: Message; onEnd: () => void }) => {
  const [text, setText] = useState(editingState.byConversation[m.conversationId]?.text ?? m.content)
  const type = (next: string): void => {
    setText(next)
    const now = editingState.byConversation[m.conversationId]
    if (now?.id === m.id) now.text = next
  }
  const area = useRef<HTMLTextAreaElement>(null)
  const mobile = isMobileDevice()
  useEscape(true, onEnd)
  useEffect(() => {
    // after the menu has restored the focus
    const frame = requestAnimationFrame(() => {
      const end = area.current?.value.length ?? 0
      area.current?.focus({ preventScroll: true })
      area.current?.setSelectionRange(end, end)
    })
    return () => cancelAnimationFrame(frame)
  }, [])

  const canSave = text.trim() !== '' || photoCount(m) > 0
  const save = (): void => {
    if (!canSave) return
    editMessageText(m, text.trim())
    onEnd()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || mobile || event.nativeEvent.isComposing) return
    event.preventDefault()
    save()
  }
  return (
    <div className={styles.composer} data-foot="">
      <div className={quoteStyles.bar} role="group" aria-label="Modification du message">
        <IconEdit size={20} />
        <span className={quoteStyles.said}>
          <b>Modification du message</b>
          <span dir="auto">{m.content.replace(/\s+/g, ' ')}</span>
        </span>
        <IconButton
          label="Ne plus modifier ce message"
          icon={<IconClose size={20} />}
          onClick={onEnd}
        />
      </div>
      <div className={styles.bar}>
        <div className={styles.text}>
          <TextArea
            ref={area}
            label="Texte du message"
            labelHidden
            variant="round"
            minHeight={COMPOSER_MIN_PX}
            maxHeight={COMPOSER_MAX_PX}
            maxLength={MESSAGE_MAX_CHARS}
            value={text}
            onChange={type}
            onKeyDown={onKeyDown}
            enterKeyHint={mobile ? 'enter' : 'send'}
            autoComplete="off"
          />
          <EmojiButton area={area} onText={type} />
        </div>
        <IconButton
          label="Enregistrer la modification"
          icon={<IconCheck />}
          variant="accent"
          disabled={!canSave}
          onMouseDown={(event) => event.preventDefault()}
          onClick={save}
        />
      </div>
    </div>
  )
}
