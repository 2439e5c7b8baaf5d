import { useRef, useState } from 'react'
import type { Participation } from '#contract/events/balance'
import { leaveEvent, participateInEvent } from '#contract/events/events'
import { call } from '../../../data/http/api'
import { ApiError, refusalMessageOf } from '../../../data/http/api-error'
import { NBSP } from '../../../lib/text'
import { dismissToast, toast } from '../../../data/state/toasts'
import { confirm } from '../../../ui/overlay/confirm'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { cacheEvent, refreshEvent } from '../state/keys'

/** Asked before a place is given up. */
export const confirmGivingUpPlace = (): Promise<boolean> =>
  confirm({
    title: `Vous désinscrire${NBSP}?`,
    message: 'Votre place sera libérée. Vous pourrez vous réinscrire s’il en reste.',
    confirmLabel: 'Me désinscrire',
    danger: true,
  })
/** Asked before a rank on the waiting list is given up: nothing brings it back. */
export const confirmGivingUpRank = (): Promise<boolean> =>
  confirm({
    title: `Quitter la liste d’attente${NBSP}?`,
    message: `Vous perdrez votre rang${NBSP}: si vous revenez, ce sera en fin de liste.`,
    confirmLabel: 'Quitter la liste',
    danger: true,
  })

const FULL =
  'Capacité maximale atteinte. Contactez les organisateurs pour vérifier s’il reste des places.'
const NOT_IN = 'Impossible de s’inscrire à cet événement'

const sentenceOf = (e: unknown): string =>
  refusalMessageOf(e) ?? (e instanceof ApiError && e.status === 409 ? FULL : NOT_IN)

interface OwnParticipation {
  readonly busy: 'participate' | 'leave' | null
  /** Whether it was stored. */
  readonly participate: (said?: Participation) => Promise<boolean>
  /** Declines an invitation, withdraws a request, leaves the list or the event. */
  readonly leave: (done: string) => Promise<void>
}

/** The member's own participation, from the event's details or from a closed event. */
export const useParticipation = (id: string): OwnParticipation => {
  const { busy, run } = useAsyncAction()
  const [act, setAct] = useState<'participate' | 'leave'>('participate')
  // the sentence of the last failure: what follows it may say the contrary
  const failure = useRef('')
  const begin = (next: 'participate' | 'leave'): void => {
    setAct(next)
    dismissToast(failure.current)
  }
  return {
    busy: busy ? act : null,
    leave: async (text) => {
      begin('leave')
      const done = await run(
        () => call(leaveEvent, { params: { id } }),
        () => {
          failure.current = toast('Impossible de se désinscrire', {
            kind: 'error',
            durationMs: 6000,
          })
        },
      )
      if (!done) return
      if (done.event) await cacheEvent(done.event)
      else await refreshEvent(id)
      if (done.held) return
      toast(text, { kind: 'success' })
    },
    participate: async (said) => {
      begin('participate')
      const done = await run(
        () => call(participateInEvent, { params: { id }, body: said }),
        (e) => {
          failure.current = toast(sentenceOf(e), { kind: 'error', durationMs: 7000 })
          void refreshEvent(id)
        },
      )
      if (!done) return false
      if (done.event) await cacheEvent(done.event)
      else await refreshEvent(id)
      if (done.held) return true
      const status = done.event?.user_participation_status
      // «Place confirmée : …» arrives by realtime, on every open screen of the account
      if (status === 'pending_approval')
        toast('Votre demande est transmise aux organisateurs.', {
          kind: 'success',
          durationMs: 4000,
        })
      if (status === 'waitlist')
        toast('Vous êtes en liste d’attente.', { kind: 'success', durationMs: 4000 })
      return true
    },
  }
}
