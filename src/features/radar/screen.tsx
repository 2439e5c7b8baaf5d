import {
  lazy,
  startTransition,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { MapView } from '#contract/workers/map'
import { session } from '../../data/session/session'
import { toast } from '../../data/state/toasts'
import { plural } from '../../lib/text'
import { CityInput } from '../../parts/map/city-input'
import { ArtMap } from '../../ui/art/map'
import { Button } from '../../ui/forms/button'
import { Chip } from '../../ui/forms/chip'
import { EmptyState } from '../../ui/feedback/empty-state'
import { IconButton } from '../../ui/forms/icon-button'
import { IconClose } from '../../ui/icons/base'
import { IconList, IconSearch } from '../../ui/icons/actions'
import { IconEvents, IconMap } from '../../ui/icons/nav'
import { IconGroup } from '../../ui/icons/people'
import { LiveRegion } from '../../ui/feedback/live-region'
import { PageHeader } from '../../ui/layout/page-header'
import { Segmented } from '../../ui/forms/segmented'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { useDesktop } from '../../ui/layout/use-media-query'
import { cx } from '../../lib/cx'
import { around, contains, holds, isPoint, pointOf, WORLD, type Point } from './boxes'
import { RadarCanvas } from './canvas'
import { Controls } from './controls'
import type { RadarMap } from './leaflet-map'
import { MarkerList, MarkerRows } from './list'
import { kindOf, type Kind, type MapMarker } from './markers'
import { last, SELF_ZOOM, TOWN_ZOOM, whereAmI } from './places'
import { useGroups, type Shown } from './use-groups'
import { usePoints } from './use-points'
import styles from './radar.module.css'

const FirstSteps = lazy(async () => ({
  default: (await import('../../parts/form/first-steps')).FirstSteps,
}))

const NONE: readonly MapMarker[] = []
const FILTERS = [
  { kind: 'event', label: 'Sorties', icon: <IconEvents /> },
  { kind: 'relation', label: 'Relations', icon: <IconGroup /> },
] as const satisfies readonly { kind: Kind; label: string; icon: unknown }[]

/**
 * The point that an address asks for. It leaves the address at once (and stays in the tab’s own history entry): nobody reads
 * in a history, a stored route or a screenshot where an outing takes place.
 */
const useAsked = (): Point | null => {
  const search = useSearch()
  const [, navigate] = useLocation()
  const point = pointOf(search)
  const kept: unknown = history.state
  const inState =
    typeof kept === 'object' && kept !== null && 'at' in kept ? pointOf(String(kept.at)) : null
  const [asked, setAsked] = useState(point ?? inState)
  const key = point ? `?lat=${point.lat}&lng=${point.lng}` : null
  useEffect(() => {
    if (key === null) return
    setAsked(pointOf(key))
    navigate('/radar', { replace: true, state: { at: key } })
  }, [key, navigate])
  return asked
}

/** /radar and /radar?lat=…&lng=…: outings, and relations at their commune, on a map and in a list that says the same. */
export const RadarScreen = () => {
  const desktop = useDesktop()
  const { accountId } = useSnapshot(session)
  const asked = useAsked()
  const map = useRef<RadarMap>(null)
  const [view, setView] = useState<MapView | null>(null)
  const [shows, setShows] = useState(last.shows)
  const [hidden, setHidden] = useState(last.hidden)
  const [picked, setPicked] = useState<readonly MapMarker[]>([])
  const [searching, setSearching] = useState(false)
  const { load, of: groupsOf, membersOf, lost } = useGroups()
  const bring = useCallback(
    async (list: readonly MapMarker[]): Promise<void> => {
      if (!load(list) || !map.current) return
      await map.current.renew()
      // a frame of its own; without one (a tab that is not seen) not for ever: the caller waits so long only
      await new Promise(requestAnimationFrame)
    },
    [load],
  )
  // the markers of the map wait for no render; what is left out of them is found in one
  const onKnown = useCallback(
    async (list: readonly MapMarker[]): Promise<void> => {
      if (last.hidden.size === 0) await bring(list)
    },
    [bring],
  )
  const { known, busy, failed, look, again } = usePoints(onKnown)
  const all = known?.markers
  const markers = useMemo(
    () => (all && hidden.size > 0 ? all.filter((m) => !hidden.has(kindOf(m))) : (all ?? NONE)),
    [all, hidden],
  )
  useLayoutEffect(() => void bring(markers), [markers, bring])
  // the map moves first, the list follows
  const [told, listed, seen] = [
    useDeferredValue(known),
    useDeferredValue(markers),
    useDeferredValue(view),
  ]
  const here = useMemo(() => (seen ? listed.filter((m) => holds(seen, m)) : NONE), [listed, seen])
  const start = asked ? { ...asked, zoom: TOWN_ZOOM } : last.at

  useEffect(() => {
    Object.assign(last, { shows, hidden })
  }, [shows, hidden])
  // a point that is asked for while the map stands
  const ready = view !== null
  useEffect(() => {
    if (!asked || !ready) return
    map.current?.go(asked, TOWN_ZOOM)
    map.current?.mark(asked, 'asked')
  }, [asked, ready])
  // what is no longer told must not stay on a card
  useEffect(
    () =>
      setPicked((list) =>
        list.length === 0
          ? list
          : list.flatMap((one) => markers.find((m) => m.id === one.id) ?? []),
      ),
    [markers],
  )

  const onView = useCallback(
    (next: MapView): void => {
      last.at = {
        lat: (next.south + next.north) / 2,
        lng: (next.west + next.east) / 2,
        zoom: next.zoom,
      }
      startTransition(() => setView(next))
      void look(next)
    },
    [look],
  )
  const pick = async ({ group, only }: Shown): Promise<void> => {
    if (only) setPicked([only])
    else if (isPoint(group) || last.at.zoom >= 18)
      setPicked(await membersOf(group.index, last.at.zoom))
    else map.current?.fit(group)
  }
  const show = useCallback((marker: MapMarker): void => {
    setShows('map')
    map.current?.go(marker, Math.max(last.at.zoom, TOWN_ZOOM))
    setPicked([marker])
  }, [])
  /** «Tout voir» was pressed before the map was there. */
  const early = useRef(false)
  const wide = async (): Promise<void> => {
    early.current = map.current === null
    const found = await look(WORLD, true)
    const box = around((found?.markers ?? []).filter((m) => !hidden.has(kindOf(m))))
    if (found && !box) early.current = false
    if (box) map.current?.fit(box)
    // the list says it, with what to do first
    else if (found?.markers.length === 0) setShows('list')
    else if (found)
      toast('Aucun lieu et aucune sortie ne sont partagés avec vous pour le moment.', {
        kind: 'info',
      })
  }
  // once more: the first question of the map may have taken the place of this one
  useEffect(() => {
    if (ready && early.current) void wide()
  })
  const locate = async (): Promise<void> => {
    try {
      const point = await whereAmI()
      map.current?.go(point, SELF_ZOOM)
      map.current?.mark(point, 'self')
    } catch {
      toast('Votre position n’est pas disponible.', { kind: 'info' })
    }
  }
  const toggle = (kind: Kind): void =>
    setHidden((old) => new Set(old.has(kind) ? [...old].filter((k) => k !== kind) : [...old, kind]))

  const onMap = desktop || shows === 'map'
  const loading = !told && !failed
  const whole = known && !known.partial && contains(known.box, WORLD)
  const nothing = told !== null && here.length === 0
  const empty = loading ? (
    <SkeletonRows count={6} />
  ) : failed && !known ? null : (
    <EmptyState
      art={<ArtMap />}
      title={
        whole && markers.length === 0
          ? 'Rien à montrer sur la carte'
          : 'Rien dans cette partie de la carte'
      }
      text={
        whole && markers.length === 0
          ? 'Aucun lieu et aucune sortie ne sont partagés avec vous pour le moment.'
          : 'Déplacez la carte, ou regardez plus large.'
      }
      action={
        whole && markers.length === 0 ? (
          <Suspense fallback={null}>
            <FirstSteps but="map" />
          </Suspense>
        ) : (
          <Button onClick={() => void wide()}>Tout voir</Button>
        )
      }
    />
  )
  const city = (
    <CityInput
      label="Aller à une commune"
      value={null}
      onChange={(place) => {
        if (place) {
          setShows('map')
          setSearching(false)
          map.current?.go(place, TOWN_ZOOM)
        }
      }}
    />
  )
  const filters = (
    <div className={styles.filters} role="group" aria-label="Sur la carte">
      {FILTERS.map(({ kind, label, icon }) => (
        <Chip key={kind} icon={icon} selected={!hidden.has(kind)} onClick={() => toggle(kind)}>
          {label}
        </Chip>
      ))}
    </div>
  )
  return (
    <section className={styles.root} aria-label="Carte">
      <div className={styles.side}>
        <PageHeader
          title="Carte"
          actions={
            desktop ? null : (
              <>
                <IconButton
                  label="Chercher une commune"
                  icon={<IconSearch />}
                  pressed={searching}
                  onClick={() => setSearching(!searching)}
                />
                <Segmented
                  label="Présentation"
                  value={shows}
                  onChange={setShows}
                  options={[
                    { value: 'map', label: 'Carte', icon: <IconMap size={18} /> },
                    { value: 'list', label: 'Liste', icon: <IconList size={18} /> },
                  ]}
                />
              </>
            )
          }
        >
          {desktop || searching ? city : null}
          {desktop || shows === 'list' ? filters : null}
        </PageHeader>
        <LiveRegion text={known && !busy ? plural(here.length, 'point') : ''} />
        {desktop || shows === 'list' ? (
          <MarkerList markers={here} onShow={show} empty={empty} />
        ) : null}
      </div>
      <div className={cx(styles.map, !onMap && styles.behind)} inert={!onMap}>
        <RadarCanvas
          ref={map}
          groupsOf={groupsOf}
          at={start}
          onView={onView}
          onPick={(one) => void pick(one)}
          onGround={() => setPicked([])}
        />
        {desktop ? null : filters}
        <Controls
          map={map}
          accountId={accountId}
          onLocate={() => void locate()}
          onWide={() => void wide()}
        />
        {failed || lost ? (
          <p className={styles.note} role="status">
            La carte n’est pas à jour.{' '}
            <Button size="sm" variant="ghost" onClick={again}>
              Réessayer
            </Button>
          </p>
        ) : known?.partial ? (
          <p className={styles.note} role="status">
            Approchez-vous pour tout voir.
          </p>
        ) : nothing && !busy ? (
          <p className={styles.note}>
            Rien ici.{' '}
            <Button size="sm" variant="ghost" onClick={() => void wide()}>
              Tout voir
            </Button>
          </p>
        ) : null}
        {picked.length > 0 ? (
          <section
            className={styles.card}
            aria-label={picked.length > 1 ? plural(picked.length, 'point') : 'Point choisi'}
          >
            <div className={styles.cardTop}>
              <p>
                {picked.length > 1 ? `${plural(picked.length, 'point')} au même endroit` : null}
              </p>
              <IconButton
                label="Fermer la carte du point"
                icon={<IconClose size={18} />}
                size="sm"
                onClick={() => setPicked([])}
              />
            </div>
            <MarkerRows markers={picked} />
          </section>
        ) : null}
      </div>
    </section>
  )
}
