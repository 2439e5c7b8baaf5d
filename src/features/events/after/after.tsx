import { useLocation } from 'wouter'
import { ApiError, serverMessageOf } from '../../../data/http/api-error'
import { LoadFailure } from '../../../parts/form/load-failure'
import { ErrorState } from '../../../ui/feedback/error-state'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { Page } from '../../../ui/layout/page'
import { useEvent } from '../state/api'
import { AgainCard } from './again-card'
import { HomeCard } from './home-card'
import { ImpressionsCard } from './impressions-card'
import { OrganizerCard } from './organizer-card'
import { useAfter } from './use-after'

/** Refused for good: not there, or outside of the fourteen days. */
const refusalOf = (error: unknown): string | null =>
  error instanceof ApiError && (error.status === 403 || error.status === 409)
    ? (serverMessageOf(error) ?? 'Cette page est réservée à celles et ceux qui étaient là.')
    : null

const Content = ({ id }: { id: string }) => {
  const [, navigate] = useLocation()
  const { answer, error: eventError, reload: reloadEvent } = useEvent(id)
  const { data, error = eventError, reload, busy, setHome, setImpressions, choose } = useAfter(id)
  const refusal = answer?.kind === 'closed' ? answer.text : refusalOf(error)
  const back = { label: 'Retour aux sorties', path: '/events' }
  if (refusal)
    return (
      <ErrorState
        title="Cette page n’est pas ouverte"
        text={refusal}
        back={{ label: back.label, onClick: () => navigate(back.path) }}
      />
    )
  if (answer?.kind === 'open' && data)
    return (
      <>
        <HomeCard
          event={answer.event}
          isHome={data.is_home}
          busy={busy}
          onHome={(home) => void setHome(home)}
        />
        {data.organizer ? (
          <OrganizerCard event={answer.event} organizer={data.organizer} />
        ) : (
          <ImpressionsCard
            event={answer.event}
            said={data.impressions}
            busy={busy}
            onSay={(said) => void setImpressions(said)}
          />
        )}
        <AgainCard after={data} onChoose={(person, yes) => void choose(person, yes)} />
      </>
    )
  return error instanceof Error ? (
    <LoadFailure
      failure={error}
      title="Sortie introuvable"
      gone="Cette sortie n’existe plus."
      onRetry={() => {
        reload()
        reloadEvent()
      }}
      back={back}
    />
  ) : (
    <SkeletonRows count={4} />
  )
}

/** /events/{id}/after: the day after an event, for those who were there. */
export const AfterScreen = ({ id }: { id: string }) => {
  const [, navigate] = useLocation()
  const { answer } = useEvent(id)
  const title = answer?.kind === 'open' ? answer.event.title : undefined
  return (
    <Page
      title="Après la sortie"
      subtitle={title}
      onBack={() => navigate(title ? `/events/${id}` : '/events')}
      backLabel={title ? 'Retour à la sortie' : 'Retour aux sorties'}
    >
      <Content id={id} />
    </Page>
  )
}
