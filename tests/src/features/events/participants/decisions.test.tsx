// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MissingPlaces } from '#contract/events/balance'
import type { Event } from '#contract/events/events'
import type { ParticipantRow } from '#contract/events/participants'
import { PARTICIPANTS_MAX } from '#contract/limits'
import { session } from '../../../../../src/data/session/session'
import { toasts } from '../../../../../src/data/state/toasts'
import { EditParticipant } from '../../../../../src/features/events/participants/edit-participant'
import { Participants } from '../../../../../src/features/events/participants/participants'
import { ConfirmHost } from '../../../../../src/ui/overlay/confirm'
import {
  fresh,
  hostedEvent,
  Refusal,
  serve,
  taker,
  type Sent,
} from '../../../../support/world/events'

// the check-in list is stored in the browser's own database
vi.mock('../../../../../src/features/events/check-in/book', () => ({
  openCheckInBook: () => ({ flush: () => undefined }),
}))

// on a busy machine jsdom goes back late, which then reads as the Back of a member and closes a dialog
vi.mock('../../../../../src/ui/overlay/back', async (original) => ({
  ...(await original<typeof import('../../../../../src/ui/overlay/back')>()),
  useBackHandler: () => undefined,
}))

beforeEach(() => {
  Object.assign(session, {
    phase: 'signed-in',
    accountId: fresh('own'),
    account: null,
    mode: 'single',
    identityIds: [],
  })
})
afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
})
const said = (): string[] => toasts.map((t) => t.text)
const press = (name: string, where: Pick<typeof screen, 'getByRole'> = screen): void =>
  void fireEvent.click(where.getByRole('button', { name }))
const bodies = (asked: readonly Sent[], method: string): unknown[] =>
  asked.filter((s) => s.line.startsWith(method)).map((s) => s.body)

/** A server whose event is full until `missing` has been added. */
const full = (event: Event, row: ParticipantRow, missing: MissingPlaces | undefined) => {
  let isFull = true
  return serve({
    [`GET /events/${event.id}/participants`]: () => ({ participants: [row] }),
    [`GET /events/${event.id}`]: () => ({ event }),
    [`PATCH /events/${event.id}/participants`]: ({ body }) =>
      isFull && (body as { status?: string }).status === 'accepted'
        ? new Refusal(409, 'Capacité maximale atteinte.', { code: 'event_full', details: missing })
        : { participant: { ...row, ...(body as object) } },
    [`PUT /events/${event.id}`]: () => {
      isFull = false
      return { event }
    },
  })
}
/** Accepts samuel at the tab of an event; with the question that follows. */
const accept = async (patch: Partial<Event>, missing: MissingPlaces | undefined) => {
  const event = hostedEvent(patch)
  const asked = full(event, taker('samuel', { status: 'pending_approval' }), missing)
  render(
    <>
      <Participants event={event} />
      <ConfirmHost />
    </>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Accepter samuel' }))
  return asked
}
const question = async () => within(await screen.findByRole('alertdialog'))

test.each([
  [
    'in all',
    { max_participants: 2 },
    { kind: 'woman', max_participants: 3, places: null },
    'La sortie passera à 3\u00a0places, et ce membre sera accepté.',
    { max_participants: 3 },
  ],
  [
    'of a kind, in an event without a total',
    {
      max_participants: null,
      places_by_kind: [
        { kind: 'man', places: 2, left: 0 },
        { kind: 'couple', places: 5, left: 1 },
      ],
    },
    { kind: 'man', max_participants: null, places: 3 },
    'La sortie aura 3\u00a0places pour les hommes seuls, et ce membre sera accepté.',
    { places_by_kind: { couple: 5, woman: null, man: 3, other: null } },
  ],
  [
    'both',
    { max_participants: 8, places_by_kind: [{ kind: 'couple', places: 3, left: 0 }] },
    { kind: 'couple', max_participants: 9, places: 4 },
    'La sortie passera à 9\u00a0places et aura 4\u00a0places pour les couples, et ce membre sera accepté.',
    {
      max_participants: 9,
      places_by_kind: { couple: 4, woman: null, man: null, other: null },
    },
  ],
] as const)(
  'an organizer accepts a member when it is full (%s): only the number in the way is raised, then the member is accepted',
  async (_, patch, missing, words, body) => {
    const asked = await accept(patch as unknown as Partial<Event>, missing)
    const dialog = await question()
    expect(dialog.getByText(/sera accepté/).textContent).toBe(words)
    press('Augmenter et accepter', dialog)
    await waitFor(() => expect(bodies(asked, 'PATCH')).toHaveLength(2))
    expect([bodies(asked, 'PUT'), said()]).toEqual([[body], []])
  },
)

test('more places are not offered beyond the limit of the server, nor where it does not say what is missing', async () => {
  for (const missing of [
    { kind: 'woman', max_participants: PARTICIPANTS_MAX + 1, places: null } as const,
    undefined,
  ]) {
    const asked = await accept({ max_participants: PARTICIPANTS_MAX }, missing)
    await waitFor(() => expect(said()).toEqual(['Capacité maximale atteinte.']))
    expect([screen.queryByRole('alertdialog'), bodies(asked, 'PUT')]).toEqual([null, []])
    cleanup()
    toasts.splice(0)
  }
})

test('an added place that the waiting list would be offered first is not promised to another member', async () => {
  const counts = {
    total: 4,
    accepted: 2,
    pending_approval: 1,
    waitlist: 1,
    invited: 0,
    to_remind: 0,
  }
  const asked = await accept(
    { max_participants: 2, auto_offer: true, counts },
    { kind: 'woman', max_participants: 3, places: null },
  )
  await waitFor(() =>
    expect(said()).toEqual([
      'C’est complet\u00a0: une place ajoutée est d’abord proposée à la liste d’attente.',
    ]),
  )
  expect(bodies(asked, 'PUT')).toEqual([])
})

const edit = (event: Event, row: ParticipantRow) => {
  const onClose = vi.fn()
  render(
    <>
      <EditParticipant eventId={event.id} row={row} onClose={onClose} />
      <ConfirmHost />
    </>,
  )
  const dialog = within(screen.getByRole('dialog', { name: 'Modifier le participant' }))
  const comment = dialog.getByLabelText<HTMLTextAreaElement>(/^Commentaire/)
  const decide = (status: string): void =>
    void fireEvent.change(dialog.getByLabelText('Statut'), { target: { value: status } })
  return { onClose, dialog, comment, decide }
}

test('a comment typed with a decision that is refused is stored first; the dialog stays, with the words of the server', async () => {
  const event = hostedEvent()
  const row = taker('nora', { status: 'declined' })
  let refusal: Refusal | null = new Refusal(409, 'Ce membre vous a bloqué.')
  const asked = serve({
    [`PATCH /events/${event.id}/participants`]: ({ body }) =>
      ('status' in (body as object) && refusal) || { participant: row },
  })
  const { onClose, dialog, comment, decide } = edit(event, row)
  // a phone shows the top of the dialog: its end, with the refusal, is scrolled to
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  fireEvent.change(comment, { target: { value: 'Vient en train' } })
  decide('pending_approval')
  press('Enregistrer', dialog)
  expect((await dialog.findByRole('alert')).textContent).toBe('Ce membre vous a bloqué.')
  await waitFor(() => expect(scroll).toHaveBeenCalledWith({ block: 'end' }))
  expect((scroll.mock.contexts[0] as HTMLElement).lastElementChild?.textContent).toBe(
    'Ce membre vous a bloqué.',
  )
  scroll.mockRestore()
  const notes = { participantId: row.id, organizer_comment: 'Vient en train' }
  const decision = { participantId: row.id, status: 'pending_approval' }
  expect(bodies(asked, 'PATCH')).toEqual([notes, decision])
  expect([comment.value, onClose.mock.calls.length, said()]).toEqual(['Vient en train', 0, []])
  // what is stored is not sent again
  refusal = null
  press('Enregistrer', dialog)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(bodies(asked, 'PATCH')).toEqual([notes, decision, decision])
})

test('a comment that cannot be stored stays in the dialog, and nothing is decided', async () => {
  const event = hostedEvent()
  const row = taker('nora', { status: 'declined' })
  const asked = serve({ [`PATCH /events/${event.id}/participants`]: () => new Refusal(502) })
  const { onClose, dialog, comment, decide } = edit(event, row)
  fireEvent.change(comment, { target: { value: 'Vient en train' } })
  decide('accepted')
  press('Enregistrer', dialog)
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Impossible d’enregistrer ce changement.',
  )
  expect([bodies(asked, 'PATCH').length, comment.value, onClose.mock.calls.length]).toEqual([
    1,
    'Vient en train',
    0,
  ])
})

test('«Annuler» when asked for more places goes back to the dialog', async () => {
  const event = hostedEvent({ max_participants: 2 })
  const row = taker('nora', { status: 'declined' })
  const asked = full(event, row, { kind: 'woman', max_participants: 3, places: null })
  const { onClose, dialog, decide } = edit(event, row)
  decide('accepted')
  press('Enregistrer', dialog)
  press('Annuler', await question())
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Annuler' }).disabled).toBe(false),
  )
  expect([onClose.mock.calls.length, bodies(asked, 'PUT'), said()]).toEqual([0, [], []])
})

test('a refusal names the member and is asked before it is sent', async () => {
  const event = hostedEvent()
  const row = taker('nora', { status: 'pending_approval' })
  const asked = full(event, row, undefined)
  render(
    <>
      <Participants event={event} />
      <ConfirmHost />
    </>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Refuser nora' }))
  const dialog = await question()
  expect(dialog.getByRole('heading').textContent).toBe('Refuser la demande de nora\u00a0?')
  expect(bodies(asked, 'PATCH')).toEqual([])
  press('Refuser', dialog)
  await waitFor(() =>
    expect(bodies(asked, 'PATCH')).toEqual([{ participantId: row.id, status: 'declined' }]),
  )
})

/** Two who wait, in the tab of those. */
const twoWait = async () => {
  const event = hostedEvent()
  const rows = ['ines', 'samuel'].map((handle) => taker(handle, { status: 'pending_approval' }))
  const asked = serve({
    [`GET /events/${event.id}/participants`]: () => ({ participants: rows }),
    [`GET /events/${event.id}`]: () => ({ event }),
    [`PATCH /events/${event.id}/participants`]: () => new Promise(() => undefined),
  })
  render(<Participants event={event} />)
  fireEvent.click(await screen.findByRole('radio', { name: /^En attente/ }))
  return asked
}

test('the second tap of two on «Accepter» accepts nobody: it is on the row that took the place of the first', async () => {
  const asked = await twoWait()
  fireEvent.click(screen.getByRole('button', { name: 'Accepter ines' }), { detail: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'Accepter samuel' }), { detail: 2 })
  await waitFor(() => expect(screen.queryByText('ines')).toBeNull())
  expect(bodies(asked, 'PATCH')).toHaveLength(1)
})

test('the keyboard stays in the list of those who wait when the row it was on leaves it', async () => {
  await twoWait()
  const accept = screen.getByRole('button', { name: 'Accepter ines' })
  accept.focus()
  fireEvent.click(accept)
  await waitFor(() => expect(screen.queryByText('ines')).toBeNull())
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByText('samuel').closest('button')),
  )
})

test('«Masquer le pseudo» is there for a guest, not for an organizer, who is seen', () => {
  const offered = (row: Partial<ParticipantRow>): boolean => {
    render(
      <EditParticipant eventId={fresh('event')} row={taker('samuel', row)} onClose={vi.fn()} />,
    )
    const isThere = screen.queryByRole('switch', { name: 'Masquer le pseudo' }) !== null
    screen.getByRole('switch', { name: 'A payé' })
    cleanup()
    return isThere
  }
  expect(offered({})).toBe(true)
  expect(offered({ is_co_organizer: true })).toBe(false)
  expect(offered({ is_creator: true })).toBe(false)
})
