import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { useSignedUrl } from '../../data/media/media-urls'
import { pictureBytes } from '../../data/media/picture-bytes'
import { openReport } from '../../data/state/report-prompt'
import { Dialog } from '../../ui/overlay/dialog'
import { ErrorState } from '../../ui/feedback/error-state'
import { IconButton } from '../../ui/forms/icon-button'
import { IconClose } from '../../ui/icons/base'
import { IconZoomIn, IconZoomOut } from '../../ui/icons/media'
import { IconBack, IconForward } from '../../ui/icons/nav'
import { IconFlag } from '../../ui/icons/people'
import { Spinner } from '../../ui/feedback/spinner'
import { useDelay } from '../../ui/feedback/use-delay'
import { useZoomPan } from '../../ui/gesture/use-zoom-pan'
import styles from './photo-viewer.module.css'
import { viewerSource } from './viewer-source'

const SPINNER_MS = 1_000
const LINK = { variant: 'full', retries: 3, delayMs: 600, lifetimeS: 60 } as const
/** Sideways movement of a finger, in px, that leads to the next photo. */
const SWIPE_PX = 60

/**
 * A picture to view: its media id or any reference to it; `foreign`: another member’s, which can be
 * reported. A hole is not loaded yet.
 */
export type ViewerPhoto = { readonly id: string; readonly foreign?: boolean } | undefined

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/**
 * One picture: zoom 1 to 6, pan, swipe at 1, spinner after 1 s. After a failure it tries a new
 * link, then the bytes, then shows the error.
 */
const Stage = ({
  id,
  alt,
  onSwipe,
}: {
  id: string | null
  alt: string
  onSwipe: (by: 1 | -1) => void
}) => {
  const link = useSignedUrl(id, LINK)
  const [step, setStep] = useState(0)
  const [blob, setBlob] = useState<string | null>(null)
  const [ready, setReady] = useState(false)
  const zoom = useZoomPan()
  const source = viewerSource(link.state, step)
  const waiting = useDelay(!ready && source !== 'failed', SPINNER_MS)
  const { url } = link
  useEffect(() => {
    if (source !== 'blob' || !url) return undefined
    const stop = new AbortController()
    let made: string | null = null
    const show = async (): Promise<void> => {
      try {
        const bytes = await pictureBytes(url, stop.signal)
        if (stop.signal.aborted) return
        made = URL.createObjectURL(bytes)
        setBlob(made)
      } catch {
        if (!stop.signal.aborted) setStep((n) => n + 1)
      }
    }
    void show()
    return () => {
      stop.abort()
      if (made) URL.revokeObjectURL(made)
      setBlob(null)
    }
  }, [source, url])
  const fail = (): void => {
    if (step === 0) link.invalidate()
    setStep((n) => n + 1)
  }
  const retry = (): void => {
    setStep(0)
    setReady(false)
    if (link.state === 'error') link.retry()
    else link.invalidate()
  }
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key === '+' || event.key === '=') zoom.zoomIn()
      if (event.key === '-') zoom.zoomOut()
      if (event.key === '0') zoom.reset()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  })
  const finger = useRef<{ id: number; x: number; y: number } | null>(null)
  const onDown = (event: PointerEvent): void => {
    finger.current =
      event.pointerType !== 'mouse' && event.isPrimary
        ? { id: event.pointerId, x: event.clientX, y: event.clientY }
        : null
  }
  const onUp = (event: PointerEvent): void => {
    const from = finger.current
    if (!from || from.id !== event.pointerId) return
    finger.current = null
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    if (zoom.state.scale === 1 && Math.abs(dx) > SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy))
      onSwipe(dx < 0 ? 1 : -1)
  }
  const src = source === 'blob' ? blob : url
  return (
    <>
      <div
        ref={zoom.bind}
        className={styles.stage}
        data-zoomable
        data-scale={zoom.state.scale}
        onPointerDown={onDown}
        onPointerUp={onUp}
      >
        {source === 'failed' ? (
          <ErrorState
            title="Erreur de chargement"
            text="Impossible de charger l'image"
            onRetry={retry}
          />
        ) : src ? (
          <img
            key={src}
            src={src}
            alt={alt}
            draggable={false}
            className={styles.image}
            style={{ transform: zoom.transform }}
            onLoad={() => setReady(true)}
            onError={fail}
          />
        ) : null}
        {waiting && source !== 'failed' ? (
          <span className={styles.wait}>
            <Spinner size={32} label="Chargement…" />
          </span>
        ) : null}
      </div>
      <div className={styles.zoom}>
        <IconButton
          label="Réduire"
          icon={<IconZoomOut />}
          variant="over"
          disabled={zoom.state.scale === 1}
          onClick={zoom.zoomOut}
        />
        <IconButton label="Agrandir" icon={<IconZoomIn />} variant="over" onClick={zoom.zoomIn} />
      </div>
    </>
  )
}
const Preload = ({ id }: { id: string }) => {
  const { url } = useSignedUrl(id, LINK)
  useEffect(() => {
    if (url) new Image().src = url
  }, [url])
  return null
}

/**
 * Pictures over the whole screen. Arrows and a swipe go on, + − 0 zoom, Escape closes; the neighbours are loaded ahead.
 * `index` null closes it.
 */
export const PhotoViewer = ({
  photos,
  index,
  onIndex,
  onClose,
}: {
  photos: readonly ViewerPhoto[]
  index: number | null
  onIndex: (index: number) => void
  onClose: () => void
}) => {
  const last = photos.length - 1
  // photos may leave while they are looked at
  const at = Math.min(index ?? 0, Math.max(0, last))
  const go = (by: 1 | -1): void => {
    if (at + by >= 0 && at + by <= last) onIndex(at + by)
  }
  useEffect(() => {
    if (index === null) return undefined
    const key = (event: KeyboardEvent): void => {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
      if (by !== 0 && at + by >= 0 && at + by <= last) onIndex(at + by)
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [index, at, last, onIndex])
  const [previous, current, next] = [photos[at - 1], photos[at], photos[at + 1]]
  const media = current?.foreign ? UUID.exec(current.id)?.[0] : undefined
  const title = `Photo ${at + 1} sur ${photos.length}`
  return (
    <Dialog
      open={index !== null && photos.length > 0}
      onClose={onClose}
      title={title}
      titleHidden
      size="full"
    >
      <div className={styles.viewer}>
        <Stage key={current?.id ?? at} id={current?.id ?? null} alt={title} onSwipe={go} />
        <div className={styles.close}>
          <IconButton
            label="Fermer"
            icon={<IconClose />}
            variant="over"
            onClick={onClose}
            data-autofocus
          />
        </div>
        {media ? (
          <div className={styles.flag}>
            <IconButton
              label="Signaler cette photo"
              icon={<IconFlag />}
              variant="over"
              onClick={() =>
                openReport({ kind: 'photo', id: media, title: 'Signaler cette photo' })
              }
            />
          </div>
        ) : null}
        {at > 0 ? (
          <div className={styles.previous}>
            <IconButton
              label="Photo précédente"
              icon={<IconBack />}
              variant="over"
              onClick={() => go(-1)}
            />
          </div>
        ) : null}
        {at < last ? (
          <div className={styles.next}>
            <IconButton
              label="Photo suivante"
              icon={<IconForward />}
              variant="over"
              onClick={() => go(1)}
            />
          </div>
        ) : null}
        {photos.length > 1 ? (
          <p className={styles.count} aria-live="polite">
            {title}
          </p>
        ) : null}
      </div>
      {previous ? <Preload key={previous.id} id={previous.id} /> : null}
      {next ? <Preload key={next.id} id={next.id} /> : null}
    </Dialog>
  )
}
