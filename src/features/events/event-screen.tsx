import { useLocation } from 'wouter'
import { EventView } from './event/event-view'

/** /events/{id or code} and /events/{id or code}/subscribers. */
export const EventScreen = ({ id, tab }: { id: string; tab: 'details' | 'participants' }) => {
  const [, navigate] = useLocation()
  const base = `/events/${encodeURIComponent(id)}`
  return (
    <EventView
      key={id}
      reference={id}
      tab={tab}
      inPanel={false}
      onTab={(next) =>
        navigate(next === 'details' ? base : `${base}/subscribers`, { replace: true })
      }
      onClose={() => navigate('/events')}
    />
  )
}
