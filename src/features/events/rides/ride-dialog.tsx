import { useRef, useState } from 'react'
import { offerRide, RIDE_KINDS, RIDE_SEATS_MAX, type Ride } from '#contract/events/rides'
import type { Location } from '#contract/profile/data'
import { call } from '../../../data/http/api'
import { mutate } from '../../../data/http/mutate'
import { serverMessageOf } from '../../../data/http/api-error'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { plural } from '../../../lib/text'
import { CityInput } from '../../../parts/map/city-input'
import { Banner } from '../../../ui/feedback/banner'
import { SelectField } from '../../../ui/forms/select-field'
import { TextField } from '../../../ui/forms/text-field'
import { Dialog } from '../../../ui/overlay/dialog'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { ridesKey } from '../state/keys'
import styles from './rides.module.css'

const SEATS = Array.from({ length: RIDE_SEATS_MAX }, (_, i) => ({
  value: String(i + 1),
  label: plural(i + 1, 'place'),
}))

const KINDS = [
  { value: '', label: 'Tous les participants' },
  { value: 'woman', label: 'Les femmes seules' },
  { value: 'couple', label: 'Les couples' },
]

const KindField = ({ value, onChange }: { value: string; onChange: (kind: string) => void }) => (
  <SelectField
    label="Pour qui"
    hint={value ? 'Les autres participants ne voient pas votre offre.' : undefined}
    value={value}
    onChange={onChange}
    options={KINDS}
  />
)

const HourField = (field: { value: string; onChange: (hour: string) => void }) => (
  <TextField label="Heure de départ" required={false} type="time" {...field} />
)

const placeOf = (own: Ride | null): Location | null =>
  own ? { ...own.location, country: 'FR' } : null

/** Offers seats, or changes the own offer. */
export const RideDialog = ({
  eventId,
  own,
  onClose,
}: {
  eventId: string
  own: Ride | null
  onClose: () => void
}) => {
  const [seats, setSeats] = useState(String(own?.seats ?? 2))
  const [place, setPlace] = useState(placeOf(own))
  const [forKind, setForKind] = useState<string>(own?.for_kind ?? '')
  const [hour, setHour] = useState(own?.leaves_at ?? '')
  const [failure, setFailure] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const fields = useRef<HTMLDivElement>(null)
  const { busy, run } = useAsyncAction()
  const send = async (): Promise<void> => {
    if (!place) {
      setRefused('Choisissez la commune de départ.')
      return fields.current?.querySelector<HTMLElement>('[role=combobox]')?.focus()
    }
    setFailure(undefined)
    const saved = await run(
      () =>
        call(offerRide, {
          params: { id: eventId },
          body: {
            seats: Number(seats),
            place_id: place.place_id,
            leaves_at: hour || null,
            for_kind: RIDE_KINDS.find((kind) => kind === forKind) ?? null,
          },
        }),
      (error) =>
        setFailure(
          serverMessageOf(error) ?? 'Votre offre n’est pas enregistrée. Vérifiez votre connexion.',
        ),
    )
    if (!saved) return
    await mutate(ridesKey(eventId), saved.rides, { revalidate: false })
    onClose()
  }
  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title={own ? 'Modifier votre offre' : 'Proposer des places'}
      description="Visible des participants confirmés, jusqu’au lendemain de la sortie. Convenez du reste en discussion."
      size="sm"
      level={700}
      footer={
        <DialogActions onCancel={onClose} busy={busy} onClick={() => void send()}>
          Enregistrer
        </DialogActions>
      }
    >
      <div ref={fields} className={styles.fields}>
        <SelectField label="Places libres" value={seats} onChange={setSeats} options={SEATS} />
        <CityInput
          label="Commune de départ"
          value={place}
          onChange={(chosen) => {
            setPlace(chosen)
            setRefused(undefined)
          }}
          refused={refused}
          hint="La commune seule est montrée."
        />
        <HourField value={hour} onChange={setHour} />
        <KindField value={forKind} onChange={setForKind} />
        {failure ? <Banner tone="bad">{failure}</Banner> : null}
      </div>
    </Dialog>
  )
}
