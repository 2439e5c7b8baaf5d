import type { CSSProperties, ReactNode } from 'react'
import type { Attachment } from '#contract/media'
import { cx } from '../../../../lib/cx'
import { SignedImage } from '../../../../parts/photo/signed-image'
import styles from './photo-grid.module.css'
import type { Photo } from '../../state/model'
import { sentPreview } from '../../outbox/photos'

/**
 * Up to five photos show in full; of more, the first four and the number of the others (MSG-067).
 */
export const splitPhotoCount = (count: number): { shown: number; rest: number } =>
  count <= 5 ? { shown: count, rest: 0 } : { shown: 4, rest: count - 4 }

const [WIDTH, HEIGHT] = [380, 440]
/**
 * Width in px and ratio of a single photo: its own ratio (extreme ones are cropped), within 380 ×
 * 440 px.
 */
export const singlePhotoFrame = (ratio: number): { width: number; ratio: number } => {
  const kept = Math.min(2.2, Math.max(0.62, ratio))
  return { width: Math.round(Math.min(WIDTH, HEIGHT * kept)), ratio: kept }
}

/** One photo tile, its space reserved before it loads. */
const Frame = ({
  count,
  ratio,
  children,
}: {
  count: number
  ratio: number | null
  children: ReactNode
}) => {
  const { shown, rest } = splitPhotoCount(count)
  const one = count === 1 && ratio ? singlePhotoFrame(ratio) : null
  return (
    <div
      className={cx(styles.grid, styles[`n${shown}`])}
      style={
        one
          ? ({ '--width': `${one.width}px`, aspectRatio: String(one.ratio) } as CSSProperties)
          : undefined
      }
    >
      {children}
      {rest > 0 ? <span className={styles.more}>+{rest}</span> : null}
    </div>
  )
}

export const PhotoGrid = ({
  photos,
  onOpen,
}: {
  photos: readonly Attachment[]
  onOpen: (index: number) => void
}) => {
  const [one] = photos
  const single = photos.length === 1
  return (
    <Frame count={photos.length} ratio={single && one ? one.width / Math.max(1, one.height) : null}>
      {photos.slice(0, splitPhotoCount(photos.length).shown).map((p, i) => (
        <div key={p.id} className={styles.tile}>
          <SignedImage
            media={p}
            variant={single ? 'full' : 'thumbnail'}
            alt=""
            local={sentPreview(p.id)}
          />
          <button
            type="button"
            className={styles.open}
            data-over-photo=""
            onClick={() => onOpen(i)}
            aria-label={`Photo ${i + 1} sur ${photos.length}`}
          />
        </div>
      ))}
    </Frame>
  )
}

/** Photos of an outgoing message, from the device; `over`: overlay of each tile. */
export const LocalPhotos = ({
  photos,
  over,
}: {
  photos: readonly Photo[]
  over?: (photo: Photo, index: number) => ReactNode
}) => (
  <Frame count={photos.length} ratio={photos[0]?.ratio ?? null}>
    {photos.slice(0, splitPhotoCount(photos.length).shown).map((p, i) => (
      <span key={p.id} className={styles.tile}>
        {p.preview ? <img src={p.preview} alt="" className={styles.local} /> : null}
        {over?.(p, i)}
      </span>
    ))}
  </Frame>
)
