import { useRef, type CSSProperties, type MouseEvent, type PointerEvent } from 'react'
import { IconButton } from '../../ui/forms/icon-button'
import { IconZoomIn, IconZoomOut } from '../../ui/icons/media'
import { Spinner } from '../../ui/feedback/spinner'
import { useZoomPan } from '../../ui/gesture/use-zoom-pan'
import styles from './blur-dialog.module.css'
import { BlurSpotMark } from './blur-spot'
import type { useBlurPreview } from './use-blur-preview'
import type { SpotEditor } from './use-spots'

/** A press that moves more, in px, is a drag. */
const SLACK_PX = 8

/** Whether the last press was a drag or a pinch, after which the browser still sends a click. */
const usePressMoved = () => {
  const press = useRef({ x: 0, y: 0, moved: false })
  const onPointerDown = (event: PointerEvent): void => {
    if (event.isPrimary) press.current = { x: event.clientX, y: event.clientY, moved: false }
    else press.current.moved = true
  }
  const onPointerMove = (event: PointerEvent): void => {
    const { x, y } = press.current
    if (event.isPrimary && Math.hypot(event.clientX - x, event.clientY - y) > SLACK_PX)
      press.current.moved = true
  }
  return { moved: () => press.current.moved, handlers: { onPointerDown, onPointerMove } }
}

const Spots = ({
  edit,
  size,
}: {
  edit: SpotEditor
  size: NonNullable<ReturnType<typeof useBlurPreview>['size']>
}) =>
  edit.spots.map((s, i) => (
    <BlurSpotMark
      // oxlint-disable-next-line react/no-array-index-key
      key={i}
      spot={s}
      place={i + 1}
      size={size}
      selected={i === edit.chosen}
      onSelect={() => edit.choose(i)}
      onChange={(spot) => edit.replace(i, spot)}
      onRemove={() => edit.remove(i)}
    />
  ))

/** The photo with its spots, zoomed by pinch and wheel; a tap adds a spot. */
export const BlurStage = ({
  edit,
  preview: { size, url, problem, fail },
}: {
  edit: SpotEditor
  preview: ReturnType<typeof useBlurPreview>
}) => {
  const image = useRef<HTMLImageElement>(null)
  const zoom = useZoomPan({ taps: false })
  const press = usePressMoved()
  const onStage = (event: MouseEvent): void => {
    const box = image.current?.getBoundingClientRect()
    // detail 0: Enter on a spot's own button
    if (!box || !size || event.detail === 0 || press.moved()) return
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
    // clicks beside the photo do nothing
    if (x < 0 || y < 0 || x > 1 || y > 1) return
    edit.add(size, x * size.width, y * size.height)
  }
  const look = {
    '--ratio': size ? size.width / size.height : 1,
    '--zoom': zoom.state.scale,
    transform: zoom.transform,
  } as CSSProperties
  return (
    <div className={styles.view}>
      {/* pointer only; the keyboard has «Flouter le centre» and the spots themselves */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        ref={zoom.bind}
        className={styles.stage}
        data-stage
        data-zoomable
        onClick={onStage}
        {...press.handlers}
      >
        <div className={styles.picture} data-picture style={look}>
          {url ? (
            <img
              ref={image}
              src={url}
              alt="Aperçu"
              draggable={false}
              onError={() => fail('Prévisualisation indisponible (URL)')}
            />
          ) : null}
          {size && url ? <Spots edit={edit} size={size} /> : null}
        </div>
        {!url && !problem ? (
          <span className={styles.wait}>
            <Spinner size={32} label="Préparation de la photo…" />
          </span>
        ) : null}
        {problem ? (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        ) : null}
      </div>
      {url ? (
        <div className={styles.zoom}>
          <IconButton
            label="Dézoomer"
            icon={<IconZoomOut />}
            variant="over"
            disabled={zoom.state.scale === 1}
            onClick={zoom.zoomOut}
          />
          <IconButton label="Zoomer" icon={<IconZoomIn />} variant="over" onClick={zoom.zoomIn} />
        </div>
      ) : null}
    </div>
  )
}
