import { useState } from 'react'
import { calendarFeed, currentCalendarFeed, endCalendarFeed } from '#contract/events/calendar'
import { call } from '../../../data/http/api'
import { useData } from '../../../data/http/cache'
import { toast } from '../../../data/state/toasts'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { calendarFeedKey } from '../state/keys'

/**
 * `feed`: the member's calendar feed; null: none; undefined: not known. `mayEnd`: there is one, or it
 * could not be asked. `url`: its private address, once made: the server shows it only then.
 */
export const useCalendarFeed = () => {
  const [url, setUrl] = useState<string | null>(null)
  const { busy, run } = useAsyncAction()
  const {
    data: feed,
    error,
    mutate,
  } = useData(calendarFeedKey, async () => (await call(currentCalendarFeed, {})).feed)
  const make = async (discreet: boolean): Promise<void> => {
    const made = await run(
      () => call(calendarFeed, { body: { discreet } }),
      'Impossible de créer l’adresse de votre agenda.',
    )
    if (!made) return
    setUrl(made.url)
    await mutate({ discreet }, { revalidate: false })
  }
  const end = async (): Promise<void> => {
    if (!(await run(() => call(endCalendarFeed, {}), 'Impossible d’arrêter l’abonnement.'))) return
    setUrl(null)
    await mutate(null, { revalidate: false })
    toast('L’ancienne adresse ne répond plus.', { kind: 'success' })
  }
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url ?? '')
      toast('Adresse copiée', { kind: 'success' })
    } catch {
      toast('Impossible de copier l’adresse', { kind: 'error' })
    }
  }
  const mayEnd = feed ? true : feed === undefined && error !== undefined
  return { feed, mayEnd, url, busy, make, end, copy, forgetUrl: () => setUrl(null) }
}
