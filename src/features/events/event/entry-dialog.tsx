import { Suspense } from 'react'
import { useData } from '../../../data/http/cache'
import type { Event } from '#contract/events/events'
import { checkInCode } from '#contract/events/check-in'
import { call } from '../../../data/http/api'
import { failureOf } from '../../../data/http/api-error'
import { lazyPart } from '../../../data/start/lazy-part'
import { NBSP } from '../../../lib/text'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { ErrorState } from '../../../ui/feedback/error-state'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { savedText } from '../state/labels'

const Qr = lazyPart(() => import('./qr').then((m) => m.Qr))

/** The caller's entry code; without network the one that this device keeps. */
const loadCode = async (id: string): Promise<{ code: string; savedAt: number | null }> => {
  try {
    return { ...(await call(checkInCode, { params: { id } })), savedAt: null }
  } catch (error) {
    if (failureOf(error) !== 'offline') throw error
    const kept = await (await import('../offline/kept-events')).readKeptEvent(id)
    if (!kept?.code) throw error
    return { code: kept.code, savedAt: kept.savedAt }
  }
}

/** «Mon entrée»: the code that organizers scan at check-in. */
export const EntryDialog = ({ event, onClose }: { event: Event; onClose: () => void }) => {
  const {
    data: entry,
    error,
    mutate,
  } = useData(['event-entry', event.id], () => loadCode(event.id))
  const data = entry?.code
  return (
    <Dialog
      open
      onClose={onClose}
      title="Mon entrée"
      description={`Montrez ce code à l’arrivée${NBSP}: il ne vaut que pour vous, sans votre nom.`}
      size="sm"
      level={700}
      footer={
        <Button variant="primary" onClick={onClose}>
          Fermer
        </Button>
      }
    >
      {error && (!entry || failureOf(error) === 'gone') ? (
        <ErrorState
          text="Impossible de charger votre code d’entrée."
          onRetry={() => void mutate()}
        />
      ) : (
        <Suspense fallback={<Skeleton h="240px" />}>
          {entry?.savedAt ? <p role="status">{savedText(entry.savedAt)}</p> : null}
          {data ? <Qr value={data} label="Votre code d’entrée" /> : <Skeleton h="240px" />}
        </Suspense>
      )}
    </Dialog>
  )
}
