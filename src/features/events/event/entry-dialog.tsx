import { lazy, Suspense } from 'react'
import { useData } from '../../../data/http/cache'
import type { Event } from '#contract/events/events'
import { checkInCode } from '#contract/events/participants'
import { call } from '../../../data/http/api'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { ErrorState } from '../../../ui/feedback/error-state'
import { Skeleton } from '../../../ui/feedback/skeleton'

const Qr = lazy(async () => ({ default: (await import('./qr')).Qr }))

/** «Mon entrée»: the code that organizers scan at check-in. */
export const EntryDialog = ({ event, onClose }: { event: Event; onClose: () => void }) => {
  const { data, error, mutate } = useData(
    ['event-entry', event.id],
    async () => (await call(checkInCode, { params: { id: event.id } })).code,
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Mon entrée"
      description="Montrez ce code à l’arrivée : il vaut pour vous seuls, sans votre nom."
      size="sm"
      level={700}
      footer={
        <Button variant="primary" onClick={onClose}>
          Fermer
        </Button>
      }
    >
      {error ? (
        <ErrorState
          text="Impossible de charger votre code d’entrée."
          onRetry={() => void mutate()}
        />
      ) : (
        <Suspense fallback={<Skeleton h="240px" />}>
          {data ? <Qr value={data} label="Votre code d’entrée" /> : <Skeleton h="240px" />}
        </Suspense>
      )}
    </Dialog>
  )
}
