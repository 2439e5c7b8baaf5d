import { useEffect, useRef, type PointerEvent } from 'react'
import { ErrorState } from '../../ui/feedback/error-state'
import { IconButton } from '../../ui/forms/icon-button'
import { IconZoomIn, IconZoomOut } from '../../ui/icons/media'
import { Spinner } from '../../ui/feedback/spinner'
import { useZoomPan, type ZoomPanView } from '../../ui/gesture/use-zoom-pan'
import styles from './photo-viewer.module.css'
import { usePicture } from './use-picture'

/** Sideways movement of a finger, in px, that leads to the next photo. */
const SWIPE_PX = 60

const useZoomKeys = (zoom: ZoomPanView): void => {
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key === '+' || event.key === '=') zoom.zoomIn()
      if (event.key === '-') zoom.zoomOut()
      if (event.key === '0') zoom.reset()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  })
}

/** Handlers that tell a sideways swipe of one finger, while `active`. */
const useSwipe = (active: boolean, onSwipe: (by: 1 | -1) => void) => {
  const finger = useRef<{ id: number; x: number; y: number } | null>(null)
  const onPointerDown = (event: PointerEvent): void => {
    finger.current =
      event.pointerType !== 'mouse' && event.isPrimary
        ? { id: event.pointerId, x: event.clientX, y: event.clientY }
        : null
  }
  const onPointerUp = (event: PointerEvent): void => {
    const from = finger.current
    if (!from || from.id !== event.pointerId) return
    finger.current = null
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    if (active && Math.abs(dx) > SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy))
      onSwipe(dx < 0 ? 1 : -1)
  }
  return { onPointerDown, onPointerUp }
}

const ZoomButtons = ({ zoom }: { zoom: ZoomPanView }) => (
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
)

/** One picture: zoom 1 to 6, pan, swipe at 1. */
export const ViewerStage = ({
  id,
  alt,
  onSwipe,
}: {
  id: string | null
  alt: string
  onSwipe: (by: 1 | -1) => void
}) => {
  const { src, failed, waiting, onLoad, onError, retry } = usePicture(id)
  const zoom = useZoomPan()
  useZoomKeys(zoom)
  const swipe = useSwipe(zoom.state.scale === 1, onSwipe)
  return (
    <>
      <div
        ref={zoom.bind}
        className={styles.stage}
        data-zoomable
        data-scale={zoom.state.scale}
        {...swipe}
      >
        {failed ? (
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
            onLoad={onLoad}
            onError={onError}
          />
        ) : null}
        {waiting ? (
          <span className={styles.wait}>
            <Spinner size={32} label="Chargement…" />
          </span>
        ) : null}
      </div>
      <ZoomButtons zoom={zoom} />
    </>
  )
}
