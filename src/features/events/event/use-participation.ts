import { useState } from 'react'
import { leaveEvent, participateInEvent } from '#contract/events/events'
import { ApiError, call } from '../../../data/http/api'
import { toast } from '../../../data/state/toasts'
import { useWork } from '../state/api'
import { keepEvent, refreshEvent } from '../state/keys'

const FULL =
  'Capacité maximale atteinte. Contactez les organisateurs pour vérifier s’il reste des places.'
const NOT_IN = 'Impossible de s’inscrire à cet événement'

interface Participation {
  readonly busy: 'participate' | 'leave' | null
  readonly participate: () => Promise<void>
  /** Declines an invitation, withdraws a request, leaves the list or the event. */
  readonly leave: (done: string) => Promise<void>
}

/** The member's own participation, from the event's details or from a closed event. */
export const useParticipation = (id: string): Participation => {
  const { busy, run } = useWork()
  const [act, setAct] = useState<'participate' | 'leave'>('participate')
  return {
    busy: busy ? act : null,
    leave: async (text) => {
      setAct('leave')
      const done = await run(
        () => call(leaveEvent, { params: { id } }),
        () => toast('Impossible de se désinscrire', { kind: 'error', durationMs: 6000 }),
      )
      if (!done) return
      if (done.event) await keepEvent(done.event)
      else await refreshEvent(id)
      toast(text, { kind: 'success' })
    },
    participate: async () => {
      setAct('participate')
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
      // «Place confirmée : …» arrives by realtime, on every open screen of the account
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
