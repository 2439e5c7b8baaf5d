import { useRef } from 'react'
import {
  chooseAgain,
  getAfter,
  sayHome,
  sayImpressions,
  type After,
  type Impressions,
} from '#contract/events/after'
import { call } from '../../../data/http/api'
import { useData } from '../../../data/http/cache'
import { toast, toastRefusal } from '../../../data/state/toasts'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { NBSP } from '../../../lib/text'
import { afterKey } from '../state/keys'

type Person = After['people'][number]

/** The day after an event, with the member's two answers. */
export const useAfter = (eventId: string) => {
  const { data, error, mutate } = useData<After>(afterKey(eventId), () =>
    call(getAfter, { params: { id: eventId } }),
  )
  const { busy, run } = useAsyncAction()
  const before = useRef<Promise<unknown>>(Promise.resolve())
  /** One after the other: each reply is the whole day, and an earlier one must not come last. */
  const inTurn = <T>(send: () => Promise<T>): Promise<T> => {
    const sent = before.current.then(send)
    before.current = sent.catch(() => undefined)
    return sent
  }
  const params = { id: eventId }
  const failed = (e: unknown): void =>
    toastRefusal(e, 'Votre choix n’a pas pu être enregistré. Vérifiez votre connexion.')
  return {
    data,
    error,
    reload: () => void mutate(),
    busy,
    setHome: async (home: boolean): Promise<void> => {
      const next = await run(() => inTurn(() => call(sayHome, { params, body: { home } })), failed)
      if (next) await mutate(next, { revalidate: false })
    },
    setImpressions: async (impressions: Impressions | null): Promise<void> => {
      const next = await run(
        () => inTurn(() => call(sayImpressions, { params, body: { impressions } })),
        failed,
      )
      if (next) await mutate(next, { revalidate: false })
    },
    choose: async ({ account_id, account_handle }: Person, yes: boolean): Promise<void> => {
      const next = await run(
        () => inTurn(() => call(chooseAgain, { params, body: { account_id, yes } })),
        failed,
      )
      if (!next) return
      const { is_mutual, ...after } = next
      await mutate(after, { revalidate: false })
      if (is_mutual)
        toast(`C’est réciproque${NBSP}: vous êtes en relation avec ${account_handle}.`, {
          kind: 'success',
          durationMs: 8000,
        })
    },
  }
}
