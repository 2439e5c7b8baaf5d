import { useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react'
import { createPortal } from 'react-dom'
import { mapConfig } from '#contract/radar'
import type { MapView } from '#contract/workers/map'
import { call } from '../../data/http/api'
import { loadLeaflet } from '../../parts/map/leaflet'
import { MapFoot, NO_NOTES } from '../../parts/map/map-foot'
import ground from '../../parts/map/map-ground.module.css'
import { ErrorState } from '../../ui/feedback/error-state'
import { IconEvents, IconMap } from '../../ui/icons/nav'
import { Spinner } from '../../ui/feedback/spinner'
import { createRadarMap, type MapOptions, type RadarMap } from './leaflet-map'
import { MarkerFace } from './marker-face'
import type { AvatarSlot } from './marker-node'
import type { Start } from './places'
import type { ShownGroup } from './use-groups'
import styles from './radar.module.css'

interface Props {
  /** The groups of a part of the map; a stable function. */
  readonly groupsOf: (view: MapView) => Promise<readonly ShownGroup[]>
  /** Where the map starts; null until that is known. */
  readonly at: Start | null
  readonly onView: (view: MapView) => void
  readonly onPick: (shown: ShownGroup) => void
  readonly onBackgroundClick: () => void
  /** The list shows the same places. */
  readonly isListed: boolean
  /** The map does not load, or does after all; a stable function. */
  readonly onFailed: (failed: boolean) => void
  readonly ref: Ref<RadarMap | null>
}

/** Leaflet and the map’s settings; again with the next attempt. */
const useParts = (attempt: number) => {
  const [parts, setParts] = useState<Pick<MapOptions, 'L' | 'config'> | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let gone = false
    setFailed(false)
    Promise.all([loadLeaflet(), call(mapConfig, {})])
      .then(([L, config]) => !gone && setParts({ L, config }))
      .catch(() => !gone && setFailed(true))
    return () => {
      gone = true
    }
  }, [attempt])
  return { parts, failed }
}

/** Creates the map in `frame`, with the icons in `signs`; again after `retry`. */
const useMap = ({
  groupsOf,
  at,
  onView,
  onPick,
  onBackgroundClick,
}: Omit<Props, 'ref' | 'isListed' | 'onFailed'>) => {
  const frame = useRef<HTMLDivElement>(null)
  const signs = useRef<HTMLSpanElement>(null)
  const [map, setMap] = useState<RadarMap | null>(null)
  const [attempt, setAttempt] = useState(0)
  const { parts, failed } = useParts(attempt)
  const [notes, setNotes] = useState(NO_NOTES)
  const [faces, setFaces] = useState<readonly AvatarSlot[]>([])
  const start = useRef(at)
  start.current ??= at
  const ready = start.current !== null
  const handlers = useRef({ onView, onPick, onBackgroundClick })
  useEffect(() => {
    handlers.current = { onView, onPick, onBackgroundClick }
  })
  useEffect(() => {
    if (!parts || !ready || !frame.current) return undefined
    const made = createRadarMap({
      ...parts,
      frame: frame.current,
      at: start.current as Start,
      groupsOf,
      signOf: (kind) =>
        signs.current?.children[kind === 'event' ? 0 : 1]?.cloneNode(true) ?? new Text(),
      onFaces: (list) => setFaces((old) => (old.length + list.length === 0 ? old : list)),
      onView: (view) => {
        start.current = {
          lat: (view.south + view.north) / 2,
          lng: (view.west + view.east) / 2,
          zoom: view.zoom,
        }
        handlers.current.onView(view)
      },
      onPick: (one) => handlers.current.onPick(one),
      onBackgroundClick: () => handlers.current.onBackgroundClick(),
      onNotes: setNotes,
    })
    setMap(made)
    return () => {
      made.remove()
      setMap(null)
      setFaces([])
    }
  }, [parts, ready, groupsOf])
  return {
    frame,
    signs,
    map,
    failed,
    retry: () => setAttempt(attempt + 1),
    notes,
    faces,
  }
}

/** The map; Leaflet is loaded when it is first shown. */
export const RadarCanvas = ({ ref, isListed, onFailed, ...props }: Props) => {
  const { frame, signs, map, failed, retry, notes, faces } = useMap(props)
  useEffect(() => onFailed(failed), [failed, onFailed])
  useImperativeHandle<RadarMap | null, RadarMap | null>(ref, () => map, [map])
  const drawn = useMemo(
    () =>
      faces.map(({ key, node, shown: { only } }) =>
        only ? createPortal(<MarkerFace marker={only} />, node, key) : null,
      ),
    [faces],
  )
  return (
    <>
      <div
        ref={frame}
        className={ground.ground}
        role="region"
        aria-label="Carte des sorties et des relations"
        data-zoomable=""
        data-no-swipe=""
      />
      <span ref={signs} hidden>
        <IconEvents size={22} />
        <IconMap size={22} />
      </span>
      {drawn}
      {failed ? (
        <div className={styles.over}>
          <ErrorState
            text={
              isListed
                ? 'La carte ne se charge pas. Les mêmes lieux sont dans la liste.'
                : 'La carte ne se charge pas. Vérifiez votre connexion, puis réessayez.'
            }
            onRetry={retry}
          />
        </div>
      ) : null}
      {!map && !failed ? (
        <div className={styles.over}>
          <Spinner size={26} label="Chargement de la carte…" />
        </div>
      ) : null}
      <MapFoot notes={notes} />
    </>
  )
}
