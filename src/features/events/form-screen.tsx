import { lazy, Suspense, useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { createEvent, updateEvent, type Event } from '#contract/events/events'
import { call } from '../../data/http/api'
import { openPanel } from '../../data/state/panels'
import { toast } from '../../data/state/toasts'
import { NBSP } from '../../lib/text'
import { LoadFailure } from '../../parts/form/load-failure'
import { useLeaveGuard } from '../../parts/form/leave-guard'
import { Banner } from '../../ui/feedback/banner'
import { Button } from '../../ui/forms/button'
import { ErrorState } from '../../ui/feedback/error-state'
import { PageHeader } from '../../ui/layout/page-header'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { sentence, useEvent, useWork } from './state/api'
import {
  bodyOf,
  draftOf,
  EMPTY,
  errorsOf,
  ORDER,
  refusedField,
  type Draft,
  type Errors,
} from './form/form'
import { Essentials } from './form/essentials'
import { PlaceFields } from './form/place'
import { Rules } from './form/rules'
import { keepEvent } from './state/keys'
import styles from './form/form.module.css'

const CreatedDialog = lazy(async () => ({
  default: (await import('./event/created-dialog')).CreatedDialog,
}))

const OFFLINE = `Impossible d’enregistrer la sortie. Rien de ce que vous avez écrit n’est perdu${NBSP}: vérifiez votre connexion, puis réessayez.`

const Form = ({ known }: { known: Event | null }) => {
  const start = useRef(known ? draftOf(known) : EMPTY)
  const [draft, setDraft] = useState<Draft>(start.current)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string>()
  const [uploading, setUploading] = useState(false)
  const [created, setCreated] = useState<Event | null>(null)
  const { busy, run } = useWork()
  const form = useRef<HTMLFormElement>(null)
  const [, navigate] = useLocation()
  const dirty = !created && JSON.stringify(draft) !== JSON.stringify(start.current)
  const pass = useLeaveGuard(dirty)
  const set = (patch: Partial<Draft>): void => {
    setDraft((d) => ({ ...d, ...patch }))
    setErrors((e) => Object.fromEntries(Object.entries(e).filter(([key]) => !(key in patch))))
  }
  const show = (found: Errors): void => {
    setErrors(found)
    const first = ORDER.find((key) => found[key])
    if (first)
      requestAnimationFrame(() =>
        form.current
          ?.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, textarea, button)`)
          ?.focus(),
      )
  }
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setFailure(undefined)
    const found = errorsOf(draft, known)
    show(found)
    if (Object.keys(found).length > 0) return
    const body = bodyOf(draft, known)
    const saved = await run(
      () =>
        known ? call(updateEvent, { params: { id: known.id }, body }) : call(createEvent, { body }),
      (error) => {
        const field = refusedField(error)
        const text = sentence(error, OFFLINE)
        if (field) show({ [field]: text })
        else setFailure(text)
      },
    )
    if (!saved) return
    pass()
    await keepEvent(saved.event)
    if (!known) return setCreated(saved.event)
    toast('La sortie est à jour.', { kind: 'success' })
    leave(saved.event)
  }
  const leave = (event: Event): void => {
    navigate('/events', { replace: true })
    openPanel({ kind: 'event', id: event.id })
  }
  const props = { draft, errors, set }
  return (
    <section className={styles.page} aria-label={known ? 'Modifier la sortie' : 'Créer une sortie'}>
      <PageHeader
        title={known ? 'Modifier la sortie' : 'Créer une sortie'}
        subtitle={known ? known.title : 'Elle reste un brouillon jusqu’à ce que vous la publiiez.'}
        onBack={() => navigate('/events')}
      />
      <form ref={form} noValidate className={styles.form} onSubmit={(e) => void send(e)}>
        <Essentials {...props} bannerUrl={known?.banner_image_url ?? null} onBusy={setUploading} />
        <PlaceFields {...props} />
        <Rules {...props} />
        {failure ? <Banner tone="bad">{failure}</Banner> : null}
        <div className={styles.footer}>
          <Button onClick={() => navigate('/events')} disabled={busy}>
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
      failure={error as Error}
      title="Sortie introuvable"
      gone="Cette sortie n’existe pas, ou n’existe plus."
      offline="Impossible de charger cette sortie. Vérifiez votre connexion."
      onRetry={reload}
      back={{ label: 'Retour aux sorties', path: '/events' }}
    />
  ) : (
    <SkeletonRows count={6} />
  )
}
