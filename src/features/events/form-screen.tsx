import { Suspense, useDeferredValue, useState } from 'react'
import { useLocation } from 'wouter'
import type { Event } from '#contract/events/events'
import { openPanel } from '../../data/state/panels'
import { lazyPart } from '../../data/start/lazy-part'
import { NBSP } from '../../lib/text'
import { LoadFailure } from '../../parts/form/load-failure'
import { Banner } from '../../ui/feedback/banner'
import { Button } from '../../ui/forms/button'
import { ErrorState } from '../../ui/feedback/error-state'
import { PageHeader } from '../../ui/layout/page-header'
import { useEvent } from './state/api'
import { lastChoice } from './state/last-choice'
import { Essentials } from './form/essentials'
import { PlaceFields } from './form/place'
import { Rules } from './form/rules'
import { SkeletonForm } from './form/skeleton-form'
import { useEventForm } from './form/use-event-form'
import styles from './form/form.module.css'

const CreatedDialog = lazyPart(() => import('./event/created-dialog').then((m) => m.CreatedDialog))

const Form = ({ known }: { known: Event | null }) => {
  const [uploading, setUploading] = useState(false)
  const [, navigate] = useLocation()
  const leave = (event: Event): void => {
    // the list that it is in, behind its panel
    lastChoice.which = 'calendar'
    navigate('/events', { replace: true })
    openPanel({ kind: 'event', id: event.id })
  }
  const { form, draft, errors, set, failure, busy, send, created, giveUp } = useEventForm(
    known,
    leave,
  )
  const cancel = (): void => {
    giveUp()
    navigate('/events')
  }
  const section = { draft, errors, set }
  // below the window of a phone: not in the task that draws the rest
  const more = useDeferredValue(true, false)
  return (
    <section className={styles.page} aria-label={known ? 'Modifier la sortie' : 'Créer une sortie'}>
      <PageHeader
        title={known ? 'Modifier la sortie' : 'Créer une sortie'}
        subtitle={
          known
            ? known.title
            : `Brouillon${NBSP}: personne ne la voit tant que vous ne la publiez pas.`
        }
        onBack={() => navigate('/events')}
      />
      <form ref={form} noValidate className={styles.form} onSubmit={(e) => void send(e)}>
        <Essentials
          section={section}
          bannerUrl={known?.banner_image_url ?? null}
          eventId={known?.id}
          onBusy={setUploading}
        />
        {more ? (
          <>
            <PlaceFields {...section} />
            <Rules {...section} />
          </>
        ) : null}
        {failure ? <Banner tone="bad">{failure}</Banner> : null}
        <div className={styles.footer} data-foot="">
          <Button onClick={cancel} disabled={busy}>
            Annuler
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyLabel="Enregistrement…"
            disabled={uploading}
          >
            {known ? 'Enregistrer' : 'Créer la sortie'}
          </Button>
        </div>
      </form>
      {created ? (
        <Suspense fallback={null}>
          <CreatedDialog event={created} onDone={leave} />
        </Suspense>
      ) : null}
    </section>
  )
}

/** /events/new (null), /events/{id}/edit, and /events?eventId={id}&editEvent={id}. */
export const EventFormScreen = ({ id }: { id: string | null }) =>
  id === null ? <Form known={null} /> : <Edit id={id} />

const Edit = ({ id }: { id: string }) => {
  const { answer, error, reload } = useEvent(id)
  const [, navigate] = useLocation()
  // keep the typed draft when realtime updates the event
  const [first, setFirst] = useState<Event | null>(null)
  if (!first && answer?.kind === 'open' && answer.event.is_organizer) setFirst(answer.event)
  if (first) return <Form known={first} />
  if (answer)
    return (
      <ErrorState
        level={1}
        title="Modification impossible"
        text={
          answer.kind === 'closed' && answer.status === 404
            ? 'Cette sortie n’existe pas, ou n’existe plus.'
            : 'Seuls les organisateurs peuvent modifier cette sortie.'
        }
        back={{ label: 'Retour aux sorties', onClick: () => navigate('/events') }}
      />
    )
  return error ? (
    <LoadFailure
      failure={error}
      level={1}
      title="Sortie introuvable"
      gone="Cette sortie n’existe pas, ou n’existe plus."
      offline="Impossible de charger cette sortie. Vérifiez votre connexion."
      onRetry={reload}
      back={{ label: 'Retour aux sorties', path: '/events' }}
    />
  ) : (
    <SkeletonForm />
  )
}
