import { useCallback, useEffect, useRef, useState } from 'react'
import { listPlaces, listRelationLocations } from '#contract/radar'
import type { MapBox } from '#contract/workers/map'
import { call } from '../../data/http/api'
import { onEvent, onResync } from '../../data/hub/hub'
import { session } from '../../data/session/session'
import { boxQuery, coarseBox, containsBox } from './boxes'
import { markerOfPlace, relationMarker, type MapMarker } from './markers'
import { delay } from '../../lib/delay'

const DEBOUNCE_MS = 250
/** The points are rendered after this long (ms), even if the map does not show them yet. */
const AT_LATEST_MS = 150
const PLACES = 300
const RELATIONS = 400
const TOUCHING: readonly string[] = [
  'account.event.changed',
  'account.event.participation.updated',
  'account.event.status.updated',
  'account.relation.updated',
]

interface Known {
  readonly box: MapBox
  readonly markers: readonly MapMarker[]
  /** There are more than one reply holds. */
  readonly partial: boolean
  /** Limited to what is of verified members. */
  readonly verified: boolean
}
export interface Points {
  readonly known: Known | null
  readonly busy: boolean
  readonly failed: boolean
  /** Requests a box unless it is known. Resolves with the points known then. */
  readonly ensureLoaded: (
    box: MapBox,
    options?: { readonly isImmediate?: boolean },
  ) => Promise<Known | null>
  readonly retry: () => void
}

const ask = async (box: MapBox, verified: boolean, signal: AbortSignal): Promise<Known> => {
  const only = { bbox: boxQuery(box), ...(verified ? { verified: '1' as const } : {}) }
  const [{ places }, { relations }] = await Promise.all([
    call(listPlaces, { query: { ...only, limit: PLACES } }, { signal }),
    call(listRelationLocations, { query: { ...only, limit: RELATIONS } }, { signal }),
  ])
  return {
    box,
    verified,
    markers: [
      ...places.map(markerOfPlace),
      ...relations.map((r) => relationMarker(r, session.accountId)),
    ],
    partial: places.length === PLACES || relations.length === RELATIONS,
  }
}
/** Without precise addresses: the viewer’s access may just have been revoked. */
const withoutAddresses = (known: Known | null): Known | null =>
  known && {
    ...known,
    markers: known.markers.filter(({ data }) => 'relation' in data || !data.place.precise),
  }

/** Calls `renew`, a stable function, when what the map shows may have changed. */
const useTouched = (renew: () => void): void => {
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    const touched = (): void => {
      clearTimeout(soon)
      soon = setTimeout(renew, DEBOUNCE_MS)
    }
    const off = [onEvent((event) => TOUCHING.includes(event.name) && touched()), onResync(touched)]
    return () => {
      for (const end of off) end()
      clearTimeout(soon)
    }
  }, [renew])
}

/**
 * The points in view and a little around it, requested 250 ms after the last move; the previous
 * request is aborted. `onKnown`, a stable function, gets them first; the render waits until it has
 * shown them.
 */
export const usePoints = (
  onKnown: (markers: readonly MapMarker[]) => Promise<void>,
  verified: boolean,
): Points => {
  const [known, setKnown] = useState<Known | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const latest = useRef<Known | null>(null)
  const wanted = useRef<MapBox | null>(null)
  const stop = useRef<AbortController | null>(null)
  const running = useRef<Promise<Known | null> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const keep = useCallback(
    async (next: Known | null): Promise<void> => {
      latest.current = next
      // rendering the list in the same frame would delay the map
      await Promise.race([onKnown(next?.markers ?? []), delay(AT_LATEST_MS)])
      if (latest.current === next) setKnown(next)
    },
    [onKnown],
  )
  const load = useCallback(
    (box: MapBox, revoked = false): Promise<Known | null> => {
      stop.current?.abort()
      const mine = (stop.current = new AbortController())
      wanted.current = box
      setBusy(true)
      // an event has the same box requested again: a pending caller gets that reply
      const after = () => (stop.current !== mine && wanted.current === box ? running.current : null)
      const work = async (): Promise<Known | null> => {
        try {
          const next = await ask(box, verified, mine.signal)
          if (mine.signal.aborted) return after()
          void keep(next).then(() => !mine.signal.aborted && setBusy(false))
          setFailed(false)
          return next
        } catch {
          if (mine.signal.aborted) return after()
          if (revoked) void keep(withoutAddresses(latest.current))
          setFailed(true)
          setBusy(false)
          return null
        }
      }
      return (running.current = work())
    },
    [keep, verified],
  )
  const ensureLoaded = useCallback(
    (box: MapBox, { isImmediate = false } = {}): Promise<Known | null> => {
      clearTimeout(timer.current)
      const have = latest.current
      if (have?.verified === verified && !have.partial && containsBox(have.box, box))
        return Promise.resolve(have)
      const reach = coarseBox(box)
      if (isImmediate || !have) return load(reach)
      return new Promise((resolve) => {
        timer.current = setTimeout(() => void load(reach).then(resolve), DEBOUNCE_MS)
      })
    },
    [load, verified],
  )
  const retry = useCallback((): void => {
    if (wanted.current) void load(wanted.current)
  }, [load])

  useTouched(useCallback(() => void (wanted.current && load(wanted.current, true)), [load]))
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      stop.current?.abort()
    },
    [load],
  )
  return { known, busy, failed, ensureLoaded, retry }
}
