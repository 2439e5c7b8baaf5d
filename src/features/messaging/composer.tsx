import { lazy, Suspense, useEffect, useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react'
import { COMPOSER_MAX_PX, COMPOSER_MIN_PX, MESSAGE_MAX_CHARS, MESSAGE_MEDIA_MAX } from '#contract/limits'
import { openIdentityDialog } from '../../data/identity-prompt'
import { actingIdentity, session } from '../../data/session'
import { storage } from '../../data/storage'
import { isIos, isMobileDevice } from '../../lib/device'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { IconSend } from '../../ui/icons/chat'
import { IconCamera, IconImage } from '../../ui/icons/media'
import { TextArea } from '../../ui/text-area'
import { acceptable } from './accept'
import { Attachments } from './attachments'
import styles from './composer.module.css'
import { NO_IDENTITY } from './labels'
import type { Outgoing, Photo } from './model'
import { discard, send } from './send'

const BlurDialog = lazy(async () => ({ default: (await import('./blur-dialog')).BlurDialog }))

const draftKey = (id: string): `draft:${string}:${string}` => {
  const acting = actingIdentity()
  return `draft:${session.accountId ?? ''}:${id}${acting.kind === 'single' ? `:${acting.id}` : ''}`
}
const release = (photos: readonly Photo[]): void => photos.forEach((p) => p.preview && URL.revokeObjectURL(p.preview))

/** Text and pictures of one message. What was typed and chosen survives every failure. */
export const Composer = ({ id }: { id: string }) => {
  const [text, setText] = useState(() => storage.get(draftKey(id)) ?? '')
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [editing, setEditing] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [retry, setRetry] = useState<Outgoing | null>(null)
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  /** What stands here now, for the end of a send that began earlier. */
  const now = useRef({ text, photos })
  now.current = { text, photos }
  const mobile = isMobileDevice()

  useEffect(() => {
    const timer = setTimeout(() => (text ? storage.set(draftKey(id), text) : storage.remove(draftKey(id))), 250)
    return () => clearTimeout(timer)
  }, [text, id])
  useEffect(() => () => release(now.current.photos), [])

  const ready = photos.filter((p) => !p.pending)
  const canSend = !busy && (text.trim() !== '' || ready.length > 0)
  const edited = photos.find((p) => p.id === editing) ?? (editing === null ? photos.find((p) => p.pending) : undefined)

  const add = (files: Iterable<File>): void => {
    const room = MESSAGE_MEDIA_MAX - photos.length
    const chosen = [...files].filter(acceptable).slice(0, Math.max(0, room)).map((f): Photo => ({ id: crypto.randomUUID(), file: f, spots: [], preview: null, pending: true }))
    if (chosen.length > 0) setPhotos((list) => [...list, ...chosen])
  }
  const remove = (photoId: string): void => {
    release(photos.filter((p) => p.id === photoId))
    setPhotos((list) => list.filter((p) => p.id !== photoId))
  }

  const submit = async (): Promise<void> => {
    if (!canSend) return
    const acting = actingIdentity()
    if (acting.kind === 'none') {
      setError(NO_IDENTITY)
      openIdentityDialog()
      return
    }
    const content = text.trim()
    const same = retry !== null && retry.content === content && retry.photos.length === ready.length && retry.photos.every((p, i) => p.id === ready[i]?.id && p.spots === ready[i]?.spots)
    const outgoing: Outgoing = same
      ? { ...retry, senderIdentityId: retry.senderIdentityId }
      : {
          clientMsgId: crypto.randomUUID(), content, senderIdentityId: acting.kind === 'both' ? null : acting.id, createdAt: new Date().toISOString(),
          photos: ready, progress: 0, mediaIds: ready.map(() => null), state: 'sending', error: null,
        }
    setText('')
    setPhotos((list) => list.filter((p) => p.pending))
    setError(null)
    setRetry(null)
    setBusy(true)
    storage.remove(draftKey(id))
    if (!mobile) area.current?.focus()
    const done = await send(id, outgoing)
    setBusy(false)
    if (!done.error) return release(outgoing.photos)
    setError(done.error)
    // back into the composer, unless something else is being written there: then the failed bubble keeps it
    if (now.current.text.trim() === '' && now.current.photos.length === 0) {
      discard(id, outgoing.clientMsgId)
      setText(outgoing.content)
      setPhotos(outgoing.photos)
      setRetry(done.outgoing)
    }
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
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  const picker = (ref: typeof file, capture: boolean) => (
    <input
      ref={ref} type="file" hidden aria-hidden="true" tabIndex={-1} multiple={!capture} accept="image/*,.tif,.tiff,.heic,.heif" {...(capture ? { capture: 'environment' as const } : {})}
      onChange={(event) => {
        const list = [...(event.target.files ?? [])]
        event.target.value = ''
        add(list)
      }}
    />
  )

  return (
    // a place to drop pictures on; the button does the same for the keyboard
    <div className={styles.composer} data-over={over || undefined} onDragOver={(e) => { e.preventDefault(); setOver(true) }} onDragLeave={() => setOver(false)} onDrop={onDrop}>
      {error ? (
        <div className={styles.error} role="alert">
          <span>{error}</span>
          {canSend ? <Button size="sm" onClick={() => void submit()}>Réessayer</Button> : null}
        </div>
      ) : null}
      <Attachments photos={ready} onEdit={setEditing} onRemove={remove} disabled={busy} />
      <div className={styles.bar}>
        <IconButton label="Joindre une image" icon={<IconImage />} variant="soft" onClick={() => file.current?.click()} />
        {mobile ? <IconButton label="Prendre une photo" icon={<IconCamera />} variant="soft" onClick={() => camera.current?.click()} /> : null}
        <div className={styles.text}>
          <TextArea
            ref={area} label="Message" labelHidden variant="round" placeholder="Écrire un message..." minHeight={COMPOSER_MIN_PX} maxHeight={COMPOSER_MAX_PX} maxLength={MESSAGE_MAX_CHARS}
            value={text} onChange={setText} onKeyDown={onKeyDown} onPaste={onPaste} enterKeyHint={mobile ? 'enter' : 'send'} autoComplete="off"
          />
        </div>
        <IconButton label={busy ? 'Envoi en cours' : 'Envoyer'} icon={<IconSend />} variant="accent" busy={busy} disabled={!canSend} onClick={() => void submit()} />
      </div>
      {picker(file, false)}
      {mobile ? picker(camera, true) : null}
      {edited ? (
        <Suspense fallback={null}><BlurDialog
          key={edited.id}
          photo={edited}
          strength={isIos() ? 2 : 3}
          limited={!isIos()}
          onCancel={() => {
            setEditing(null)
            if (edited.pending) remove(edited.id)
          }}
          onConfirm={(spots, preview) => {
            if (edited.preview && edited.preview !== preview) URL.revokeObjectURL(edited.preview)
            setPhotos((list) => list.map((p) => (p.id === edited.id ? { ...p, spots, preview, pending: false } : p)))
            setEditing(null)
            area.current?.focus()
          }}
        /></Suspense>
      ) : null}
    </div>
  )
}
