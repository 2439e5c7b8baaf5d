import type { Attachment } from '#contract/media'
import { cx } from '../../lib/cx'
import { SignedImage } from '../../parts/signed-image'
import styles from './photo-grid.module.css'
import type { Photo } from './model'

/** Up to five pictures all show; of more, the first four and how many are left (MSG-067). */
export const shownOf = (count: number): { shown: number; rest: number } => (count <= 5 ? { shown: count, rest: 0 } : { shown: 4, rest: count - 4 })

/** One frame, its place reserved before anything is loaded: a single picture keeps its own shape, several share a grid. */
export const PhotoGrid = ({ photos, onOpen }: { photos: readonly Attachment[]; onOpen: (index: number) => void }) => {
  const { shown, rest } = shownOf(photos.length)
  const one = photos.length === 1 ? photos[0] : undefined
  const ratio = one ? Math.min(2, Math.max(0.66, one.width / Math.max(1, one.height))) : undefined
  return (
    <div className={cx(styles.grid, styles[`n${shown}`])} style={ratio ? { aspectRatio: String(ratio) } : undefined}>
      {photos.slice(0, shown).map((p, i) => (
        <button key={p.id} type="button" className={styles.tile} onClick={() => onOpen(i)} aria-label={`Photo ${i + 1} sur ${photos.length}`}>
          <SignedImage media={p} variant={one ? 'full' : 'thumbnail'} alt="" />
          {rest > 0 && i === shown - 1 ? <span className={styles.more}>+{rest}</span> : null}
        </button>
      ))}
    </div>
  )
}

/** The pictures of a message that is on its way, from the device itself. */
export const LocalPhotos = ({ photos }: { photos: readonly Photo[] }) => {
  const { shown, rest } = shownOf(photos.length)
  return (
    <div className={cx(styles.grid, styles[`n${shown}`])}>
      {photos.slice(0, shown).map((p, i) => (
        <span key={p.id} className={styles.tile}>
          {p.preview ? <img src={p.preview} alt="" className={styles.local} /> : null}
          {rest > 0 && i === shown - 1 ? <span className={styles.more}>+{rest}</span> : null}
        </span>
      ))}
    </div>
  )
}
