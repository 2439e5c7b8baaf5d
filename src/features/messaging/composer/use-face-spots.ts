import { useRef, useState } from 'react'
import type { BlurSpot, FaceSpot } from '#contract/workers/image'
import { plural } from '../../../lib/text'

const CHECK = 'La détection peut oublier un visage : vérifiez avant d’envoyer.'
const UNABLE = 'La détection n’est pas possible ici. Touchez les visages à flouter.'

/** Whether an existing spot already covers this face. */
export const covered = (face: FaceSpot, spots: readonly BlurSpot[]): boolean =>
  spots.some(
    (s) => Math.hypot(s.x - face.x, s.y - face.y) < s.radius / 2 && s.radius > face.radius / 2,
  )

/**
 * «Flouter les visages»: detects faces on the device and proposes a spot for each uncovered one.
 * `words` is the result for the member, who decides; detection may miss faces.
 */
export const useFaceSpots = (
  find: (() => Promise<readonly FaceSpot[]>) | null,
  propose: (spots: readonly FaceSpot[]) => number,
) => {
  const [busy, setBusy] = useState(false)
  const [words, setWords] = useState<string | null>(null)
  const latest = useRef(propose)
  latest.current = propose
  const look = async (): Promise<void> => {
    if (!find || busy) return
    setBusy(true)
    setWords(null)
    try {
      const count = latest.current(await find())
      setWords(
        `${count === 0 ? 'Aucun autre visage trouvé.' : `${plural(count, 'visage trouvé', 'visages trouvés')} : gardez, déplacez, redimensionnez ou retirez chaque zone.`} ${CHECK}`,
      )
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setWords(UNABLE)
    } finally {
      setBusy(false)
    }
  }
  return { busy, words, look }
}
