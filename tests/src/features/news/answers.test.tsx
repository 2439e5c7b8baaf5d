// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Event } from '#contract/events/events'
import { storage } from '../../../../src/data/device/storage'
import { useData } from '../../../../src/data/http/cache'
import { Answers, DecideRequest, useOpenInvitations } from '../../../../src/features/news/answers'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import { hostedEvent, serve, times } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const subscribe = (id: string): string => `POST /events/${id}/subscribe`
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))
const joined = (event: Event): Event => ({ ...event, user_participation_status: 'accepted' })

test('an answer that a reload interrupts is sent by the next page, once, and not after ten minutes', async () => {
  const event = hostedEvent()
  const asked = serve({ [subscribe(event.id)]: () => new Promise(() => undefined) })
  render(<Answers eventId={event.id} open />)
  press('Je participe')
  await waitFor(() => expect(times(asked, subscribe(event.id))).toBe(1))
  expect(asked[0]?.init.keepalive).toBe(true)
  cleanup()

  const again = serve({ [subscribe(event.id)]: () => ({ event: joined(event) }) })
  render(<Answers eventId={event.id} open />)
  await screen.findByText('Vous participez')
  cleanup()
  render(<Answers eventId={event.id} open />)
  expect(screen.getByRole('button', { name: 'Je participe' })).toHaveProperty('disabled', false)
  expect(times(again, subscribe(event.id))).toBe(1)
  cleanup()

  const other = hostedEvent()
  serve({ [subscribe(other.id)]: () => new Promise(() => undefined) })
  render(<Answers eventId={other.id} open />)
  press('Je participe')
  cleanup()
  vi.useFakeTimers({ now: Date.now() + 11 * 60_000 })
  const late = serve({ [subscribe(other.id)]: () => ({ event: joined(other) }) })
  render(<Answers eventId={other.id} open />)
  expect(times(late, subscribe(other.id))).toBe(0)
})

test('the page of the event has the answer before it is loaded again', async () => {
  const event = hostedEvent({ user_participation_status: 'invited' })
  serve({ [subscribe(event.id)]: () => ({ event: joined(event) }) })
  let loads = 0
  const Page = () => {
    const { data } = useData(['event', event.id], () => {
      loads += 1
      return loads === 1
        ? Promise.resolve({ kind: 'open', event })
        : new Promise<never>(() => undefined)
    })
    return <p>{data?.event.user_participation_status}</p>
  }
  render(
    <>
      <Page />
      <Answers eventId={event.id} open />
    </>,
  )
  await screen.findByText('invited')
  press('Je participe')
  await screen.findByText('accepted')
})

test('an invitation to a full event offers its waiting list, or says that it is full', async () => {
  const full = { participant_status: 'invited', max_participants: 4, participant_count: 4 } as const
  const events = [
    hostedEvent({ participant_status: 'invited' }),
    hostedEvent({ ...full, has_unlimited_participants: false, has_waitlist: true }),
    hostedEvent({ ...full, has_unlimited_participants: false }),
  ]
  serve({ 'GET /events/invited-events': () => ({ events }) })
  const Rows = () => {
    const rooms = useOpenInvitations(true)
    return events.map(({ id }) => (
      <section key={id}>
        <Answers eventId={id} open={rooms.has(id)} room={rooms.get(id)} />
      </section>
    ))
  }
  const { container } = render(<Rows />)
  await screen.findByText('Je participe')
  expect([...container.querySelectorAll('section')].map((row) => row.textContent)).toEqual([
    'Je participeNon merci',
    'Rejoindre la liste d’attenteNon merci',
    'CompletNon merci',
  ])
})

test('the keyboard of a pressed answer goes to what it says', async () => {
  const event = hostedEvent()
  serve({
    [subscribe(event.id)]: () => ({ event: joined(event) }),
    [`PATCH /events/${event.id}/participants`]: () => ({ event }),
  })
  for (const [acts, name, said] of [
    [<Answers key="a" eventId={event.id} open />, 'Je participe', 'Vous participez'],
    [
      <DecideRequest key="d" eventId={event.id} pendingId={event.id} />,
      'Accepter',
      'Demande acceptée',
    ],
  ] as const) {
    render(acts)
    screen.getByRole('button', { name }).focus()
    press(name)
    const answer = await screen.findByText(said)
    await waitFor(() => expect(document.activeElement).toBe(answer))
    cleanup()
  }
})

test('an answer that a former page began leaves the keyboard alone', async () => {
  const event = hostedEvent()
  serve({ [subscribe(event.id)]: () => ({ event: joined(event) }) })
  storage.set(`answer:${event.id}`, ['yes', Date.now()])
  render(<Answers eventId={event.id} open />)
  await screen.findByText('Vous participez')
  expect(document.activeElement).toBe(document.body)
})

test('a refusal is asked before it is sent: the member hears of it at once', async () => {
  const event = hostedEvent()
  const asked = serve({ [`PATCH /events/${event.id}/participants`]: () => ({ event }) })
  render(
    <>
      <DecideRequest eventId={event.id} pendingId={event.id} />
      <ConfirmHost />
    </>,
  )
  const question = async () => within(await screen.findByRole('alertdialog'))
  press('Refuser')
  fireEvent.click((await question()).getByRole('button', { name: 'Annuler' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked).toEqual([])
  press('Refuser')
  fireEvent.click((await question()).getByRole('button', { name: 'Refuser' }))
  await screen.findByText('Demande refusée')
  expect(asked.map((s) => s.body)).toEqual([{ participantId: event.id, status: 'declined' }])
})
