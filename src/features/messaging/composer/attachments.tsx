import { plural } from '../../../lib/text'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconClose } from '../../../ui/icons/base'
import { IconBlur } from '../../../ui/icons/media'
import styles from './composer.module.css'
import type { Photo } from '../state/model'

/** Confirmed photos above the text: tap to adjust the blur, or remove. */
export const Attachments = ({
  photos,
  onEdit,
  onRemove,
}: {
  photos: readonly Photo[]
  onEdit: (id: string) => void
  onRemove: (id: string) => void
}) =>
  photos.length === 0 ? null : (
    <ul className={styles.photos} aria-label="Photos jointes" data-no-swipe>
      {photos.map((p, i) => (
        <li key={p.id}>
          <button
            type="button"
            className={styles.thumb}
            onClick={() => onEdit(p.id)}
            aria-label={`Ajuster le flou de la photo ${i + 1}${p.spots.length > 0 ? ` (${plural(p.spots.length, 'zone floutée', 'zones floutées')})` : ''}`}
          >
            {p.preview ? (
              <img src={p.preview} alt="" draggable={false} />
            ) : (
              <span>{p.file.name.slice(0, 12)}</span>
            )}
            {p.spots.length > 0 ? (
              <span className={styles.blurred}>
                <IconBlur size={14} />
              </span>
            ) : null}
          </button>
          <IconButton
            label={`Retirer la photo ${i + 1}`}
            icon={<IconClose size={14} />}
            variant="over"
            size="sm"
            className={styles.remove}
            onClick={() => onRemove(p.id)}
          />
        </li>
      ))}
    </ul>
  )
