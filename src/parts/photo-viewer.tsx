import { useEffect, useState } from 'react'
import type { Attachment } from '#contract/media'
import { useSignedUrl } from '../data/media-urls'
import { Dialog } from '../ui/dialog'
import { ErrorState } from '../ui/error-state'
import { IconButton } from '../ui/icon-button'
import { IconClose } from '../ui/icons/actions'
import { IconBack, IconForward } from '../ui/icons/nav'
import { Spinner } from '../ui/spinner'
import { useDelay } from '../ui/use-delay'
import { useZoomPan } from '../ui/use-zoom-pan'
import styles from './photo-viewer.module.css'

const SPINNER_MS = 1_000
const LINK = { variant: 'full', retries: 3, delayMs: 600, lifetimeS: 60 } as const

/** One picture of the viewer: zoom 1 to 6, pan, spinner after 1 s; a failure invalidates its link once, then offers a retry. */
const Stage = ({ media, alt }: { media: Pick<Attachment, 'id'>; alt: string }) => {
  const link = useSignedUrl(media.id, LINK)
  const [ready, setReady] = useState(false)
  const [errors, setErrors] = useState(0)
  const zoom = useZoomPan()
  const failed = link.state === 'error' || errors > 1
  const waiting = useDelay(!ready && !failed, SPINNER_MS)
  return (
    <div ref={zoom.bind} className={styles.stage} data-zoomable>
      {failed ? (
        <ErrorState title="Erreur de chargement" text="Impossible de charger l'image" onRetry={() => { setErrors(0); link.retry() }} />
      ) : link.url ? (
        <img src={link.url} alt={alt} draggable={false} className={styles.image} style={{ transform: zoom.transform }} onLoad={() => setReady(true)} onError={() => { setErrors((n) => n + 1); link.invalidate() }} />
      ) : null}
      {waiting && !failed ? <span className={styles.wait}><Spinner size={32} label="Chargement…" /></span> : null}
    </div>
  )
}
const Preload = ({ id }: { id: string }) => {
  const { url } = useSignedUrl(id, LINK)
  useEffect(() => {
    if (url) new Image().src = url
  }, [url])
  return null
}

/** Pictures over the whole screen; arrows go on, Escape closes, the neighbours are loaded ahead. */
export const PhotoViewer = ({ photos, index, onIndex, onClose }: { photos: readonly Pick<Attachment, 'id'>[]; index: number | null; onIndex: (index: number) => void; onClose: () => void }) => {
  const at = index ?? 0
  const current = photos[at]
  useEffect(() => {
    if (index === null) return undefined
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'ArrowRight' && at < photos.length - 1) onIndex(at + 1)
      if (event.key === 'ArrowLeft' && at > 0) onIndex(at - 1)
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [index, at, photos.length, onIndex])
  const [previous, next] = [photos[at - 1], photos[at + 1]]
  return (
    <Dialog open={index !== null && current !== undefined} onClose={onClose} title={`Photo ${at + 1} sur ${photos.length}`} titleHidden size="full">
      <div className={styles.viewer}>
        {current ? <Stage key={current.id} media={current} alt={`Photo ${at + 1} sur ${photos.length}`} /> : null}
        <div className={styles.close}><IconButton label="Fermer" icon={<IconClose />} variant="over" onClick={onClose} data-autofocus /></div>
        {previous ? <div className={styles.previous}><IconButton label="Photo précédente" icon={<IconBack />} variant="over" onClick={() => onIndex(at - 1)} /></div> : null}
        {next ? <div className={styles.next}><IconButton label="Photo suivante" icon={<IconForward />} variant="over" onClick={() => onIndex(at + 1)} /></div> : null}
        {photos.length > 1 ? <p className={styles.count}>{at + 1} / {photos.length}</p> : null}
      </div>
      {previous ? <Preload id={previous.id} /> : null}
      {next ? <Preload id={next.id} /> : null}
    </Dialog>
  )
}
