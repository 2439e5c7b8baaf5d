import { useEffect, useRef, useState } from 'react'
import type { Faces, FaceSpot } from '#contract/workers/image'
import { NBSP, plural } from '../../lib/text'

const CHECK = `La détection peut oublier un visage${NBSP}: vérifiez avant d’envoyer.`
const UNABLE = 'La détection n’est pas possible ici. Touchez les visages à flouter.'
const SEARCHING = 'Recherche des visages…'

const foundWords = (count: number, none: string): string =>
  `${count === 0 ? none : `${plural(count, 'visage trouvé', 'visages trouvés')}${NBSP}: gardez, déplacez, redimensionnez ou retirez chaque zone.`} ${CHECK}`
const arrivalWords = (known: Faces): string =>
  known === null
    ? SEARCHING
    : known === 'failed'
      ? UNABLE
      : foundWords(known.length, 'Aucun visage trouvé.')

interface Search {
  /** What was found when the photo arrived; null while the detector still looks. */
  readonly known: Faces
  /** The photo is edited for the first time. */
  readonly first: boolean
  /** Detects faces again, where that failed on arrival; null while no photo is loaded. */
  readonly find: (() => Promise<readonly FaceSpot[]>) | null
  propose(faces: readonly FaceSpot[]): number
}

/**
 * Faces of the photo in the editor. Those found after it was opened get their spots here; «Flouter
 * les visages» covers again those whose spots were lifted. `words` is the result for the member,
 * who decides; detection may miss faces.
 */
export const useFaceSpots = ({ known, first, find, propose }: Search) => {
  const [busy, setBusy] = useState(false)
  const [words, setWords] = useState(first ? arrivalWords(known) : null)
  const [again, setAgain] = useState<readonly FaceSpot[] | null>(null)
  /** Whether the faces found on arrival have their spots: not yet in the render that brings them. */
  const [isCovered, setCovered] = useState(known !== null)
  const faces = isCovered ? (again ?? known) : null
  const latest = useRef(propose)
  latest.current = propose
  const seen = useRef(known)
  useEffect(() => {
    if (seen.current !== null || known === null) return
    seen.current = known
    if (known !== 'failed') latest.current(known)
    setCovered(true)
    setWords(arrivalWords(known))
  }, [known])

  const look = async (): Promise<void> => {
    if (!find || busy) return
    setBusy(true)
    setWords(null)
    try {
      const found = Array.isArray(faces) ? (faces as readonly FaceSpot[]) : await find()
      setAgain(found)
      setWords(foundWords(latest.current(found), 'Aucun autre visage trouvé.'))
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setWords(UNABLE)
    } finally {
      setBusy(false)
    }
  }
  return { busy, words, look, faces }
}
