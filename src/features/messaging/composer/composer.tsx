import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { useSnapshot } from 'valtio'
import { COMPOSER_MAX_PX, COMPOSER_MIN_PX, MESSAGE_MAX_CHARS } from '#contract/limits'
import { session } from '../../../data/session/session'
import { takePlaced } from '../../../data/device/shared-photos'
import { isIos, isMobileDevice } from '../../../lib/device'
import { Button } from '../../../ui/forms/button'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconSend } from '../../../ui/icons/chat'
import { IconCamera, IconImage } from '../../../ui/icons/media'
import { TextArea } from '../../../ui/forms/text-area'
import { Attachments } from './attachments'
import styles from './composer.module.css'
import { whoWrites, type Who } from './drafts'
import { NO_IDENTITY } from '../state/labels'
import { choosePhotos, Picker } from './picker'
import { QuoteBar } from '../thread/message/quote'
import { noteTyping } from '../state/typing'
import { useDraft } from './use-draft'
import { useSubmit } from './use-submit'

const BlurDialog = lazy(async () => ({ default: (await import('./blur-dialog')).BlurDialog }))

/** The keyboard of a phone stays up when «Envoyer» is tapped. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** Each identity of an account has its own draft. */
export const Composer = ({ id }: { id: string }) => {
  useSnapshot(session)
  const who = whoWrites()
  return <Writing key={who} id={id} who={who} />
}

/** Text and photos of one message; both survive every failure. */
const Writing = ({ id, who }: { id: string; who: Who }) => {
  const draft = useDraft(id, who)
  const { text, setText, photos, add, remove, change, addAll } = draft
  const [editing, setEditing] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const { mode, activeIdentityId } = useSnapshot(session)
  const somebody = mode === 'both' || activeIdentityId !== null
  // from the phone's share sheet: goes through the blur modal like photos chosen here
  useEffect(() => {
    const given = somebody ? takePlaced(id) : null
    if (!given) return
    add(given.files)
    if (given.text) setText((before) => before || given.text)
    // once per author
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, somebody])
  const area = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const mobile = isMobileDevice()

  const ready = photos.filter((p) => !p.pending)
  const { busy, canSend, error, canRetry, submit } = useSubmit(id, draft, () => {
    if (!mobile) area.current?.focus()
  })
  const waiting = photos.filter((p) => p.pending).length
  /** Number of photos chosen together that have been through the blur modal. */
  const [treated, setTreated] = useState(0)
  if (waiting === 0 && treated > 0) setTreated(0)
  const edited = photos.find((p) => p.id === editing) ?? photos.find((p) => p.pending)

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
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }

  return (
    // drop target for photos; the button does the same for the keyboard
    <div
      className={styles.composer}
      data-over={over || undefined}
      onDragOver={(e) => {
        e.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {error && !(error === NO_IDENTITY && somebody) ? (
        <div className={styles.error} role="alert">
          <span>{error}</span>
          {canRetry ? (
            <Button size="sm" onClick={() => void submit()}>
              Réessayer
            </Button>
          ) : null}
        </div>
      ) : null}
      <QuoteBar id={id} />
      <Attachments photos={ready} onEdit={setEditing} onRemove={remove} />
      <div className={styles.bar}>
        <IconButton
          label="Joindre une image"
          icon={<IconImage />}
          variant="soft"
          onClick={() => choosePhotos(file.current)}
        />
        {mobile ? (
          <IconButton
            label="Prendre une photo"
            icon={<IconCamera />}
            variant="soft"
            onClick={() => choosePhotos(camera.current)}
          />
        ) : null}
        <div className={styles.text}>
          <TextArea
            ref={area}
            label="Message"
            labelHidden
            variant="round"
            placeholder="Écrire un message..."
            minHeight={COMPOSER_MIN_PX}
            maxHeight={COMPOSER_MAX_PX}
            maxLength={MESSAGE_MAX_CHARS}
            value={text}
            onChange={(v) => {
              setText(v)
              noteTyping(id, v.trim() !== '')
            }}
            onBlur={() => noteTyping(id, false)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            enterKeyHint={mobile ? 'enter' : 'send'}
            autoComplete="off"
          />
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
      <Picker input={file} onFiles={add} />
      {mobile ? <Picker input={camera} camera onFiles={add} /> : null}
      {edited ? (
        <Suspense fallback={null}>
          <BlurDialog
            key={edited.id}
            photo={edited}
            strength={isIos() ? 2 : 3}
            limited={!isIos()}
            onCancel={() => {
              setEditing(null)
              if (edited.pending) remove(edited.id)
            }}
            onConfirm={(done) => {
              if (edited.preview && edited.preview !== done.preview)
                URL.revokeObjectURL(edited.preview)
              change(edited.id, { ...done, pending: false })
              if (edited.pending) setTreated(treated + 1)
              setEditing(null)
              area.current?.focus()
            }}
            place={edited.pending ? { at: treated + 1, of: treated + waiting } : undefined}
            onAddAll={edited.pending && waiting > 1 ? () => addAll(edited.id) : undefined}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
