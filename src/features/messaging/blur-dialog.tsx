import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { BLUR_SPOTS_MAX } from '#contract/limits'
import { spotRadius, type BlurSpot } from '#contract/workers-image'
import { previewPhoto, type PhotoPreview } from '../../data/images'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Segmented } from '../../ui/segmented'
import { Spinner } from '../../ui/spinner'
import styles from './blur-dialog.module.css'
import { BLUR_LIMIT } from './labels'
import type { Photo } from './model'

interface Props {
  photo: Photo
  /** Strength of a new spot: 3 on a desktop, 2 on iOS. */
  strength: 2 | 3
  limited: boolean
  onCancel: () => void
  /** The spots, and an object URL of the picture with them (null when it cannot be drawn). */
  onConfirm: (spots: readonly BlurSpot[], preview: string | null) => void
}
const isAbort = (e: unknown): boolean => e instanceof DOMException && e.name === 'AbortError'
const words = (e: unknown): string => (e instanceof Error && e.message.startsWith('Prévisualisation') ? e.message : 'Prévisualisation indisponible (type)')
const STRENGTHS = [{ value: '1', label: 'Léger' }, { value: '2', label: 'Moyen' }, { value: '3', label: 'Fort' }] as const
/** Share of the picture that an arrow key moves a spot by. */
const STEP = 0.02

/** Face blur: a click puts a spot, shown as it will be sent. Spots are buttons too: arrows move one, Delete removes it. */
export const BlurDialog = ({ photo, strength, limited, onCancel, onConfirm }: Props) => {
  const [spots, setSpots] = useState<readonly BlurSpot[]>(photo.spots)
  const [level, setLevel] = useState<'1' | '2' | '3'>(`${strength}`)
  const [preview, setPreview] = useState<PhotoPreview | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [full, setFull] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  const kept = useRef<string | null>(null)

  useEffect(() => {
    const ending = new AbortController()
    let open: PhotoPreview | null = null
    previewPhoto(photo.file, { signal: ending.signal }).then(
      (p) => {
        if (ending.signal.aborted) return p.close()
        open = p
        setPreview(p)
      },
      (e: unknown) => { if (!isAbort(e)) setProblem(words(e)) },
    )
    return () => {
      ending.abort()
      open?.close()
    }
  }, [photo.file])

  // what stands on the screen is what the conversion will make
  useEffect(() => {
    if (!preview) return undefined
    let current = true
    const render = spots.length === 0 ? Promise.resolve(preview.blob) : preview.blur(spots)
    render.then(
      (blob) => {
        if (!current) return
        const url = URL.createObjectURL(blob)
        setProblem(null)
        setShown((before) => {
          if (before) URL.revokeObjectURL(before)
          return url
        })
      },
      (e: unknown) => { if (current && !isAbort(e)) setProblem('Prévisualisation indisponible (flou)') },
    )
    return () => { current = false }
  }, [preview, spots])
  kept.current = shown
  const handed = useRef(false)
  useEffect(() => () => { if (kept.current && !handed.current) URL.revokeObjectURL(kept.current) }, [])

  const add = (x: number, y: number): void => {
    if (!preview) return
    if (limited && spots.length >= BLUR_SPOTS_MAX) return setFull(true)
    setSpots([...spots, { x: Math.round(x), y: Math.round(y), radius: spotRadius(preview.width, preview.height), intensity: Number(level) as 1 | 2 | 3 }])
  }
  const onStage = (event: MouseEvent): void => {
    const box = image.current?.getBoundingClientRect()
    if (!box || !preview || event.detail === 0) return
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
    // beside the picture nothing happens
    if (x < 0 || y < 0 || x > 1 || y > 1) return
    add(x * preview.width, y * preview.height)
  }
  const move = (i: number, dx: number, dy: number): void => {
    if (!preview) return
    const clamp = (v: number, most: number): number => Math.round(Math.min(most, Math.max(0, v)))
    setSpots(spots.map((s, at) => (at === i ? { ...s, x: clamp(s.x + dx * STEP * preview.width, preview.width), y: clamp(s.y + dy * STEP * preview.height, preview.height) } : s)))
  }
  const remove = (i: number): void => { setSpots(spots.filter((_, at) => at !== i)); setFull(false) }
  const onSpotKey = (i: number) => (event: KeyboardEvent): void => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (by) move(i, by[0] as number, by[1] as number)
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(i)
    else return
    event.preventDefault()
  }
  const percent = (v: number, of: number): string => `${(v / of) * 100}%`

  return (
    <Dialog
      open onClose={onCancel} title="Flouter les visages" size="lg"
      description="Touchez la photo là où quelque chose doit disparaître. Le flou est fait sur votre appareil et ne peut pas être défait."
      footer={
        <>
          <Button variant="ghost" onClick={() => { setSpots([]); setFull(false) }} disabled={spots.length === 0}>Effacer</Button>
          <Button onClick={onCancel}>Annuler</Button>
          <Button variant="primary" onClick={() => { handed.current = true; onConfirm(spots, shown) }}>{photo.pending ? 'Ajouter la photo' : 'Valider'}</Button>
        </>
      }
    >
      {/* the mouse and the finger point; the keyboard has «Ajouter un flou» and the spots themselves */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={styles.stage} data-stage onClick={onStage}>
        <div className={styles.picture}>
          {shown ? <img ref={image} src={shown} alt="Aperçu" draggable={false} onError={() => setProblem('Prévisualisation indisponible (URL)')} /> : null}
          {preview && shown ? spots.map((s, i) => (
            <button
              // oxlint-disable-next-line react/no-array-index-key
              key={i} type="button" className={styles.spot} aria-label={`Zone floutée ${i + 1} : flèches pour la déplacer, Suppr pour la retirer`}
              style={{ left: percent(s.x, preview.width), top: percent(s.y, preview.height), width: percent(s.radius * 2, preview.width), aspectRatio: '1' }}
              onKeyDown={onSpotKey(i)} onClick={(e) => e.stopPropagation()} onDoubleClick={() => remove(i)}
            />
          )) : null}
        </div>
        {!shown && !problem ? <Spinner label="Préparation de la photo…" /> : null}
        {problem ? <p className={styles.problem} role="alert">{problem}</p> : null}
      </div>
      <div className={styles.tools}>
        <Segmented label="Force du flou" options={STRENGTHS} value={level} onChange={setLevel} />
        <Button size="sm" disabled={!preview} onClick={() => preview && add(preview.width / 2, preview.height / 2)}>Ajouter un flou au centre</Button>
        <span className={styles.count} role="status">{spots.length} / {BLUR_SPOTS_MAX}</span>
      </div>
      {full ? <p className={styles.limit} role="alert">{BLUR_LIMIT}</p> : null}
    </Dialog>
  )
}
