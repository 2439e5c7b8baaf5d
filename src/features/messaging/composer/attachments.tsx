import { Suspense } from 'react'
import { lazyPart } from '../../../data/start/lazy-part'
import { plural } from '../../../lib/text'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconClose } from '../../../ui/icons/base'
import { IconBlur } from '../../../ui/icons/media'
import { countVisibleFaces } from '../../../parts/blur/visible-faces'
import { briefOf } from './use-draft'
import styles from './composer.module.css'
import type { Photo } from '../state/model'

const PeopleLine = lazyPart(() =>
  import('../../../parts/photo/people-choice').then((m) => m.PeopleLine),
)

const BriefLine = lazyPart(() => import('./brief-line').then((m) => m.BriefLine))

const visibleWords = ({ faces, spots }: Photo): string | null => {
  const count = countVisibleFaces(faces, spots)
  return count > 0 ? plural(count, 'visage visible', 'visages visibles') : null
}
const nameOf = (photo: Photo, place: number): string => {
  const facts = [
    photo.spots.length > 0 ? plural(photo.spots.length, 'zone floutée', 'zones floutées') : null,
    visibleWords(photo),
  ].filter((fact) => fact !== null)
  return `Ajuster le flou de la photo ${place}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
}

/** Confirmed photos above the text: tap to adjust the blur, or remove. */
export const Attachments = ({
  photos,
  onBrief,
  onEdit,
  onRemove,
}: {
  photos: readonly Photo[]
  onBrief: (mode: Photo['brief']) => void
  onEdit: (id: string) => void
  onRemove: (id: string) => void
}) =>
  photos.length === 0 ? null : (
    <div className={styles.desk}>
      <Suspense fallback={null}>
        <PeopleLine
          place="message"
          label={photos.length > 1 ? 'Qui est sur ces photos' : 'Qui est sur la photo'}
        />
        <BriefLine mode={briefOf(photos)} onChange={onBrief} />
      </Suspense>
      <ul className={styles.photos} aria-label="Photos jointes" data-no-swipe>
        {photos.map((p, i) => (
          <li key={p.id}>
            <button
              type="button"
              className={styles.thumb}
              onClick={() => onEdit(p.id)}
              aria-label={nameOf(p, i + 1)}
            >
              {p.preview ? (
                <img src={p.preview} alt="" draggable={false} />
              ) : (
                <span>{p.file.name.slice(0, 12)}</span>
              )}
              {visibleWords(p) ? (
                <span className={styles.visible}>{visibleWords(p)}</span>
              ) : p.spots.length > 0 ? (
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
    </div>
  )
