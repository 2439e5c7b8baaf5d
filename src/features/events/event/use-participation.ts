import { participateInEvent } from '#contract/events/events'
import { ApiError, call } from '../../../data/http/api'
import { toast } from '../../../data/state/toasts'
import { useWork } from '../state/api'
import { keepEvent, refreshEvent } from '../state/keys'

const FULL =
  "Capacité maximale atteinte. Contactez les organisateurs pour vérifier s'il reste des places."
const NOT_IN = "Impossible de s'inscrire à cet événement"

/** «Je participe», from the event's details or from a closed event. */
export const useParticipation = (
  id: string,
): { busy: boolean; participate: () => Promise<void> } => {
  const { busy, run } = useWork()
  return {
    busy,
    participate: async () => {
      const done = await run(
        () => call(participateInEvent, { params: { id } }),
        (e) => {
          toast(e instanceof ApiError && e.status === 409 ? FULL : NOT_IN, {
            kind: 'error',
            durationMs: 7000,
          })
          void refreshEvent(id)
        },
      )
      if (!done) return
      await keepEvent(done.event)
      const status = done.event.user_participation_status
      // «Confirmé: …» arrives by realtime, on every open screen of the account
      if (status === 'pending_approval')
        toast('Votre demande est transmise aux organisateurs.', {
          kind: 'success',
          durationMs: 4000,
        })
      if (status === 'waitlist')
        toast('Vous êtes en liste d’attente.', { kind: 'success', durationMs: 4000 })
    },
  }
}
