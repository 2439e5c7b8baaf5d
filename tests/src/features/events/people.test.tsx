// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ParticipantRow } from '#contract/events/participants'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import { ParticipantFaces } from '../../../../src/features/events/event/faces'
import { EditParticipant } from '../../../../src/features/events/participants/edit-participant'
import { Participants } from '../../../../src/features/events/participants/participants'
import {
  fresh,
  guestEvent,
  hostedEvent,
  Refusal,
  serve,
  taker,
  times,
  type Sent,
} from '../../../support/world/events'

// the check-in list is stored in the browser's own database
vi.mock('../../../../src/features/events/check-in/book', () => ({
  openCheckInBook: () => ({ flush: () => undefined }),
}))
await import('../../../../src/features/events/participants/filter')

const OWN = fresh('own')
beforeEach(() => {
  Object.assign(session, {
    phase: 'signed-in',
    accountId: OWN,
    account: null,
    mode: 'single',
    identityIds: [],
  })
})
afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const said = (): string[] => toasts.map((t) => t.text)
const dialog = (name: string) => within(screen.getByRole('dialog', { name }))
const press = (name: string | RegExp, where: Pick<typeof screen, 'getByRole'> = screen): void =>
  void fireEvent.click(where.getByRole('button', { name }))
/** The tab of an event with these people; more answers may be given. */
const open = async (
  event: ReturnType<typeof hostedEvent>,
  people: readonly ParticipantRow[],
  more: Record<string, (sent: Sent) => unknown> = {},
): Promise<Sent[]> => {
  const asked = serve({
    [`GET /events/${event.id}/participants`]: () => ({ participants: people }),
    ...more,
  })
  render(<Participants event={event} />)
  await screen.findByRole('region', { name: 'Participants' })
  return asked
}

test('SOC-099 SOC-104: «Tous» and «En attente», which is «Filtre» while filters narrow; an empty list says why', async () => {
  await open(hostedEvent(), [taker('nora'), taker('samuel', { status: 'pending_approval' })])
  const tabs = () =>
    within(screen.getByRole('group', { name: 'Participants montrés' }))
      .getAllByRole('radio')
      .map((r) => r.closest('label')?.textContent)
  const shown = () =>
    within(screen.getByRole('list', { name: 'Participants' }))
      .getAllByRole('listitem')
      .map((li) => /nora|samuel/.exec(li.textContent ?? '')?.[0])
  expect(tabs()).toEqual(['Tous', 'En attente1'])
  fireEvent.click(screen.getByRole('radio', { name: /En attente/ }))
  expect(shown()).toEqual(['samuel'])
  press('Filtrer')
  const modal = within(await screen.findByRole('dialog', { name: 'Filtrer les participants' }))
  fireEvent.click(modal.getByRole('checkbox', { name: 'Confirmé' }))
  press('Filtrer', modal)
  expect(tabs()).toEqual(['Tous', 'Filtre'])
  expect(shown()).toEqual(['nora'])
  press(/^Filtrer ?1$/)
  const again = within(await screen.findByRole('dialog', { name: 'Filtrer les participants' }))
  fireEvent.click(again.getByRole('checkbox', { name: 'Confirmé' }))
  fireEvent.click(again.getByRole('checkbox', { name: 'Annulé' }))
  press('Filtrer', again)
  expect(screen.getByRole('status').textContent).toBe('Aucun résultat pour ce filtre.')
  cleanup()
  await open(hostedEvent(), [])
  expect(screen.getByRole('status').textContent).toBe('Aucun participant')
  cleanup()
  // of those who come, nobody waits
  await open(hostedEvent(), [taker('nora')])
  fireEvent.click(screen.getByRole('radio', { name: /En attente/ }))
  expect(screen.getByRole('status').textContent).toBe('Personne n’est en attente.')
})

test('SOC-100: the newest come first, or they are listed by handle', async () => {
  await open(hostedEvent(), [
    taker('nora', { created_at: '2026-11-03T10:00:00.000Z' }),
    taker('alba', { created_at: '2026-11-02T10:00:00.000Z' }),
    taker('samuel', { created_at: '2026-11-04T10:00:00.000Z' }),
  ])
  const shown = () =>
    within(screen.getByRole('list', { name: 'Participants' }))
      .getAllByRole('listitem')
      .map((li) => /nora|alba|samuel/.exec(li.textContent ?? '')?.[0])
  expect(shown()).toEqual(['samuel', 'nora', 'alba'])
  fireEvent.click(screen.getByRole('radio', { name: 'A–Z' }))
  expect(shown()).toEqual(['alba', 'nora', 'samuel'])
  fireEvent.click(screen.getByRole('radio', { name: 'Récents' }))
  expect(shown()).toEqual(['samuel', 'nora', 'alba'])
})

test('SOC-102: the comment of the organizer can be read, and the participant edited', async () => {
  await open(hostedEvent(), [taker('nora', { organizer_comment: 'Vient en train', is_vip: true })])
  press('Commentaire sur nora')
  expect(dialog('Commentaire de l’organisateur').getByText('Vient en train')).toBeTruthy()
  press('Modifier', dialog('Commentaire de l’organisateur'))
  const modal = within(await screen.findByRole('dialog', { name: 'Modifier le participant' }))
  expect(modal.getByLabelText<HTMLTextAreaElement>(/^Commentaire/).value).toBe('Vient en train')
  expect(modal.getByRole<HTMLInputElement>('switch', { name: 'VIP' }).checked).toBe(true)
})

test('SOC-126: five statuses, and a place on the waiting list is shown as waiting for approval', () => {
  render(
    <EditParticipant
      eventId={fresh('event')}
      row={taker('nora', { status: 'waitlist' })}
      onClose={() => undefined}
    />,
  )
  const select = screen.getByLabelText<HTMLSelectElement>('Statut')
  expect([...select.options].map((o) => o.value)).toEqual([
    'invited',
    'accepted',
    'declined',
    'pending_approval',
    'cancelled',
  ])
  expect(select.value).toBe('pending_approval')
})

test('of who never said yes the five statuses stand there, but its own word cannot be chosen for it; the field says why', () => {
  const open = (row: Parameters<typeof taker>[1]) => {
    render(
      <EditParticipant
        eventId={fresh('event')}
        row={taker('nora', row)}
        onClose={() => undefined}
      />,
    )
    const select = screen.getByLabelText<HTMLSelectElement>('Statut')
    const shut = [...select.options].filter((o) => o.disabled).map((o) => o.value)
    const why =
      document.getElementById(select.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
    const all = select.options.length
    cleanup()
    return { shut, why, all }
  }
  expect(open({ status: 'invited', has_asked: false })).toEqual({
    shut: ['accepted', 'pending_approval'],
    why: 'Ce membre n’a pas dit oui : lui seul peut répondre « Je participe ».',
    all: 5,
  })
  expect(open({ status: 'declined', has_asked: true })).toEqual({ shut: [], why: '', all: 5 })
})

test('SOC-127: the status of a creator or co-organizer is «Confirmé (organisateur)» and cannot be chosen', () => {
  for (const lead of [{ is_creator: true }, { is_co_organizer: true }, {}]) {
    render(
      <EditParticipant
        eventId={fresh('event')}
        row={taker('nora', lead)}
        onClose={() => undefined}
      />,
    )
    const fixed = Object.keys(lead).length > 0
    expect(screen.queryByText('Confirmé (organisateur)') !== null).toBe(fixed)
    expect(screen.queryByRole('combobox') === null).toBe(fixed)
    cleanup()
  }
})

test('SOC-142: a change shows before the answer, goes back when it is refused, and the list is read again', async () => {
  const event = hostedEvent()
  let refuse: (r: Refusal) => void = () => undefined
  const list = `GET /events/${event.id}/participants`
  const people = [taker('nora', { status: 'pending_approval' })]
  let reads = 0
  const asked = await open(event, people, {
    // the second reading never ends: what goes back goes back without it
    [list]: () => ((reads += 1) === 1 ? { participants: people } : new Promise(() => undefined)),
    [`PATCH /events/${event.id}/participants`]: () =>
      new Promise((resolve) => {
        refuse = resolve
      }),
    [`GET /events/${event.id}`]: () => ({ event }),
  })
  const word = () => screen.getByRole('list', { name: 'Participants' }).textContent ?? ''
  expect(word()).toContain('A valider')
  press('Accepter nora')
  await waitFor(() => expect(word()).toContain('Confirmé'))
  expect(word()).not.toContain('A valider')
  expect(times(asked, list)).toBe(1)
  await act(async () => refuse(new Refusal(409, 'La sortie est complète.')))
  await waitFor(() => expect(word()).toContain('A valider'))
  expect(said()).toEqual(['La sortie est complète.'])
  await waitFor(() => expect(times(asked, list)).toBe(2))
})

test('SOC-143: opened again within 30 s the list is not asked for, later it is, once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const event = guestEvent()
  const asked = await open(event, [taker('nora')])
  const again = async (afterMs: number): Promise<number> => {
    cleanup()
    await act(() => vi.advanceTimersByTimeAsync(afterMs))
    render(<Participants event={event} />)
    await act(() => vi.advanceTimersByTimeAsync(500))
    return times(asked, `GET /events/${event.id}/participants`)
  }
  expect(await again(25_000)).toBe(1)
  expect(await again(6_000)).toBe(2)
})

test('SOC-098: a long list is loaded page by page, and counted whole', async () => {
  const event = hostedEvent({ participant_count: 2 })
  const list = `GET /events/${event.id}/participants`
  const asked = await open(event, [], {
    [list]: ({ query }) =>
      query.get('cursor') === 'two'
        ? { participants: [taker('samuel', { status: 'invited' })], next_cursor: null }
        : { participants: [taker('nora'), taker('lea')], next_cursor: 'two' },
  })
  expect(screen.getByRole('heading').textContent).toBe('2\u00a0confirmés sur 3')
  expect(screen.getByRole('list', { name: 'Participants' }).textContent).toContain('samuel')
  expect(times(asked, list)).toBe(2)
  cleanup()
  await open(guestEvent({ participant_count: 2 }), [taker('nora'), taker('lea')])
  expect(screen.getByRole('heading').textContent).toBe('2\u00a0confirmés')
})

test('the faces of an event ask for those that are drawn, not for everyone', async () => {
  const event = guestEvent()
  const asked = serve({
    [`GET /events/${event.id}/participants`]: () => ({ participants: [taker('nora')] }),
  })
  const { container } = render(<ParticipantFaces eventId={event.id} />)
  await waitFor(() => expect(container.firstElementChild).not.toBeNull())
  expect(asked.map((s) => s.query.toString())).toEqual(['limit=4&status=accepted'])
})

const NORA = taker('nora')
const checkPath = (id: string): string => `GET /events/${id}/check-conversation/${NORA.id}`
const startPath = (id: string): string => `POST /events/${id}/start-conversation`
test('SOC-103 SOC-226 SOC-225: a question comes before a discussion with a participant; what fails is said in the server’s words or ours', async () => {
  const event = hostedEvent()
  const answers: { check: unknown; start: unknown } = {
    check: new Refusal(500),
    start: new Refusal(500),
  }
  const asked = await open(event, [NORA], {
    [checkPath(event.id)]: () => answers.check,
    [startPath(event.id)]: () => answers.start,
  })
  press('Écrire à nora')
  await waitFor(() => expect(said()).toEqual(['Erreur lors de la vérification de la conversation']))
  answers.check = new Refusal(403, 'Vous n’organisez plus cette sortie.')
  press('Écrire à nora')
  await waitFor(() => expect(said()).toContain('Vous n’organisez plus cette sortie.'))
  answers.check = { exists: false, conversation_id: null }
  press('Écrire à nora')
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Discussion de la sortie' }),
  )
  expect(times(asked, startPath(event.id))).toBe(0)
  press('Créer une discussion', question)
  await waitFor(() => expect(said()).toContain('Impossible de créer la discussion'))
  answers.start = new Refusal(403, 'Ce membre ne reçoit pas de messages.')
  press('Créer une discussion', question)
  await waitFor(() => expect(said()).toContain('Ce membre ne reçoit pas de messages.'))
  answers.start = { success: false, conversation_id: null }
  press('Créer une discussion', question)
  await waitFor(() => expect(said()).toContain('Impossible de créer la conversation'))
  expect(times(asked, startPath(event.id))).toBe(3)
})

test('SOC-103: a participant is asked before the discussion with the organizers', async () => {
  const event = guestEvent()
  const asked = await open(event, [taker('alice', { is_creator: true })], {
    [`GET /events/${event.id}/check-organizers-conversation`]: () => ({
      exists: false,
      conversation_id: null,
    }),
    [startPath(event.id)]: () => new Refusal(500),
  })
  press('Écrire à alice')
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Contacter les organisateurs' }),
  )
  expect(times(asked, startPath(event.id))).toBe(0)
  press('Créer une discussion', question)
  await waitFor(() => expect(times(asked, startPath(event.id))).toBe(1))
})

test('SOC-005: a conversation that exists is opened at once, another one when it has been started', async () => {
  for (const exists of [true, false]) {
    const event = hostedEvent()
    const conversation_id = fresh('conversation')
    await open(event, [NORA], {
      [checkPath(event.id)]: () =>
        exists ? { exists, conversation_id } : { exists, conversation_id: null },
      [startPath(event.id)]: () => ({ success: true, conversation_id }),
    })
    press('Écrire à nora')
    if (!exists) press('Créer une discussion', within(await screen.findByRole('alertdialog')))
    await waitFor(() => expect(location.pathname).toBe(`/conversations/${conversation_id}`))
    cleanup()
  }
})

test('SOC-227: nobody can be written to without a handle', async () => {
  const asked = await open(hostedEvent(), [taker('')])
  press('Écrire à')
  expect(said()).toEqual(['Pseudo du participant introuvable'])
  expect(asked).toHaveLength(1)
})
