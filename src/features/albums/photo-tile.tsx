import { memo, useState, type CSSProperties } from 'react'
import { cx } from '../../lib/cx'
import { SignedImage } from '../../parts/signed-image'
import { IconButton } from '../../ui/icon-button'
import { IconDrag, IconTrash } from '../../ui/icons/actions'
import { IconCheck } from '../../ui/icons/base'
import { useLongPress } from '../../ui/use-long-press'
import { photoName } from './labels'
import { GRID_GAP_PX } from './model'
import styles from './grid.module.css'

/** What a tile shows. `media.id` may be any reference of a picture. */
export interface GridItem { readonly id: string; readonly media: { readonly id: string; readonly blurhash: string | null }; readonly note?: string }
export interface TileActs {
  readonly open: (index: number) => void
  readonly remove: ((index: number) => void) | null
  readonly reveal: (index: number | null) => void
}
interface Props {
  readonly item: GridItem | undefined
  readonly index: number
  readonly total: number
  readonly acts: TileActs
  /** The one that Tab reaches. */
  readonly current: boolean
  readonly revealed: boolean
  readonly carried: boolean
  readonly arranging: boolean
  /** null: nothing is being chosen. */
  readonly chosen: boolean | null
  readonly columns: number
  /** Side of the tile, px. */
  readonly size: number
}
/**
 * A tile has its own place: what comes and goes above moves no other one. The corners of the grid are those of its tiles: a
 * rounded frame around all would be cut out anew in every frame.
 */
const placeOf = (index: number, total: number, columns: number, size: number): CSSProperties => {
  const row = Math.floor(index / columns)
  const column = index % columns
  const lastRow = row === Math.ceil(total / columns) - 1
  const side = size + GRID_GAP_PX
  return {
    left: column * side, top: row * side, width: size, height: size,
    ...(row === 0 && column === 0 ? { borderTopLeftRadius: CORNER } : {}), ...(row === 0 && column === columns - 1 ? { borderTopRightRadius: CORNER } : {}),
    ...(lastRow && column === 0 ? { borderBottomLeftRadius: CORNER } : {}), ...(lastRow && column === columns - 1 ? { borderBottomRightRadius: CORNER } : {}),
  }
}
const CORNER = 'var(--r-md)'
const HOLD_MS = 500
const BUZZ_MS = 50

/** One photo of a grid. Held for half a second by its owner it shows its delete button; mouse and keys show it anyway. */
export const PhotoTile = memo(function PhotoTile({ item, index, total, acts, current, revealed, carried, arranging, chosen, columns, size }: Props) {
  const removable = acts.remove !== null && !arranging
  const hold = useLongPress(() => {
    acts.reveal(index)
    navigator.vibrate?.(BUZZ_MS)
  }, { ms: HOLD_MS, disabled: !removable })
  // most tiles scroll by without anybody coming near their button
  const [near, setNear] = useState(false)
  const comes = (): void => setNear(true)
  const name = photoName(index, total)
  const tab = current ? 0 : -1
  return (
    // only notices that somebody comes near
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div role="listitem" aria-setsize={total} aria-posinset={index + 1} data-index={index} className={cx(styles.tile, carried && styles.carried, arranging && styles.movable, chosen && styles.chosen)} style={placeOf(index, total, columns, size)} onPointerEnter={comes} onFocus={comes} {...hold}>
      {item ? <SignedImage media={item.media} variant="thumbnail" retries={2} still alt="" className={styles.image} /> : null}
      <button
        type="button" className={styles.open} tabIndex={tab} disabled={!item} onClick={() => acts.open(index)}
        aria-label={arranging ? `Déplacer : ${name}` : chosen === null ? `Ouvrir : ${name}` : name}
        {...(arranging ? { 'aria-pressed': carried } : chosen === null ? {} : { 'aria-pressed': chosen })}
      />
      {item?.note ? <span className={styles.note}>{item.note}</span> : null}
      {chosen ? <span className={styles.check} aria-hidden="true"><IconCheck size={16} /></span> : null}
      {arranging ? <span className={styles.handle} data-handle aria-hidden="true"><IconDrag size={18} /></span> : null}
      {removable && item && (near || revealed) ? (
        <IconButton label={`Supprimer : ${name}`} icon={<IconTrash size={18} />} variant="over" size="sm" tabIndex={tab} className={cx(styles.remove, revealed && styles.revealed)} onClick={() => acts.remove?.(index)} />
      ) : null}
    </div>
  )
})
