import type { Album } from '#contract/albums/albums'
import { ALBUM_MEDIA_MAX } from '#contract/limits'
import { cx } from '../../../lib/cx'
import { plural } from '../../../lib/text'
import { SignedImage } from '../../../parts/photo/signed-image'
import { Badge } from '../../../ui/display/badge'
import { IconEyeOff, IconImage, IconLock } from '../../../ui/icons/media'
import { pictureRef } from '../state/model'
import styles from '../albums.module.css'

const COLLAGE = 4

/**
 * An album in the list: up to four of its photos, how many there are, a lock when it is private.
 */
export const AlbumTile = ({
  album,
  selected,
  onSelect,
}: {
  album: Album
  selected: boolean
  onSelect: () => void
}) => (
  <li className={cx(styles.album, selected && styles.selected)}>
    <div className={cx(styles.collage, !album.can_view && styles.hidden)}>
      {album.can_view ? (
        Array.from({ length: COLLAGE }, (_, i) => album.preview[i]).map((m, i) => (
          <span key={m?.id ?? i} className={styles.quarter}>
            {m ? (
              <SignedImage
                media={{ id: pictureRef(m, 'thumbnail'), blurhash: m.blurhash }}
                variant="thumbnail"
                retries={2}
                alt=""
              />
            ) : null}
          </span>
        ))
      ) : (
        <span className={styles.placeholder} data-placeholder>
          <IconEyeOff size={26} />
        </span>
      )}
      {album.can_view && album.mediaCount === 0 ? (
        <span className={styles.placeholder}>
          <IconImage size={26} />
        </span>
      ) : null}
      {album.can_view ? (
        <span className={styles.number}>
          <Badge
            count={album.mediaCount}
            zero
            cap={ALBUM_MEDIA_MAX}
            tone="neutral"
            label={plural(album.mediaCount, 'photo')}
          />
        </span>
      ) : null}
      {album.isPublic ? null : (
        <span className={styles.lock}>
          <IconLock size={14} label="Privé" />
        </span>
      )}
    </div>
    <button type="button" className={styles.pick} aria-pressed={selected} onClick={onSelect}>
      {album.name}
    </button>
  </li>
)
