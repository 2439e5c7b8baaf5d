import { useSnapshot } from 'valtio'
import { session } from '../../data/session/session'
import { cx } from '../../lib/cx'
import { plural } from '../../lib/text'
import { LiveRegion } from '../../ui/feedback/live-region'
import { ErrorState } from '../../ui/feedback/error-state'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { useDesktop } from '../../ui/layout/use-media-query'
import { containsBox, WORLD } from './boxes'
import { RadarCanvas } from './canvas'
import { Controls } from './controls'
import { EmptyList } from './empty-list'
import { MarkerList } from './list'
import { MapNote } from './map-note'
import { PickedCard } from './picked-card'
import { TOWN_ZOOM } from './places'
import { Filters, RadarHeader } from './radar-header'
import { useHomeTown } from './use-home-town'
import { useRadar } from './use-radar'
import styles from './radar.module.css'

/**
 * /radar and /radar?lat=…&lng=…: events, and relations at their commune, on a map and in an
 * equivalent list.
 */
export const RadarScreen = () => {
  const desktop = useDesktop()
  const { accountId } = useSnapshot(session)
  const home = useHomeTown(accountId)
  const radar = useRadar(home)
  const { map, points, inView, loaded, hidden, shows, picked } = radar
  const { known, busy, failed } = points
  const whole = known !== null && !known.partial && containsBox(known.box, WORLD)
  const filters = {
    hidden,
    onToggle: radar.toggle,
    verified: radar.verified,
    onVerified: radar.setVerified,
  }
  const empty = {
    isHomeless: home === null,
    isFiltered: hidden.has('event') && hidden.has('relation'),
    onShowAll: radar.showAll,
  }
  const emptyList =
    failed && !known ? (
      <ErrorState
        text="La liste ne se charge pas. Vérifiez votre connexion, puis réessayez."
        onRetry={points.retry}
      />
    ) : (
      <EmptyList everywhere={whole && !known.verified && known.markers.length === 0} {...empty} />
    )
  const onMap = desktop || shows === 'map'
  return (
    <section className={styles.root} aria-label="Carte">
      <div className={styles.side}>
        <RadarHeader
          desktop={desktop}
          shows={shows}
          onShows={radar.setShows}
          onCity={(point) => {
            radar.setShows('map')
            map.current?.go(point, TOWN_ZOOM)
          }}
          {...filters}
        />
        <LiveRegion text={known && !busy ? plural(inView.length, 'point') : ''} />
        {desktop || shows === 'list' ? (
          <MarkerList
            markers={inView}
            onShow={radar.show}
            empty={loaded || failed ? emptyList : <SkeletonRows count={6} />}
          />
        ) : null}
      </div>
      <div className={cx(styles.map, !onMap && styles.behind)} inert={!onMap}>
        <RadarCanvas
          ref={map}
          groupsOf={radar.groupsOf}
          isListed={known !== null}
          onFailed={radar.onMapFailed}
          at={radar.start}
          onView={radar.onView}
          onPick={(one) => void radar.pick(one)}
          onBackgroundClick={() => radar.setPicked([])}
        />
        {desktop ? null : <Filters {...filters} />}
        <Controls map={map} home={home} onLocate={radar.locate} onWide={radar.showAll} />
        <MapNote
          failed={(failed || radar.lost) && !radar.isMapless}
          partial={known?.partial === true}
          isEmpty={loaded && inView.length === 0 && !busy && !radar.isMapless}
          onRetry={points.retry}
          {...empty}
        />
        {picked.length > 0 ? (
          <PickedCard markers={picked} onClose={() => radar.setPicked([])} />
        ) : null}
      </div>
    </section>
  )
}
