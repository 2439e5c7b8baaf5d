import { useState } from 'react'
import { calendarFeed, endCalendarFeed } from '#contract/events/calendar'
import { call } from '../../../data/http/api'
import { toast } from '../../../data/state/toasts'
import { useAsyncAction } from '../../../parts/form/use-async-action'

/** The private URL of the member's calendar feed, once made: the server shows it only then. */
export const useCalendarFeed = () => {
  const [url, setUrl] = useState<string | null>(null)
  const { busy, run } = useAsyncAction()
  const make = async (discreet: boolean): Promise<void> => {
    const made = await run(
      () => call(calendarFeed, { body: { discreet } }),
      'Impossible de créer l’adresse de votre agenda.',
    )
    if (made) setUrl(made.url)
  }
  const end = async (): Promise<void> => {
    if (!(await run(() => call(endCalendarFeed, {}), 'Impossible d’arrêter l’abonnement.'))) return
    setUrl(null)
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
  return { url, busy, make, end, copy, forgetUrl: () => setUrl(null) }
}
