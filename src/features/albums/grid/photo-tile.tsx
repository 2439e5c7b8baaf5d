import { memo, useEffect, useState, type CSSProperties } from 'react'
import { reportBrokenLink, prefetchLink, cachedLink } from '../../../data/media/media-urls'
import { blurhashColour } from '../../../lib/blurhash'
import { cx } from '../../../lib/cx'
import { SignedImage } from '../../../parts/photo/signed-image'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconDrag, IconTrash } from '../../../ui/icons/actions'
import { IconCheck } from '../../../ui/icons/base'
import { photoName } from '../state/labels'
import { GRID_GAP_PX } from '../state/model'
import styles from './grid.module.css'

/** Content of a tile. `media.id` may be any media reference. */
export interface GridItem {
  readonly id: string
  readonly media: { readonly id: string; readonly blurhash: string | null }
  readonly note?: string
}
export interface TileActs {
  readonly open: (index: number) => void
  readonly remove: ((index: number) => void) | null
}
interface Props {
  readonly item: GridItem | undefined
  /** Number of times its link was revoked. */
  readonly dropped: number
  readonly index: number
  readonly total: number
  readonly acts: TileActs
  /** The tile with tabindex 0. */
  readonly current: boolean
  readonly revealed: boolean
  readonly carried: boolean
  readonly arranging: boolean
  /** null: no selection is in progress. */
  readonly chosen: boolean | null
  readonly columns: number
  /** Side of the tile, px. */
  readonly size: number
}
/**
 * Tiles are positioned absolutely, so that changes above move none of them. The grid's corners are
 * rounded on its tiles: a rounded clip around the grid would be repainted in every frame.
 */
const placeOf = (
  index: number,
  total: number,
  columns: number,
  size: number,
  backgroundColor: string | undefined,
): CSSProperties => {
  const row = Math.floor(index / columns)
  const column = index % columns
  const lastRow = row === Math.ceil(total / columns) - 1
  const side = size + GRID_GAP_PX
  return {
    ...(backgroundColor ? { backgroundColor } : {}),
    left: column * side,
    top: row * side,
    width: size,
    height: size,
    ...(row === 0 && column === 0 ? { borderTopLeftRadius: CORNER } : {}),
    ...(row === 0 && column === columns - 1 ? { borderTopRightRadius: CORNER } : {}),
    ...(lastRow && column === 0 ? { borderBottomLeftRadius: CORNER } : {}),
    ...(lastRow && column === columns - 1 ? { borderBottomRightRadius: CORNER } : {}),
  }
}
const CORNER = 'var(--r-md)'

/**
 * A photo with a cached link is a plain <img>; without one, or when it fails or is no longer
 * visible, its link is followed.
 */
const Picture = ({ media, dropped }: { media: GridItem['media']; dropped: number }) => {
  const [src] = useState(() => cachedLink(media.id, 'thumbnail'))
  const [failed, setFailed] = useState(false)
  // keep the photo unless the reply is that it has no link
  useEffect(() => {
    if (dropped > 0)
      prefetchLink(media.id, 'thumbnail').then(
        (url) => url ?? setFailed(true),
        () => undefined,
      )
  }, [dropped, media.id])
  if (src === null || failed)
    return (
      <SignedImage
        media={media}
        variant="thumbnail"
        retries={2}
        still
        failed={failed}
        alt=""
        className={styles.image}
      />
    )
  return (
    <img
      src={src}
      alt=""
      decoding="async"
      draggable={false}
      className={styles.image}
      onError={() => {
        reportBrokenLink(media.id)
        setFailed(true)
      }}
    />
  )
}

/**
 * One photo of a grid. A long press (500 ms) by its owner shows the delete button; mouse and
 * keyboard show it anyway.
 */
export const PhotoTile = memo(function PhotoTile({
  item,
  dropped,
  index,
  total,
  acts,
  current,
  revealed,
  carried,
  arranging,
  chosen,
  columns,
  size,
}: Props) {
  const removable = acts.remove !== null && !arranging
  // render the button only when the pointer comes near: most tiles just scroll by, also under a
  // resting mouse
  const [near, setNear] = useState(false)
  const comes = (): void => setNear(true)
  const name = photoName(index, total)
  const tab = current ? 0 : -1
  return (
    // only detects that the pointer comes near
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="listitem"
      aria-setsize={total}
      aria-posinset={index + 1}
      data-index={index}
      className={cx(
        styles.tile,
        carried && styles.carried,
        arranging && styles.movable,
        chosen && styles.chosen,
      )}
      style={placeOf(index, total, columns, size, item && blurhashColour(item.media.blurhash))}
      onPointerMove={comes}
      onFocus={comes}
    >
      {item ? <Picture key={item.media.id} media={item.media} dropped={dropped} /> : null}
      <button
        type="button"
        className={styles.open}
        data-over-photo=""
        tabIndex={tab}
        disabled={!item}
        onClick={() => acts.open(index)}
        aria-label={
          arranging ? `Déplacer\u00a0: ${name}` : chosen === null ? `Ouvrir\u00a0: ${name}` : name
        }
        aria-pressed={arranging ? carried : (chosen ?? undefined)}
      />
      {item?.note ? <span className={styles.note}>{item.note}</span> : null}
      {chosen ? (
        <span className={styles.check} aria-hidden="true">
          <IconCheck size={16} />
        </span>
      ) : null}
      {arranging ? (
        <span className={styles.handle} data-handle aria-hidden="true">
          <IconDrag size={18} />
        </span>
      ) : null}
      {removable && item && (near || revealed) ? (
        <IconButton
          label={`Supprimer\u00a0: ${name}`}
          icon={<IconTrash size={18} />}
          variant="over"
          size="sm"
          tabIndex={tab}
          className={cx(styles.remove, revealed && styles.revealed)}
          onClick={() => acts.remove?.(index)}
        />
      ) : null}
    </div>
  )
})
