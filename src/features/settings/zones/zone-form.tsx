import { useState, type FormEvent } from 'react'
import type { Location } from '#contract/profile/data'
import { addZone, ZONE_RADII_KM, type ZoneRelation } from '#contract/zones'
import { call } from '../../../data/http/api'
import { toast } from '../../../data/state/toasts'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { inCity } from '../../../lib/city'
import { NBSP, plural } from '../../../lib/text'
import { CityInput } from '../../../parts/map/city-input'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { SelectField } from '../../../ui/forms/select-field'
import { Switch } from '../../../ui/forms/switch'
import { refusalText } from '../say'
import styles from '../settings.module.css'
import { useZonePreview } from './api'

export const radiusText = (km: number): string =>
  km === 0 ? 'La commune seule' : `${km} km autour`
const RADII = ZONE_RADII_KM.map((km) => ({ value: String(km), label: radiusText(km) }))

/** Relations in the zone that is being chosen, each with «rester visible». */
const Concerned = ({
  relations,
  excepted,
  onChange,
}: {
  relations: readonly ZoneRelation[]
  excepted: ReadonlySet<string>
  onChange: (id: string, on: boolean) => void
}) => (
  <div className={styles.part}>
    <p>
      <b>{plural(relations.length, 'de vos relations vit', 'de vos relations vivent')} ici.</b> Vous
      ne vous verrez plus, sauf si vous l’acceptez&nbsp;:
    </p>
    {relations.map((r) => (
      <Switch
        key={r.account_id}
        label={`Rester visible pour ${r.account_handle}`}
        hint={r.city}
        checked={excepted.has(r.account_id)}
        onChange={(on) => onChange(r.account_id, on)}
      />
    ))}
  </div>
)

/** A commune, a radius, and the relations for whom nothing changes. */
export const ZoneForm = ({ onDone }: { onDone: () => Promise<unknown> }) => {
  const [place, setPlace] = useState<Location | null>(null)
  const [radius, setRadius] = useState('5')
  const [excepted, setExcepted] = useState<ReadonlySet<string>>(new Set())
  const { busy, run } = useAsyncAction()
  const [error, setError] = useState<string>()
  const preview = useZonePreview(place?.place_id ?? null, Number(radius))
  const concerned = preview.data?.filter((r) => !r.excepted) ?? []
  const choose = (next: Location | null): void => {
    // ticked for another commune, a relation is no longer asked about
    if (next?.place_id !== place?.place_id) setExcepted(new Set())
    setPlace(next)
  }
  const change = (id: string, on: boolean): void => {
    const next = new Set(excepted)
    if (on) next.add(id)
    else next.delete(id)
    setExcepted(next)
  }
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!place || busy) return
    setError(undefined)
    await run(
      async () => {
        const body = {
          place_id: place.place_id,
          radius_km: Number(radius),
          // a ticked relation may be outside the radius chosen since; without a preview that is unknown
          except: preview.data
            ? concerned.map((r) => r.account_id).filter((id) => excepted.has(id))
            : [...excepted],
        }
        await call(addZone, { body }, { identity: 'none' })
        toast(`Zone ajoutée${NBSP}: on ne vous voit plus ${inCity(place.city)}.`, {
          kind: 'success',
        })
        choose(null)
        await onDone()
      },
      (thrown) =>
        setError(
          refusalText(thrown, 'Cette zone n’a pas pu être ajoutée. Vérifiez votre connexion.'),
        ),
    )
  }
  return (
    <form className={styles.part} onSubmit={(event) => void save(event)}>
      <h3>Ajouter une zone</h3>
      <CityInput label="Commune" value={place} onChange={choose} />
      <SelectField label="Rayon" value={radius} options={RADII} onChange={setRadius} />
      {concerned.length > 0 ? (
        <Concerned relations={concerned} excepted={excepted} onChange={change} />
      ) : null}
      {preview.error ? (
        <Banner tone="warn" action={{ label: 'Réessayer', onClick: () => void preview.mutate() }}>
          Vos relations dans cette zone n’ont pas pu être cherchées.
        </Banner>
      ) : null}
      {error ? <Banner tone="warn">{error}</Banner> : null}
      <div className={styles.row}>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          disabled={!place || (!preview.data && !preview.error)}
        >
          Ne plus y être visible
        </Button>
      </div>
    </form>
  )
}
