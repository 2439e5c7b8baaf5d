import type { ReactNode } from 'react'
import { BLUR_SPOTS_MAX } from '#contract/limits'
import type { BlurSpot, Faces } from '#contract/workers/image'
import { NBSP } from '../../lib/text'
import { Button } from '../../ui/forms/button'
import { Dialog } from '../../ui/overlay/dialog'
import styles from './blur-dialog.module.css'
import { BlurActions, SendAll, type PhotoBatch } from './blur-actions'
import { BlurStage } from './blur-stage'
import { BlurTools, SelectedSpotTools } from './blur-tools'
import { useBlurPreview } from './use-blur-preview'
import { useFaceSpots } from './use-face-spots'
import { useSpots } from './use-spots'
import { countVisibleFaces } from './visible-faces'

/** A photo that is being chosen. */
interface BlurPhoto {
  readonly file: File
  readonly spots: readonly BlurSpot[]
  readonly faces: Faces
  /** Not confirmed yet. */
  readonly pending: boolean
}
export interface BlurResult {
  readonly spots: readonly BlurSpot[]
  readonly faces: Faces
  /** Object URL of the photo with its spots; null when it cannot be drawn. */
  readonly preview: string | null
  readonly still: Blob | null
  /** Width / height. */
  readonly ratio: number | null
}

interface Props {
  photo: BlurPhoto
  /** Strength of a new spot: 3 on a desktop, 2 on iOS. */
  strength: 2 | 3
  limited: boolean
  onCancel: () => void
  onConfirm: (done: BlurResult) => void
  /** Position among the photos chosen together, from 1. */
  place?: { readonly at: number; readonly of: number } | undefined
  /** More photos follow. */
  batch?: PhotoBatch | undefined
  /** Confirms this photo and those that follow, and sends them. */
  onSend?: ((done: BlurResult) => void) | undefined
  /** «Envoyer» was pressed and waits for the detector, or no longer. */
  onPress?: ((pressed: boolean) => void) | undefined
  /** Above the tools. */
  aside?: ReactNode
}

const HINT =
  'Touchez la photo là où quelque chose doit disparaître. Le flou est fait sur votre appareil et ne peut pas être défait.'
const UNDRAWABLE =
  'Cette photo ne peut pas être floutée ici. Sans flou, elle peut être envoyée telle quelle, si le serveur sait la lire.'

/** What a lifted spot leaves to be seen comes before what was found. */
const wordsOf = (found: string | null, faces: Faces, spots: readonly BlurSpot[]): string => {
  const count = countVisibleFaces(faces, spots)
  if (count === 0) return found ?? HINT
  return count === 1
    ? `1${NBSP}visage visible. Touchez-le pour le flouter.`
    : `${count}${NBSP}visages visibles. Touchez-les pour les flouter.`
}

const confirmLabel = (photo: BlurPhoto, place: Props['place']): string => {
  if (!photo.pending) return 'Valider'
  return place && place.at < place.of ? `Suivant ${place.at + 1}/${place.of}` : 'Ajouter la photo'
}

/**
 * Number of faces found, with a warning that some may be missing; the limit of spots. `isHidden`: only
 * read aloud.
 */
const BlurWords = ({
  words,
  isFull,
  isHidden,
}: {
  words: string
  isFull: boolean
  isHidden: boolean
}) => (
  <div className={isHidden && !isFull ? 'visually-hidden' : styles.words}>
    <p role="status">{words}</p>
    {isFull ? (
      <p className={styles.limit} role="alert">
        {`Vous avez atteint la limite de flous manuels (${BLUR_SPOTS_MAX}).`}
      </p>
    ) : null}
  </div>
)

/** What «Envoyer» would add unopened, as it would be sent. */
const Others = ({ previews }: { previews: readonly (string | null)[] }) => (
  <ul className={styles.others} aria-label="Photos suivantes">
    {previews.map((url, i) => (
      <li key={i}>{url ? <img src={url} alt={`Suivante ${i + 1}`} /> : null}</li>
    ))}
  </ul>
)

const Counter = ({ place }: Pick<Props, 'place'>) =>
  place && place.of > 1 ? (
    <p className={styles.place}>
      {place.at} sur {place.of}
    </p>
  ) : null

/**
 * Face blur over the whole screen: a tap adds a spot, rendered as it will be sent; faces detected on
 * the device have theirs already. Each can be moved, resized and removed.
 */
export const BlurDialog = ({
  photo,
  strength,
  limited,
  onCancel,
  onConfirm,
  place,
  batch,
  onSend,
  onPress,
  aside,
}: Props) => {
  const edit = useSpots(photo.spots, strength, limited)
  const { spots, chosen, selected } = edit
  const preview = useBlurPreview(photo.file, spots)
  const { size, problem, drawn, take, faces } = preview
  const search = useFaceSpots({
    known: photo.faces,
    first: photo.pending,
    find: faces,
    propose: edit.propose,
  })
  const result = (): BlurResult => ({
    spots,
    faces: search.faces,
    ...(drawn ? take() : { preview: null, still: null }),
    ratio: size ? size.width / size.height : null,
  })
  const isReady = (drawn || problem !== null) && search.faces !== null
  return (
    <Dialog open onClose={onCancel} title="Flouter les visages" titleHidden size="full">
      {/* a photo is judged on black, in both themes */}
      <div className={styles.editor} data-theme="dark">
        <div className={styles.top}>
          <Button variant="ghost" onClick={onCancel}>
            Annuler
          </Button>
          <Counter place={place} />
          <BlurActions
            isReady={isReady}
            confirmLabel={confirmLabel(photo, place)}
            onConfirm={() => onConfirm(result())}
            batch={batch}
          />
        </div>
        <BlurStage edit={edit} preview={preview} />
        {batch?.previews ? <Others previews={batch.previews} /> : null}
        <div className={styles.foot} data-foot="">
          {aside}
          {/* of one height: the photo must not move when a spot is selected */}
          <div className={styles.slot}>
            {selected && size && chosen !== null ? (
              <SelectedSpotTools edit={edit} size={size} spot={selected} index={chosen} />
            ) : null}
            <BlurWords
              words={problem && !size ? UNDRAWABLE : wordsOf(search.words, search.faces, spots)}
              isFull={edit.full}
              isHidden={selected !== undefined}
            />
          </div>
          <BlurTools
            edit={edit}
            size={size}
            search={search}
            canSearch={faces !== null && search.faces !== null}
          >
            {onSend ? (
              <SendAll
                batch={batch}
                isReady={isReady}
                onPress={onPress}
                onSend={() => onSend(result())}
              />
            ) : null}
          </BlurTools>
        </div>
      </div>
    </Dialog>
  )
}
