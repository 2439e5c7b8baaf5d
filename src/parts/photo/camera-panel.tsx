import { useEffect, useRef, useState } from 'react'
import type { PanelProps } from '../../data/state/panels'
import { forgetCamera, deliverCameraPhotos } from '../../data/media/camera'
import { cx } from '../../lib/cx'
import { plural } from '../../lib/text'
import { ArtPhotos } from '../../ui/art/photos'
import { Button } from '../../ui/forms/button'
import { Drawer } from '../../ui/overlay/drawer'
import { EmptyState } from '../../ui/feedback/empty-state'
import { IconButton } from '../../ui/forms/icon-button'
import { IconCamera, IconFlip } from '../../ui/icons/media'
import { useMediaQuery } from '../../ui/layout/use-media-query'
import {
  CAMERA_ABSENT,
  imageCaptureClass,
  Finder,
  takePicture,
  CAMERA_UNSUPPORTED,
  type Facing,
} from './camera'
import styles from './camera-panel.module.css'

/** The camera, what it has taken, and why it cannot. */
const useCamera = () => {
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>(() =>
    imageCaptureClass() ? undefined : CAMERA_UNSUPPORTED,
  )
  const [facing, setFacing] = useState<Facing>('environment')
  const [taken, setTaken] = useState(0)
  const keep = (photos: readonly File[]): void => {
    deliverCameraPhotos(photos)
    setTaken((n) => n + photos.length)
  }
  const take = async (): Promise<void> => {
    if (!track) return
    setBusy(true)
    try {
      const photo = await takePicture(track)
      if (photo) keep([photo])
    } catch {
      setError(CAMERA_ABSENT)
    } finally {
      setBusy(false)
    }
  }
  return {
    facing,
    flip: () => setFacing(facing === 'user' ? 'environment' : 'user'),
    canShoot: track !== null && !busy,
    error,
    taken,
    setTrack,
    setError,
    keep,
    take,
  }
}

const CameraButtons = ({ camera }: { camera: ReturnType<typeof useCamera> }) => (
  <>
    <IconButton
      label="Changer d’appareil"
      variant="soft"
      icon={<IconFlip />}
      onClick={camera.flip}
    />
    <IconButton
      label="Déclencher"
      variant="accent"
      size="lg"
      icon={<IconCamera />}
      disabled={!camera.canShoot}
      onClick={() => void camera.take()}
      data-autofocus=""
    />
  </>
)

/**
 * «Prendre une photo»: with the camera, without a trace in the gallery of the phone; else a file.
 * The whole screen below 1280 px.
 */
export const CameraPanel = ({ open, level, onClose }: PanelProps) => {
  const wide = useMediaQuery('(min-width: 1280px)')
  const camera = useCamera()
  const { error, taken } = camera
  const file = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!open) forgetCamera()
  }, [open])
  return (
    <Drawer
      open={open}
      onClose={onClose}
      level={level}
      title="Prendre une photo"
      subtitle={error ? undefined : 'Rien n’est gardé dans la galerie de votre appareil.'}
      size="md"
      full={!wide}
      flush
    >
      <div className={cx(styles.panel, error && styles.without)}>
        {error ? (
          <div className={styles.error} role="status">
            <EmptyState
              art={<ArtPhotos />}
              level={3}
              title="Pas d’appareil photo ici"
              text={error}
            />
          </div>
        ) : open ? (
          <Finder facing={camera.facing} onReady={camera.setTrack} onError={camera.setError} />
        ) : null}
        <input
          ref={file}
          type="file"
          hidden
          tabIndex={-1}
          accept="image/*"
          capture="environment"
          aria-label="Choisir une photo"
          onChange={(event) => {
            camera.keep([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <div className={styles.bar}>
          {error ? (
            <Button variant="primary" onClick={() => file.current?.click()}>
              Choisir une photo
            </Button>
          ) : (
            <CameraButtons camera={camera} />
          )}
          <Button onClick={onClose}>Terminer</Button>
        </div>
        <p className={styles.count} role="status">
          {taken > 0 ? `${plural(taken, 'photo')} ajoutée${taken > 1 ? 's' : ''}` : ''}
        </p>
      </div>
    </Drawer>
  )
}
