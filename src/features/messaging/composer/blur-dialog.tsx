import { useRef, useState, type MouseEvent } from 'react'
import { BLUR_SPOTS_MAX } from '#contract/limits'
import { spotRadius, type BlurSpot, type FaceSpot } from '#contract/workers/image'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { IconMinus, IconPlus, IconTrash, IconUndo } from '../../../ui/icons/actions'
import { IconMask } from '../../../ui/icons/people'
import { Segmented } from '../../../ui/forms/segmented'
import { Spinner } from '../../../ui/feedback/spinner'
import styles from './blur-dialog.module.css'
import { BlurSpotMark, LARGER, resized } from './blur-spot'
import { BLUR_LIMIT } from '../state/labels'
import type { Photo } from '../state/model'
import { useBlurPreview } from './use-blur-preview'
import { covered, useFaceSpots } from './use-face-spots'

interface Props {
  photo: Photo
  /** Strength of a new spot: 3 on a desktop, 2 on iOS. */
  strength: 2 | 3
  limited: boolean
  onCancel: () => void
  /** The spots, and an object URL of the photo with them (null when it cannot be drawn). */
  onConfirm: (done: Pick<Photo, 'spots' | 'preview' | 'still' | 'ratio'>) => void
  /** Position among the photos chosen together, from 1. */
  place?: { readonly at: number; readonly of: number } | undefined
  /** More photos follow: adds them as they are. */
  onAddAll?: (() => void) | undefined
}
const STRENGTHS = [
  { value: '1', label: 'Léger' },
  { value: '2', label: 'Moyen' },
  { value: '3', label: 'Fort' },
] as const
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
  onAddAll,
}: Props) => {
  const [spots, setSpots] = useState<readonly BlurSpot[]>(photo.spots)
  const [level, setLevel] = useState<'1' | '2' | '3'>(`${strength}`)
  const [full, setFull] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const { size, url, problem, drawn, fail, take, faces } = useBlurPreview(photo.file, spots)
  const selected = chosen === null ? undefined : spots[chosen]

  const intensity = Number(level) as 1 | 2 | 3
  const byHand = spots.filter((s) => !s.found).length

  const change = (next: readonly BlurSpot[]): void => {
    setSpots(next)
    setFull(false)
  }
  const add = (x: number, y: number): void => {
    if (!size) return
    // proposed spots do not count towards the limit of manual ones
    if (limited && byHand >= BLUR_SPOTS_MAX) return setFull(true)
    setChosen(null)
    change([
      ...spots,
      {
        x: Math.round(x),
        y: Math.round(y),
        radius: spotRadius(size.width, size.height),
        intensity,
      },
    ])
  }
  const propose = (found: readonly FaceSpot[]): number => {
    const fresh = found.filter((face) => !covered(face, spots))
    if (fresh.length > 0)
      change([...spots, ...fresh.map((face): BlurSpot => ({ ...face, intensity, found: true }))])
    return fresh.length
  }
  const search = useFaceSpots(faces, propose)
  const replace = (i: number, spot: BlurSpot): void =>
    change(spots.map((s, at) => (at === i ? spot : s)))
  const remove = (i: number): void => {
    setChosen(null)
    change(spots.filter((_, at) => at !== i))
  }
  const clear = (next: readonly BlurSpot[]): void => {
    setChosen(null)
    change(next)
  }
  const onStage = (event: MouseEvent): void => {
    const box = image.current?.getBoundingClientRect()
    // detail 0: Enter on a spot's own button
    if (!box || !size || event.detail === 0) return
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
    // clicks beside the photo do nothing
    if (x < 0 || y < 0 || x > 1 || y > 1) return
    add(x * size.width, y * size.height)
  }
  const done = (): void =>
    onConfirm({
      spots,
      ...(drawn ? take() : { preview: null, still: null }),
      ratio: size ? size.width / size.height : null,
    })
  // the second click of a double click would confirm the next photo unseen
  const once =
    (act: () => void) =>
    (event: MouseEvent): void => {
      if (event.detail < 2) act()
    }
  return (
    <Dialog
      open
      onClose={onCancel}
      title="Flouter les visages"
      size="lg"
      description="Touchez la photo là où quelque chose doit disparaître. Le flou est fait sur votre appareil et ne peut pas être défait."
      footer={
        <>
          <Button variant="ghost" onClick={() => clear([])} disabled={spots.length === 0}>
            Effacer
          </Button>
          <Button onClick={onCancel}>Annuler</Button>
          {onAddAll ? (
            <Button
              disabled={!drawn && !problem}
              onClick={once(() => {
                done()
                onAddAll()
              })}
            >
              Tout ajouter
            </Button>
          ) : null}
          <Button variant="primary" disabled={!drawn && !problem} onClick={once(done)}>
            {photo.pending ? 'Ajouter la photo' : 'Valider'}
          </Button>
        </>
      }
    >
      {place && place.of > 1 ? (
        <p className={styles.place}>
          {place.at} sur {place.of}
        </p>
      ) : null}
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
                  onSelect={() => setChosen(i)}
                  onChange={(spot) => replace(i, spot)}
                  onRemove={() => remove(i)}
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
      {/* next to the photo: number of faces found, and a warning that some may be missing */}
      <p className={styles.found} role="status">
        {search.words}
      </p>
      {full ? (
        <p className={styles.limit} role="alert">
          {BLUR_LIMIT}
        </p>
      ) : null}
      <div className={styles.tools}>
        <Segmented label="Force du flou" options={STRENGTHS} value={level} onChange={setLevel} />
        <Button
          size="sm"
          icon={<IconMask size={18} />}
          disabled={!faces}
          busy={search.busy}
          busyLabel="Recherche…"
          onClick={() => void search.look()}
        >
          Flouter les visages
        </Button>
        <Button
          size="sm"
          disabled={!size}
          onClick={() => size && add(size.width / 2, size.height / 2)}
        >
          Flouter le centre
        </Button>
        <Button
          size="sm"
          icon={<IconUndo size={18} />}
          disabled={spots.length === 0}
          onClick={() => clear(spots.slice(0, -1))}
        >
          Retirer le dernier
        </Button>
        <span className={styles.count} role="status">
          {spots.length === 0
            ? 'Aucun flou'
            : spots.length === byHand
              ? `${spots.length} / ${BLUR_SPOTS_MAX}`
              : `${spots.length} zones`}
        </span>
      </div>
      {selected && size && chosen !== null ? (
        <div className={styles.tools} role="group" aria-label={`Zone floutée ${chosen + 1}`}>
          <Button
            size="sm"
            icon={<IconMinus size={18} />}
            onClick={() => replace(chosen, resized(selected, size, selected.radius / LARGER))}
          >
            Réduire
          </Button>
          <Button
            size="sm"
            icon={<IconPlus size={18} />}
            onClick={() => replace(chosen, resized(selected, size, selected.radius * LARGER))}
          >
            Agrandir
          </Button>
          <Button size="sm" icon={<IconTrash size={18} />} onClick={() => remove(chosen)}>
            Retirer cette zone
          </Button>
        </div>
      ) : null}
    </Dialog>
  )
}
