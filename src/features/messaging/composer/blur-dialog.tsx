import { useRef, useState, type MouseEvent } from 'react'
import { Dialog } from '../../../ui/overlay/dialog'
import { Spinner } from '../../../ui/feedback/spinner'
import styles from './blur-dialog.module.css'
import { BlurActions, type Batch } from './blur-actions'
import { BlurSpotMark } from './blur-spot'
import { BlurTools, SelectedSpotTools, type Strength } from './blur-tools'
import { BLUR_LIMIT } from '../state/labels'
import type { Photo } from '../state/model'
import { useBlurPreview } from './use-blur-preview'
import { useFaceSpots } from './use-face-spots'
import { useSpots, type SpotEditor } from './use-spots'

interface Props {
  photo: Photo
  /** Strength of a new spot: 3 on a desktop, 2 on iOS. */
  strength: 2 | 3
  limited: boolean
  onCancel: () => void
  /** The spots, and an object URL of the photo with them (null when it cannot be drawn). */
  onConfirm: (done: Pick<Photo, 'spots' | 'faces' | 'preview' | 'still' | 'ratio'>) => void
  /** Position among the photos chosen together, from 1. */
  place?: { readonly at: number; readonly of: number } | undefined
  /** More photos follow. */
  batch?: Batch | undefined
}
/** The photo with its spots; a click adds one. */
const BlurStage = ({
  edit,
  preview: { size, url, problem, fail },
}: {
  edit: SpotEditor
  preview: ReturnType<typeof useBlurPreview>
}) => {
  const { spots, chosen } = edit
  const image = useRef<HTMLImageElement>(null)
  const onStage = (event: MouseEvent): void => {
    const box = image.current?.getBoundingClientRect()
    // detail 0: Enter on a spot's own button
    if (!box || !size || event.detail === 0) return
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
    // clicks beside the photo do nothing
    if (x < 0 || y < 0 || x > 1 || y > 1) return
    edit.add(size, x * size.width, y * size.height)
  }
  return (
    <>
      {/* pointer only; the keyboard has «Flouter le centre» and the spots themselves */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={styles.stage} data-stage onClick={onStage}>
        <div className={styles.picture} data-picture>
          {url ? (
            <img
              ref={image}
              src={url}
              alt="Aperçu"
              draggable={false}
              onError={() => fail('Prévisualisation indisponible (URL)')}
            />
          ) : null}
          {size && url
            ? spots.map((s, i) => (
                <BlurSpotMark
                  // oxlint-disable-next-line react/no-array-index-key
                  key={i}
                  spot={s}
                  place={i + 1}
                  size={size}
                  selected={i === chosen}
                  onSelect={() => edit.choose(i)}
                  onChange={(spot) => edit.replace(i, spot)}
                  onRemove={() => edit.remove(i)}
                />
              ))
            : null}
        </div>
        {!url && !problem ? <Spinner size={32} label="Préparation de la photo…" /> : null}
        {problem ? (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        ) : null}
      </div>
      {problem && !size ? (
        <p className={styles.reason}>
          Cette photo ne peut pas être floutée ici. Sans flou, elle peut être envoyée telle quelle,
          si le serveur sait la lire.
        </p>
      ) : null}
    </>
  )
}

/**
 * Face blur: a click adds a spot, rendered as it will be sent; faces detected on the device are
 * proposed as spots. Each can be moved, resized and removed.
 */
export const BlurDialog = ({
  photo,
  strength,
  limited,
  onCancel,
  onConfirm,
  place,
  batch,
}: Props) => {
  const [level, setLevel] = useState<Strength>(`${strength}`)
  const edit = useSpots(photo.spots, Number(level) as 1 | 2 | 3, limited)
  const { spots, chosen } = edit
  const preview = useBlurPreview(photo.file, spots)
  const { size, problem, drawn, take, faces } = preview
  const selected = chosen === null ? undefined : spots[chosen]
  const search = useFaceSpots({
    known: photo.faces,
    first: photo.pending,
    find: faces,
    propose: edit.propose,
  })
  const done = (): void =>
    onConfirm({
      spots,
      faces: search.faces,
      ...(drawn ? take() : { preview: null, still: null }),
      ratio: size ? size.width / size.height : null,
    })
  return (
    <Dialog
      open
      onClose={onCancel}
      title="Flouter les visages"
      size="lg"
      description="Touchez la photo là où quelque chose doit disparaître. Le flou est fait sur votre appareil et ne peut pas être défait."
      footer={
        <BlurActions
          edit={edit}
          isReady={(drawn || problem !== null) && search.faces !== null}
          confirmLabel={photo.pending ? 'Ajouter la photo' : 'Valider'}
          onCancel={onCancel}
          onConfirm={done}
          batch={batch}
        />
      }
    >
      {place && place.of > 1 ? (
        <p className={styles.place}>
          {place.at} sur {place.of}
        </p>
      ) : null}
      <BlurStage edit={edit} preview={preview} />
      {/* next to the photo: number of faces found, and a warning that some may be missing */}
      <p className={styles.found} role="status">
        {search.words}
      </p>
      {edit.full ? (
        <p className={styles.limit} role="alert">
          {BLUR_LIMIT}
        </p>
      ) : null}
      <BlurTools
        edit={edit}
        size={size}
        level={level}
        onLevel={setLevel}
        search={search}
        canSearch={faces !== null && search.faces !== null}
      />
      {selected && size && chosen !== null ? (
        <SelectedSpotTools edit={edit} size={size} spot={selected} index={chosen} />
      ) : null}
    </Dialog>
  )
}
