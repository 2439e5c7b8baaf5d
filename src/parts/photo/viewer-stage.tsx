import { useEffect } from 'react'
import { ErrorState } from '../../ui/feedback/error-state'
import { IconButton } from '../../ui/forms/icon-button'
import { IconZoomIn, IconZoomOut } from '../../ui/icons/media'
import { Spinner } from '../../ui/feedback/spinner'
import { useZoomPan, type ZoomPanView } from '../../ui/gesture/use-zoom-pan'
import styles from './photo-viewer.module.css'
import { usePicture } from './use-picture'
import { useViewerSwipe } from './use-viewer-swipe'

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

/** One picture: zoom 1 to 6, pan; at 1 a swipe sideways goes on, down it closes. */
export const ViewerStage = ({
  id,
  alt,
  onSwipe,
  onClose,
}: {
  id: string | null
  alt: string
  onSwipe: (by: 1 | -1) => void
  onClose: () => void
}) => {
  const { src, failed, refused, waiting, onLoad, onError, retry } = usePicture(id)
  const zoom = useZoomPan()
  useZoomKeys(zoom)
  const swipe = useViewerSwipe(zoom.state.scale === 1, onSwipe, onClose)
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
          <div data-theme="dark">
            {refused ? (
              <p role="alert">Cette photo n’est plus disponible.</p>
            ) : (
              <ErrorState
                title="Erreur de chargement"
                text="Impossible de charger l’image"
                onRetry={retry}
              />
            )}
          </div>
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
