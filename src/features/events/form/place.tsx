import { Suspense, useEffect, useRef, useState } from 'react'
import { EVENT_PLACE_MAX } from '#contract/limits'
import { lazyPart } from '../../../data/start/lazy-part'
import { NBSP } from '../../../lib/text'
import { CityInput } from '../../../parts/map/city-input'
import { Button } from '../../../ui/forms/button'
import { Card } from '../../../ui/layout/card'
import { IconMap } from '../../../ui/icons/nav'
import { IconLocate } from '../../../ui/icons/status'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { SelectField } from '../../../ui/forms/select-field'
import { Switch } from '../../../ui/forms/switch'
import { draftPoint, pointFields } from './form'
import { DraftError, DraftField, withCurrentValue, type FormSectionProps } from './draft-field'
import styles from './form.module.css'

const PointMap = lazyPart(() => import('../../../parts/map/point-map').then((m) => m.PointMap))

const Coordinates = (section: FormSectionProps) => (
  <div className={styles.two}>
    <DraftField
      {...section}
      name="lat"
      label="Latitude"
      required={false}
      inputMode="decimal"
      hint="Par exemple 48,856600."
    />
    <DraftField
      {...section}
      name="lng"
      label="Longitude"
      required={false}
      inputMode="decimal"
      hint="Par exemple 2,352200."
    />
  </div>
)

const PointPicker = ({ draft, set }: Omit<FormSectionProps, 'errors'>) => {
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
          onClick={() => town && set(pointFields(town))}
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
              point={draftPoint(draft)}
              around={town}
              onMove={(p) => set(pointFields(p))}
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
const PointFields = (section: FormSectionProps) => {
  const [typing, setTyping] = useState(false)
  const { draft, errors, set } = section
  const shown = typing || errors.lat !== undefined || errors.lng !== undefined
  return (
    <>
      <PointPicker draft={draft} set={set} />
      {draft.lat && draft.lng && !shown ? (
        <p className="quiet">Le point de la carte est placé.</p>
      ) : null}
      <div className={styles.flush}>
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
/** The town, visible to everyone, and the precise address, hidden until it is revealed. */
export const PlaceFields = (section: FormSectionProps) => {
  const { draft, errors, set } = section
  return (
    <Card as="section" title="Le lieu">
      <div className={styles.fields}>
        <div data-field="place">
          <CityInput
            label="Commune"
            required={false}
            value={draft.place}
            onChange={(place) => set({ place })}
            hint="Visible de tous ceux qui voient la sortie."
          />
          <DraftError text={errors.place} />
        </div>
        <DraftField
          {...section}
          name="address"
          label="Adresse précise"
          required={false}
          maxLength={EVENT_PLACE_MAX}
          hint="Montrée aux organisateurs seuls, tant que vous ne la diffusez pas aux participants confirmés."
        />
        <PointFields {...section} />
        <div className={styles.two}>
          <DraftField
            {...section}
            name="revealAt"
            label="Diffuser l’adresse à partir de"
            required={false}
            type="datetime-local"
            disabled={draft.address.trim() === ''}
            hint={`Heure de Paris. Vide${NBSP}: vous la diffusez à la main.`}
          />
          <SelectField
            label="Effacer l’adresse"
            value={draft.addressHours}
            onChange={(addressHours) => set({ addressHours })}
            options={withCurrentValue(ENDINGS, draft.addressHours, 'heures après la fin')}
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
}
