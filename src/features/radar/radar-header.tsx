import { useEffect, useRef, useState } from 'react'
import { CityInput } from '../../parts/map/city-input'
import { Chip } from '../../ui/forms/chip'
import { IconButton } from '../../ui/forms/icon-button'
import { Segmented } from '../../ui/forms/segmented'
import { IconList, IconSearch } from '../../ui/icons/actions'
import { IconEvents, IconMap } from '../../ui/icons/nav'
import { IconGroup, IconVerified } from '../../ui/icons/people'
import { PageHeader } from '../../ui/layout/page-header'
import type { Point } from './boxes'
import type { MarkerKind } from './markers'
import styles from './radar.module.css'

const FILTERS = [
  { kind: 'event', label: 'Sorties', icon: <IconEvents /> },
  { kind: 'relation', label: 'Relations', icon: <IconGroup /> },
] as const satisfies readonly { kind: MarkerKind; label: string; icon: unknown }[]

interface FiltersProps {
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (kind: MarkerKind) => void
  /** Only what is of verified members. */
  readonly verified: boolean
  readonly onVerified: (verified: boolean) => void
}
export const Filters = ({ hidden, onToggle, verified, onVerified }: FiltersProps) => (
  <div className={styles.filters} role="group" aria-label="Sur la carte">
    {FILTERS.map(({ kind, label, icon }) => (
      <Chip key={kind} icon={icon} selected={!hidden.has(kind)} onClick={() => onToggle(kind)}>
        {label}
      </Chip>
    ))}
    <Chip icon={<IconVerified />} selected={verified} onClick={() => onVerified(!verified)}>
      Vérifiés
    </Chip>
  </div>
)

interface Props extends FiltersProps {
  readonly desktop: boolean
  readonly shows: 'map' | 'list'
  readonly onShows: (shows: 'map' | 'list') => void
  readonly onCity: (point: Point) => void
}
/** Title, search and filters; a phone switches between map and list. */
export const RadarHeader = ({ desktop, shows, onShows, onCity, ...filters }: Props) => {
  const [searching, setSearching] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (searching) field.current?.querySelector('input')?.focus()
  }, [searching])
  const actions = desktop ? null : (
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
        onChange={onShows}
        options={[
          { value: 'map', label: 'Carte', icon: <IconMap size={18} /> },
          { value: 'list', label: 'Liste', icon: <IconList size={18} /> },
        ]}
      />
    </>
  )
  return (
    <PageHeader title="Carte" actions={actions}>
      {desktop || searching ? (
        <div ref={field}>
          <CityInput
            label="Aller à une commune"
            value={null}
            onChange={(place) => {
              if (!place) return
              setSearching(false)
              onCity(place)
            }}
          />
        </div>
      ) : null}
      {desktop || shows === 'list' ? <Filters {...filters} /> : null}
    </PageHeader>
  )
}
