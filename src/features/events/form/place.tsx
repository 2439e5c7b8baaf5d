import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { EVENT_PLACE_MAX } from '#contract/limits'
import { NBSP } from '../../../lib/text'
import { CityInput } from '../../../parts/map/city-input'
import { Button } from '../../../ui/forms/button'
import { Card } from '../../../ui/layout/card'
import { IconMap } from '../../../ui/icons/nav'
import { IconLocate } from '../../../ui/icons/status'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { SelectField } from '../../../ui/forms/select-field'
import { Switch } from '../../../ui/forms/switch'
import { TextField } from '../../../ui/forms/text-field'
import { pointOf, withPoint } from './form'
import type { Section } from './essentials'
import styles from './form.module.css'

const PointMap = lazy(async () => ({
  default: (await import('../../../parts/map/point-map')).PointMap,
}))

const Coordinates = ({ draft, errors, set }: Section) => (
  <div className={styles.two}>
    <div data-field="lat">
      <TextField
        label="Latitude"
        required={false}
        value={draft.lat}
        error={errors.lat}
        onChange={(lat) => set({ lat })}
        inputMode="decimal"
        autoComplete="off"
        hint="Par exemple 48,856600."
      />
    </div>
    <div data-field="lng">
      <TextField
        label="Longitude"
        required={false}
        value={draft.lng}
        error={errors.lng}
        onChange={(lng) => set({ lng })}
        inputMode="decimal"
        autoComplete="off"
        hint="Par exemple 2,352200."
      />
    </div>
  </div>
)

const PointPicker = ({ draft, set }: Omit<Section, 'errors'>) => {
  const [map, setMap] = useState(false)
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // opened below the button, often below the window
    if (map) shown.current?.scrollIntoView({ block: 'center' })
  }, [map])
  const town = draft.place ? { lat: draft.place.lat, lng: draft.place.lng } : null
  return (
    <>
      <div className={styles.row}>
        <Button
          size="sm"
          icon={<IconMap size={18} />}
          aria-expanded={map}
          onClick={() => setMap(!map)}
        >
          {map ? 'Fermer la carte' : 'Choisir sur la carte'}
        </Button>
        <Button
          size="sm"
          icon={<IconLocate size={18} />}
          disabled={!town}
          onClick={() => town && set(withPoint(town))}
        >
          Placer au centre de la commune
        </Button>
        {draft.lat || draft.lng ? (
          <Button size="sm" variant="ghost" onClick={() => set({ lat: '', lng: '' })}>
            Retirer le point
          </Button>
        ) : null}
      </div>
      {map ? (
        <div ref={shown} className={styles.map}>
          <Suspense fallback={<Skeleton h="280px" />}>
            <PointMap
              label={`Carte${NBSP}: cliquez pour placer le point, ou faites-le glisser`}
              point={pointOf(draft)}
              around={town}
              onMove={(p) => set(withPoint(p))}
            />
          </Suspense>
          <p className="quiet">
            Cliquez pour placer le point, ou faites-le glisser. Au clavier, les flèches déplacent la
            carte et Entrée pose le point en son milieu.
          </p>
        </div>
      ) : null}
    </>
  )
}

/** Few know coordinates: they are one press away, and shown when something is wrong with them. */
const PointFields = (section: Section) => {
  const [typing, setTyping] = useState(false)
  const { draft, errors, set } = section
  const shown = typing || errors.lat !== undefined || errors.lng !== undefined
  return (
    <>
      <PointPicker draft={draft} set={set} />
      {draft.lat && draft.lng && !shown ? (
        <p className="quiet">Le point de la carte est placé.</p>
      ) : null}
      <div className={styles.row}>
        <Button size="sm" variant="ghost" aria-expanded={shown} onClick={() => setTyping(!shown)}>
          Ajuster le point
        </Button>
      </div>
      {shown ? <Coordinates {...section} /> : null}
    </>
  )
}

const ENDINGS = [
  { value: '6', label: '6 heures après la fin' },
  { value: '24', label: '24 heures après la fin' },
  { value: '72', label: '3 jours après la fin' },
  { value: '168', label: 'Une semaine après la fin' },
  { value: '', label: 'La garder' },
]
/** With the event's own hours, where they are others. */
const endings = (hours: string) =>
  ENDINGS.some((e) => e.value === hours)
    ? ENDINGS
    : [{ value: hours, label: `${hours} heures après la fin` }, ...ENDINGS]

/** The town, visible to everyone, and the precise address, hidden until it is revealed. */
export const PlaceFields = ({ draft, errors, set }: Section) => (
  <Card as="section" title="Le lieu">
    <div className={styles.fields}>
      <div data-field="place">
        <CityInput
          label="Commune"
          value={draft.place}
          onChange={(place) => set({ place })}
          hint="Visible de tous ceux qui voient la sortie."
        />
        {errors.place ? (
          <p className={styles.error} role="alert">
            {errors.place}
          </p>
        ) : null}
      </div>
      <div data-field="address">
        <TextField
          label="Adresse précise"
          required={false}
          value={draft.address}
          error={errors.address}
          onChange={(address) => set({ address })}
          maxLength={EVENT_PLACE_MAX}
          autoComplete="off"
          hint="Montrée aux organisateurs seuls, tant que vous ne la diffusez pas aux participants confirmés."
        />
      </div>
      <PointFields draft={draft} errors={errors} set={set} />
      <div className={styles.two}>
        <TextField
          label="Diffuser l’adresse à partir de"
          required={false}
          type="datetime-local"
          value={draft.revealAt}
          onChange={(revealAt) => set({ revealAt })}
          disabled={draft.address.trim() === ''}
          hint={`Heure de Paris. Vide${NBSP}: vous la diffusez à la main.`}
        />
        <SelectField
          label="Effacer l’adresse"
          value={draft.addressHours}
          onChange={(addressHours) => set({ addressHours })}
          options={endings(draft.addressHours)}
          hint="Du serveur et des appareils, pour tous."
        />
      </div>
      <Switch
        label="Adresse publique"
        hint="Toutes les personnes qui voient la sortie publiée lisent aussi l’adresse."
        checked={draft.isPublic}
        onChange={(isPublic) => set({ isPublic })}
        disabled={draft.address.trim() === ''}
      />
    </div>
  </Card>
)
