import { useEffect, useRef, useState } from 'react'
import { placeDetails, searchPlaces, type PlaceSuggestion } from '#contract/places'
import { PLACE_SUGGESTIONS } from '#contract/limits'
import type { Location } from '#contract/profile/data'
import { call } from '../../data/http/api'
import { ApiError } from '../../data/http/api-error'
import { mapLimited } from '../../lib/limited'

const DEBOUNCE_MS = 200
/** Details asked for at the same time. */
const AT_ONCE = 4

/** The server's own sentence where another try at once does not help, else ours. */
const sentenceOf = (failure: unknown, ours: string): string =>
  failure instanceof ApiError && failure.code === 'places_unavailable' ? failure.message : ours

const detailsOf = async (placeId: string, signal?: AbortSignal): Promise<Location> =>
  (
    await call(
      placeDetails,
      { query: { place_id: placeId } },
      { identity: 'none', ...(signal && { signal }) },
    )
  ).result

/** Communes that match `wanted`, while `asking`, 200 ms after its last change; their details are fetched ahead. */
export const usePlaceSearch = (wanted: string, asking: boolean) => {
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<readonly PlaceSuggestion[]>([])
  const [active, setActive] = useState(-1)
  const [error, setError] = useState<string>()
  const known = useRef(new Map<string, Location>())

  useEffect(() => {
    if (!asking) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      setBusy(true)
      call(searchPlaces, { query: { input: wanted } }, { signal: stop.signal, identity: 'none' })
        .then(async ({ predictions }) => {
          const first = predictions.slice(0, PLACE_SUGGESTIONS)
          setFound(first)
          setActive(-1)
          setError(undefined)
          setBusy(false)
          // so that choosing one needs no further request
          await mapLimited(
            first.filter((p) => !known.current.has(p.place_id)),
            AT_ONCE,
            async (p) => {
              if (!stop.signal.aborted)
                known.current.set(p.place_id, await detailsOf(p.place_id, stop.signal))
            },
          )
        })
        .catch((failure: unknown) => {
          if (stop.signal.aborted) return
          setBusy(false)
          setFound([])
          setError(sentenceOf(failure, 'Erreur lors de la recherche'))
        })
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
      setBusy(false)
    }
  }, [asking, wanted])

  /** Returns the details of a found place, or null with an error set. */
  const details = async (p: PlaceSuggestion): Promise<Location | null> => {
    setError(undefined)
    try {
      return known.current.get(p.place_id) ?? (await detailsOf(p.place_id))
    } catch (failure) {
      setError(sentenceOf(failure, 'Impossible de récupérer les détails'))
      return null
    }
  }
  return { busy, found, active, setActive, error, details }
}
