import { GRID_GAP_PX } from '../state/model'
import { PhotoTile } from './photo-tile'
import { usePhotoGrid, type PhotoGridProps } from './use-photo-grid'
import styles from './grid.module.css'

/**
 * Photos in equal squares, virtualised. One Tab stop: arrows, Home and End move between photos,
 * Delete removes.
 */
export const PhotoGrid = ({ label, chosen, arranging = false, ...props }: PhotoGridProps) => {
  const count = props.items.length
  const grid = usePhotoGrid({ ...props, arranging })
  const { columns, size } = grid.shape
  const rows = columns > 0 ? Math.ceil(count / columns) : 0
  const height = Math.max(0, rows * (size + GRID_GAP_PX) - GRID_GAP_PX)
  return (
    // the photos are the controls; the list handles what bubbles up
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={grid.ref}
      role="list"
      aria-label={label}
      className={styles.grid}
      style={{ height }}
      {...grid.handlers}
    >
      {grid.shown.map((item, i) => {
        const index = grid.from + i
        return (
          <PhotoTile
            key={item?.id ?? `place-${index}`}
            item={item}
            dropped={item ? grid.droppedOf(item.media.id) : 0}
            index={index}
            total={count}
            acts={grid.acts}
            current={index === grid.current}
            revealed={grid.revealed === index}
            carried={grid.carriedAt === index}
            arranging={arranging}
            chosen={chosen ? item !== undefined && chosen.has(item.id) : null}
            columns={columns}
            size={size}
          />
        )
      })}
    </div>
  )
}
