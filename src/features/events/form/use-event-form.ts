import { useEffect, useRef, useState, type FormEvent } from 'react'
import { createEvent, updateEvent, type Event } from '#contract/events/events'
import { call } from '../../../data/http/api'
import { toast } from '../../../data/state/toasts'
import { serverMessageOf } from '../../../data/http/api-error'
import { useIdempotencyKey } from '../../../parts/form/idempotency-key'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { NBSP } from '../../../lib/text'
import { keptForm } from '../../../parts/form/kept-form'
import { useLeaveGuard } from '../../../parts/form/leave-guard'
import { cacheEvent } from '../state/keys'
import { eventBodyOf, eventChangesOf, eventDraftOf, EMPTY_DRAFT, type EventDraft } from './form'
import { errorsOf, refusedField, type Errors } from './errors'

const OFFLINE = `Impossible d’enregistrer la sortie. Rien de ce que vous avez écrit n’est perdu${NBSP}: vérifiez votre connexion, puis réessayez.`

/** Draft, errors and sending of a new event (`known` is null) or of changes to a known one. */
export const useEventForm = (known: Event | null, onUpdated: (event: Event) => void) => {
  // what others change while the form is open is not sent back
  const [opened] = useState(known)
  const start = useRef(known ? eventDraftOf(known) : EMPTY_DRAFT)
  // not the banner: its preview ends with the page
  const [kept] = useState(() =>
    keptForm(`event-${known?.id ?? 'new'}`, start.current, { without: 'bannerId' }),
  )
  const [draft, setDraft] = useState<EventDraft>(kept.read)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string>()
  const [created, setCreated] = useState<Event | null>(null)
  const { busy, run } = useAsyncAction()
  const makeOnce = useIdempotencyKey()
  const form = useRef<HTMLFormElement>(null)
  const dirty = !created && JSON.stringify(draft) !== JSON.stringify(start.current)
  const pass = useLeaveGuard(dirty, kept.forget)
  useEffect(() => kept.keep(draft), [kept, draft])
  const set = (patch: Partial<EventDraft>): void => {
    setDraft((d) => ({ ...d, ...patch }))
    setErrors((e) => Object.fromEntries(Object.entries(e).filter(([key]) => !(key in patch))))
  }
  const show = (found: Errors): void => {
    setErrors(found)
    const wrong = Object.keys(found).map(
      (key) => `[data-field="${key}"] :is(input, textarea, button)`,
    )
    // the first of them in the page
    if (wrong.length > 0)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(wrong.join())?.focus())
  }
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setFailure(undefined)
    const found = errorsOf(draft, known)
    show(found)
    if (Object.keys(found).length > 0) return
    const saved = await run(
      () =>
        opened
          ? call(updateEvent, { params: { id: opened.id }, body: eventChangesOf(draft, opened) })
          : makeOnce(eventBodyOf(draft, null), (body) => call(createEvent, { body })),
      (error) => {
        const field = refusedField(error)
        const text = serverMessageOf(error) ?? OFFLINE
        if (field) show({ [field]: text })
        else setFailure(text)
      },
    )
    if (!saved) return
    pass()
    kept.forget()
    await cacheEvent(saved.event)
    if (!known) return setCreated(saved.event)
    toast('La sortie est à jour.', { kind: 'success' })
    onUpdated(saved.event)
  }
  /** «Annuler»: where the guard asks, its answer decides; elsewhere there is no question. */
  const giveUp = (): void => {
    if (!('navigation' in globalThis)) kept.forget()
  }
  return { form, draft, errors, set, failure, busy, send, created, giveUp }
}
