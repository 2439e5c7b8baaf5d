import { useState } from 'react'
import { useLocation } from 'wouter'
import { duplicateEvent, type Event } from '#contract/events/events'
import { call } from '../../../data/http/api'
import { closeAll } from '../../../data/state/panels'
import { toast } from '../../../data/state/toasts'
import { serverMessageOf } from '../../../data/http/api-error'
import { useIdempotencyKey } from '../../../parts/form/idempotency-key'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { addDays, fromParisInput, toParisInput } from '../../../lib/event-dates'
import { Dialog } from '../../../ui/overlay/dialog'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { TextField } from '../../../ui/forms/text-field'
import { editPath } from './publish'
import { refreshEventLists } from '../state/keys'

/** The next week in the future with the same weekday and wall time, whatever the clocks do until then. */
const proposal = (start: string): string => {
  const [day = '', time = ''] = toParisInput(start).split('T')
  const now = toParisInput(Date.now())
  let next = addDays(day, 7)
  while (`${next}T${time}` < now) next = addDays(next, 7)
  return `${next}T${time}`
}

/** Creates a draft with the same fields at another date, without participants. */
export const DuplicateDialog = ({ event, onClose }: { event: Event; onClose: () => void }) => {
  const [start, setStart] = useState(() => proposal(event.start_date))
  const [error, setError] = useState<string>()
  const { busy, run } = useAsyncAction()
  const makeOnce = useIdempotencyKey()
  const [, navigate] = useLocation()
  const make = async (): Promise<void> => {
    const start_date = fromParisInput(start)
    if (!start_date) return setError('Indiquez la date et l’heure de début.')
    const made = await run(
      () =>
        makeOnce({ start_date }, (body) =>
          call(duplicateEvent, { params: { id: event.id }, body }),
        ),
      (e) =>
        setError(
          serverMessageOf(e) ?? 'Impossible de dupliquer la sortie. Vérifiez votre connexion.',
        ),
    )
    if (!made) return
    void refreshEventLists()
    onClose()
    await closeAll()
    navigate(editPath(made.event.id))
    toast('La copie est un brouillon, sans participants.', { kind: 'success', durationMs: 4000 })
  }
  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title="Dupliquer la sortie"
      description="Tous les champs sont repris, sans les participants ni l’identifiant."
      size="sm"
      level={700}
      footer={
        <DialogActions onCancel={onClose} busy={busy} onClick={() => void make()}>
          Dupliquer
        </DialogActions>
      }
    >
      <TextField
        label="Nouvelle date de début"
        type="datetime-local"
        value={start}
        error={error}
        onChange={(v) => {
          setStart(v)
          setError(undefined)
        }}
        data-autofocus=""
      />
    </Dialog>
  )
}
