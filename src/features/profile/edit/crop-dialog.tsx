import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { refusedBy } from '../../../data/http/api-error'
import { cropPhoto } from '../../../data/media/images'
import { uploadMedia } from '../../../data/media/upload'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconZoomIn, IconZoomOut } from '../../../ui/icons/media'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import { Spinner } from '../../../ui/feedback/spinner'
import {
  boundCrop,
  CROP_MAX,
  CROP_START,
  shownSize,
  sourceSquare,
  zoomCrop,
  type Crop,
} from './crop'
import { useCropSource, type CropSource } from './use-crop-source'
import styles from './crop.module.css'

const SIDE_PX = 1024
const KEY_STEP = 0.04
const ZOOM_STEP = 1.15
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The chosen square as a JPEG, 1024 px at most and never enlarged. */
const cut = ({ blob, bitmap }: CropSource, crop: Crop): Promise<Blob> =>
  cropPhoto(blob, { ...sourceSquare(crop, bitmap), most: SIDE_PX })

interface Props {
  readonly file: File
  /** Said when the picture cannot be sent. */
  readonly failed: string
  readonly onSave: (mediaId: string) => Promise<void>
  readonly onClose: () => void
}

/** Chooses the square of a picture: drag, wheel, pinch or the slider; arrows and + − by keyboard. A failed sending keeps the crop. */
export const CropDialog = ({ file, failed, onSave, onClose }: Props) => {
  const { source, failure } = useCropSource(file)
  const [crop, setCrop] = useState(CROP_START)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const size = source?.bitmap
  const move = (x: number, y: number): void => {
    if (size) setCrop((c) => boundCrop({ ...c, x: c.x + x, y: c.y + y }, size))
  }
  const zoom = (factor: number): void => {
    if (size) setCrop((c) => zoomCrop(c, c.scale * factor, size))
  }

  useEffect(() => {
    const element = frame.current
    if (!element || !size) return undefined
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      setCrop((c) => zoomCrop(c, c.scale * (event.deltaY < 0 ? 1.1 : 0.9), size))
    }
    // React listens passively: the page would scroll
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [size])
  const spread = (): number => {
    const [a, b] = [...fingers.current.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }
  const onMove = (event: PointerEvent<HTMLDivElement>): void => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const side = event.currentTarget.clientWidth
    const wide = spread()
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (fingers.current.size === 2 && wide > 0) zoom(spread() / wide)
    const share = fingers.current.size * side
    move((event.clientX - before.x) / share, (event.clientY - before.y) / share)
  }
  const lift = (event: PointerEvent): void => void fingers.current.delete(event.pointerId)
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = MOVES[event.key]
    if (by) move(by[0] * KEY_STEP, by[1] * KEY_STEP)
    else if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP)
    else if (event.key === '-') zoom(1 / ZOOM_STEP)
    else return
    event.preventDefault()
  }
  const save = async (): Promise<void> => {
    if (!source) return
    setProgress(0)
    setError(null)
    try {
      const { mediaId } = await uploadMedia(await cut(source, crop), {
        filename: 'avatar.jpg',
        onProgress: setProgress,
      })
      await onSave(mediaId)
      onClose()
    } catch (thrown) {
      const why = refusedBy(thrown)
      setError(why ? `${failed}\u00a0: ${why}` : failed)
    } finally {
      setProgress(null)
    }
  }
  const shown = size ? shownSize(size, crop.scale) : null
  return (
    <Dialog
      open
      onClose={progress === null ? onClose : () => undefined}
      title="Recadrer la photo"
      level={700}
      footer={
        <>
          <Button onClick={onClose} disabled={progress !== null}>
            Annuler
          </Button>
          {failure ? null : (
            <Button
              variant="primary"
              busy={progress !== null}
              busyLabel="Envoi…"
              disabled={!source}
              onClick={() => void save()}
            >
              Enregistrer
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
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- no native control moves in two directions */}
            <div
              ref={frame}
              role="application"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              className={styles.frame}
              aria-label="Cadrage : flèches pour déplacer, plus et moins pour agrandir ou réduire"
              data-zoomable=""
              data-no-swipe=""
              data-autofocus=""
              onKeyDown={onKeyDown}
              onPointerMove={onMove}
              onPointerUp={lift}
              onPointerCancel={lift}
              onPointerDown={(e) => {
                e.currentTarget.setPointerCapture(e.pointerId)
                fingers.current.set(e.pointerId, { x: e.clientX, y: e.clientY })
              }}
            >
              {source && shown ? (
                <img
                  src={source.url}
                  alt="À recadrer"
                  draggable={false}
                  style={{
                    width: `${shown.width * 100}%`,
                    height: `${shown.height * 100}%`,
                    left: `${(1 - shown.width) * 50 + crop.x * 100}%`,
                    top: `${(1 - shown.height) * 50 + crop.y * 100}%`,
                  }}
                />
              ) : (
                <Spinner size={28} label="Préparation de la photo…" />
              )}
              <span className={styles.round} aria-hidden="true" />
            </div>
            <div className={styles.zoom}>
              <IconButton
                label="Réduire"
                icon={<IconZoomOut />}
                onClick={() => zoom(1 / ZOOM_STEP)}
              />
              <input
                type="range"
                aria-label="Agrandissement"
                min={1}
                max={CROP_MAX}
                step={0.01}
                value={crop.scale}
                disabled={!size}
                onChange={(e) => {
                  const next = e.target.valueAsNumber
                  if (size) setCrop((c) => zoomCrop(c, next, size))
                }}
              />
              <IconButton label="Agrandir" icon={<IconZoomIn />} onClick={() => zoom(ZOOM_STEP)} />
            </div>
            {progress === null ? null : <ProgressBar value={progress} label="Envoi de la photo" />}
            {error ? <Banner tone="bad">{error}</Banner> : null}
          </>
        )}
      </div>
    </Dialog>
  )
}
