import {
  Suspense,
  useEffect,
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { useSnapshot } from 'valtio'
import { COMPOSER_MAX_PX, COMPOSER_MIN_PX, MESSAGE_MAX_CHARS } from '#contract/limits'
import { session } from '../../../data/session/session'
import { lazyPart } from '../../../data/start/lazy-part'
import { nextPaint } from '../../../data/start/phases'
import { takeSharedFor } from '../../../data/device/shared-photos'
import { isMobileDevice } from '../../../lib/device'
import { Button } from '../../../ui/forms/button'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconSend } from '../../../ui/icons/chat'
import { TextArea } from '../../../ui/forms/text-area'
import { AuthorFace } from './author-face'
import styles from './composer.module.css'
import { currentDraftAuthor, type DraftAuthor } from './drafts'
import { EmojiButton } from '../emoji/emoji-button'
import { useComposerRegistration } from './use-composer-registration'
import { NO_IDENTITY } from '../state/labels'
import { PhotoButtons } from './photo-buttons'
import { QuoteBar } from '../thread/message/quote'
import { reportTyping } from '../state/typing'
import { UndoSend } from './undo-send'
import { useDraft } from './use-draft'
import { useSubmit } from './use-submit'

const PhotoDesk = lazyPart(async () => {
  // starting the requests for its files is a quarter of the task in which photos are chosen
  await nextPaint()
  return (await import('./photo-desk')).PhotoDesk
})

/** The keyboard of a phone stays up when «Envoyer» is tapped. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** Each identity of an account has its own draft. */
export const Composer = ({ id }: { id: string }) => {
  useSnapshot(session)
  const who = currentDraftAuthor()
  return <Writing key={who} id={id} who={who} />
}

/** Content from the phone's share sheet: goes through the blur modal like photos chosen here. */
const useShared = (
  id: string,
  { add, setText }: ReturnType<typeof useDraft>,
  hasIdentity: boolean,
): void =>
  useEffect(() => {
    const given = hasIdentity ? takeSharedFor(id) : null
    if (!given) return
    add(given.files)
    if (given.text) setText((before) => (before ? `${before}\n${given.text}` : given.text))
    // once per author
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, hasIdentity])

const SendFailure = ({ text, onRetry }: { text: string; onRetry: (() => void) | undefined }) => (
  <div className={styles.error} role="alert">
    <span>{text}</span>
    {onRetry ? (
      <Button size="sm" onClick={onRetry}>
        Réessayer
      </Button>
    ) : null}
  </div>
)

/** Text and photos of one message; both survive every failure. */
const Writing = ({ id, who }: { id: string; who: DraftAuthor }) => {
  const draft = useDraft(id, who)
  const { text, setText, photos, add } = draft
  const { mode, activeIdentityId } = useSnapshot(session)
  const hasIdentity = mode === 'both' || activeIdentityId !== null
  useShared(id, draft, hasIdentity)
  useComposerRegistration(id, draft)
  const area = useRef<HTMLTextAreaElement>(null)
  const mobile = isMobileDevice()

  const focus = (): void => area.current?.focus()
  const sending = useSubmit(id, draft, mobile ? () => undefined : focus)
  const { busy, canSend, error, canRetry, submit } = sending
  const onText = (v: string): void => {
    setText(v)
    reportTyping(id, v.trim() !== '')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || mobile || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }
  const onPaste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    add(event.clipboardData.files)
  }
  return (
    <div className={styles.composer} data-foot="">
      {error && !(error === NO_IDENTITY && hasIdentity) ? (
        <SendFailure text={error} onRetry={canRetry ? () => void submit() : undefined} />
      ) : null}
      <QuoteBar id={id} />
      {photos.length > 0 ? (
        <Suspense fallback={null}>
          <PhotoDesk draft={draft} submit={sending} onConfirmed={focus} />
        </Suspense>
      ) : null}
      <div className={styles.bar}>
        <PhotoButtons onFiles={add} />
        <div className={styles.text}>
          <AuthorFace />
          <TextArea
            ref={area}
            label="Message"
            labelHidden
            variant="round"
            placeholder="Écrire un message…"
            minHeight={COMPOSER_MIN_PX}
            maxHeight={COMPOSER_MAX_PX}
            maxLength={MESSAGE_MAX_CHARS}
            value={text}
            onChange={onText}
            onBlur={() => reportTyping(id, false)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            enterKeyHint={mobile ? 'enter' : 'send'}
            autoComplete="off"
          />
          {text === '' && photos.length === 0 ? <UndoSend id={id} /> : null}
          <EmojiButton area={area} onText={onText} />
        </div>
        <IconButton
          label={busy ? 'Envoi en cours' : 'Envoyer'}
          icon={<IconSend />}
          variant="accent"
          busy={busy}
          disabled={!canSend}
          onMouseDown={keepFocus}
          onClick={() => void submit()}
        />
      </div>
    </div>
  )
}
