import { useState } from 'react'
import { refusalMessageOf } from '../../../data/http/api-error'
import { cropPhoto } from '../../../data/media/images'
import type { CheckedPhoto } from '../../../parts/blur/face-gate'
import { PeopleLine } from '../../../parts/photo/people-choice'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconZoomIn, IconZoomOut } from '../../../ui/icons/media'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import { Spinner } from '../../../ui/feedback/spinner'
import { CROP_MAX, shownSize, sourceSquare, type CropWindow } from './crop'
import { useCrop, ZOOM_STEP } from './use-crop'
import { useCropSource, type CropSource } from './use-crop-source'
import styles from './crop.module.css'

const SIDE_PX = 1024

/** The chosen square as a JPEG, 1024 px at most and never enlarged. */
const cut = ({ blob, bitmap }: CropSource, crop: CropWindow): Promise<Blob> =>
  cropPhoto(blob, { ...sourceSquare(crop, bitmap), most: SIDE_PX })

interface Props {
  readonly photo: CheckedPhoto
  /** Said when the picture cannot be sent. */
  readonly failed: string
  /** Label of the button that ends the cropping. */
  readonly save: string
  readonly onSave: (square: Blob, onProgress: (part: number) => void) => Promise<void>
  readonly onClose: () => void
}

/** Hands over the chosen square. `progress`: null while nothing is being sent. */
const useSend = ({ failed, onSave, onClose }: Props) => {
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const send = async (source: CropSource, crop: CropWindow): Promise<void> => {
    setProgress(0)
    setError(null)
    try {
      await onSave(await cut(source, crop), setProgress)
      onClose()
    } catch (thrown) {
      const why = refusalMessageOf(thrown)
      setError(why ? `${failed}\u00a0: ${why}` : failed)
    } finally {
      setProgress(null)
    }
  }
  return { progress, error, send }
}

const Picture = ({ source, crop }: { source: CropSource; crop: CropWindow }) => {
  const { width, height } = shownSize(source.bitmap, crop.scale)
  return (
    <img
      src={source.url}
      alt="À recadrer"
      draggable={false}
      style={{
        width: `${width * 100}%`,
        height: `${height * 100}%`,
        left: `${(1 - width) * 50 + crop.x * 100}%`,
        top: `${(1 - height) * 50 + crop.y * 100}%`,
      }}
    />
  )
}

type Cropper = ReturnType<typeof useCrop>

const CropFrame = ({ source, cropper }: { source: CropSource | null; cropper: Cropper }) => (
  <div
    ref={cropper.frame}
    role="application"
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
    className={styles.frame}
    aria-label="Cadrage&nbsp;: flèches pour déplacer, plus et moins pour agrandir ou réduire"
    data-zoomable=""
    data-no-swipe=""
    data-autofocus=""
    {...cropper.gestures}
  >
    {source ? (
      <Picture source={source} crop={cropper.crop} />
    ) : (
      <Spinner size={28} label="Préparation de la photo…" />
    )}
    <span className={styles.round} aria-hidden="true" />
  </div>
)

const ZoomControls = ({ cropper, disabled }: { cropper: Cropper; disabled: boolean }) => (
  <div className={styles.zoom}>
    <IconButton
      label="Réduire"
      icon={<IconZoomOut />}
      onClick={() => cropper.zoom(1 / ZOOM_STEP)}
    />
    <input
      type="range"
      aria-label="Agrandissement"
      min={1}
      max={CROP_MAX}
      step={0.01}
      value={cropper.crop.scale}
      disabled={disabled}
      onChange={(e) => cropper.scaleTo(e.target.valueAsNumber)}
    />
    <IconButton label="Agrandir" icon={<IconZoomIn />} onClick={() => cropper.zoom(ZOOM_STEP)} />
  </div>
)

/**
 * Chooses the square of a picture: drag, wheel, pinch or the slider; arrows and + − by keyboard. A
 * failed sending keeps the crop.
 */
export const CropDialog = (props: Props) => {
  const { photo, save, onClose } = props
  const { source, failure } = useCropSource(photo)
  const cropper = useCrop(source?.bitmap)
  const { progress, error, send } = useSend(props)
  const sending = progress !== null
  return (
    <Dialog
      open
      onClose={sending ? () => undefined : onClose}
      title="Recadrer la photo"
      level={700}
      footer={
        <>
          <Button onClick={onClose} disabled={sending}>
            Annuler
          </Button>
          {failure ? null : (
            <Button
              variant="primary"
              busy={sending}
              busyLabel="Envoi…"
              disabled={!source}
              onClick={() => (source ? void send(source, cropper.crop) : undefined)}
            >
              {save}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.crop}>
        {failure ? (
          <Banner tone="bad">{failure}</Banner>
        ) : (
          <>
            <CropFrame source={source} cropper={cropper} />
            <ZoomControls cropper={cropper} disabled={!source} />
            <PeopleLine place="avatar" />
            {progress === null ? null : <ProgressBar value={progress} label="Envoi de la photo" />}
            {error ? <Banner tone="bad">{error}</Banner> : null}
          </>
        )}
      </div>
    </Dialog>
  )
}
