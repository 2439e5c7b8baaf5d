import { publishEvent, type Event } from '#contract/events/events'
import { call } from '../../../data/http/api'
import { toast, toastRefusal } from '../../../data/state/toasts'
import { NBSP } from '../../../lib/text'
import { cacheEvent } from '../state/keys'

/** Address of an event's form. */
export const editPath = (id: string): string => `/events?eventId=${id}&editEvent=${id}`

/** Publishes or unpublishes and shows the outcome. Returns the changed event; null: it failed. */
export const togglePublished = async (
  event: Pick<Event, 'id'>,
  status: 'draft' | 'published',
): Promise<Event | null> => {
  try {
    const { event: now } = await call(publishEvent, { params: { id: event.id }, body: { status } })
    await cacheEvent(now)
    // the same words as the realtime event of this act: one toast, not two
    toast(status === 'published' ? `Sortie publiée${NBSP}: ${now.title}` : 'Sortie dépubliée', {
      kind: status === 'published' ? 'success' : 'info',
    })
    return now
  } catch (error) {
    toastRefusal(
      error,
      status === 'published'
        ? 'Impossible de publier l’événement'
        : 'Impossible de dépublier l’événement',
    )
    return null
  }
}

/** One that is cancelled or closed can neither be published nor reveal its address. */
export const isPublishable = ({ status }: Pick<Event, 'status'>): boolean =>
  status === 'draft' || status === 'published'
