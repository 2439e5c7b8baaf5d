import {
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react'
import { openPanel } from '../../data/state/panels'
import { plural } from '../../lib/text'
import { Button } from '../../ui/forms/button'
import { cssVars } from '../../ui/layout/css-vars'
import { IconButton } from '../../ui/forms/icon-button'
import { IconLocate } from '../../ui/icons/status'
import { ListRow } from '../../ui/layout/list-row'
import { MarkerFace } from './marker-face'
import {
  groupByKind,
  markerKindOf,
  markerName,
  markerSubtitle,
  type MarkerKind,
  type MapMarker,
} from './markers'
import styles from './radar.module.css'

/** Rows beyond this are rendered on request. */
const AT_ONCE = 80
const TITLES: Readonly<Record<MarkerKind, string>> = {
  event: 'Sorties',
  place: 'Lieux',
  relation: 'Relations',
}

/** Opens the profile or the event; a place without an event has nothing to open. */
const openMarker = ({ data }: MapMarker): void => {
  if ('relation' in data) openPanel({ kind: 'profile', id: data.relation.with_account_id })
  else if (data.place.event_id) openPanel({ kind: 'event', id: data.place.event_id })
}
const tile = (marker: MapMarker): CSSProperties => cssVars({ '--marker': marker.markerColor })

interface RowsProps {
  readonly markers: readonly MapMarker[]
  readonly onShow?: ((marker: MapMarker) => void) | undefined
}
/**
 * One row per marker: it opens the profile or the event; the button beside it shows it on the map.
 */
export const MarkerRows = ({ markers, onShow }: RowsProps) => (
  <ul className={styles.rows}>
    {markers.map((m) => (
      <MarkerRow key={m.id} marker={m} onShow={onShow} />
    ))}
  </ul>
)
const MarkerRow = memo(
  ({ marker: m, onShow }: { marker: MapMarker; onShow: RowsProps['onShow'] }) => (
    <li className={styles.line}>
      <div className={styles.main}>
        <ListRow
          leading={
            markerKindOf(m) === 'relation' ? (
              <MarkerFace marker={m} size={44} />
            ) : (
              <span className={styles.tile} style={tile(m)}>
                <MarkerFace marker={m} />
              </span>
            )
          }
          title={markerName(m)}
          subtitle={markerSubtitle(m)}
          whole
          onClick={() => openMarker(m)}
        />
      </div>
      {onShow ? (
        <IconButton
          label={`Montrer ${markerName(m)} sur la carte`}
          icon={<IconLocate size={20} />}
          size="sm"
          onClick={() => onShow(m)}
        />
      ) : null}
    </li>
  ),
)
MarkerRow.displayName = 'MarkerRow'

/** New rows rendered at once: about one screen. */
const SLICE = 10
/**
 * The others, below the fold, wait until the map has not moved for this long (ms), then for idle
 * time.
 */
const REST_MS = 300
/**
 * Rendered after this long without idle time (ms). Not an animation frame: hidden tabs must drop
 * revoked rows too.
 */
const AT_LATEST_MS = 200
/** Runs `act` when idle. Returns the function that cancels it. */
const whenIdle = (act: () => void): (() => void) => {
  // Safari has no requestIdleCallback
  if (!('requestIdleCallback' in globalThis)) {
    const soon = setTimeout(act, AT_LATEST_MS / 4)
    return () => clearTimeout(soon)
  }
  const soon = requestIdleCallback(act, { timeout: AT_LATEST_MS })
  return () => cancelIdleCallback(soon)
}
const afterRest = (act: () => void): (() => void) => {
  let stop = (): void => clearTimeout(rest)
  const rest = setTimeout(() => {
    stop = whenIdle(act)
  }, REST_MS)
  return () => stop()
}
const NONE: readonly MapMarker[] = []
/**
 * Renders the list slice by slice. Rows that were in the previous list stay throughout: one may
 * have the focus.
 */
const useSlices = (markers: readonly MapMarker[]): readonly MapMarker[] => {
  const [made, setMade] = useState({ of: NONE, count: SLICE })
  const before = useRef(NONE)
  const count = made.of === markers ? made.count : SLICE
  const rows = useMemo(() => {
    if (count >= markers.length) return markers
    const [old, all] = [before.current, markers].map((list) => new Set(list.map((m) => m.id)))
    return [
      ...markers.slice(0, count),
      ...markers.slice(count).filter((m) => old?.has(m.id)),
      ...before.current.slice(count).filter((m) => !all?.has(m.id)),
    ]
  }, [markers, count])
  useEffect(() => {
    before.current = rows
    if (rows === markers) return undefined
    return (count === SLICE ? afterRest : whenIdle)(() =>
      startTransition(() => setMade({ of: markers, count: count + SLICE })),
    )
  }, [rows, markers, count])
  return rows
}

// the screen renders with every move of the map, the rows only when they change
const Section = memo(({ kind, markers, onShow }: RowsProps & { kind: MarkerKind }) => {
  const [all, setAll] = useState(false)
  const first = useMemo(() => markers.slice(0, AT_ONCE), [markers])
  const rows = useSlices(first)
  return (
    <section aria-label={TITLES[kind]}>
      <h2 className={styles.group}>
        {TITLES[kind]} <span>{markers.length}</span>
      </h2>
      <MarkerRows markers={all ? markers : rows} onShow={onShow} />
      {!all && first.length < markers.length ? (
        <p className={styles.rest}>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => setAll(true)}
          >{`Afficher ${plural(markers.length - first.length, 'ligne')} de plus`}</Button>
        </p>
      ) : null}
    </section>
  )
})
Section.displayName = 'Section'

/** The text equivalent of the map: the markers in view. */
export const MarkerList = ({ markers, onShow, empty }: RowsProps & { empty: ReactNode }) => {
  // the map is drawn before these rows
  const later = useDeferredValue(markers)
  const groups = useMemo(() => groupByKind(later), [later])
  return (
    <div className={styles.listing}>
      {groups.length === 0
        ? empty
        : groups.map(([kind, group]) => (
            <Section key={kind} kind={kind} markers={group} onShow={onShow} />
          ))}
    </div>
  )
}
