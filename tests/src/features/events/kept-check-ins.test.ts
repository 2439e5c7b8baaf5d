// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Event } from '#contract/events/events'
import { clearAccountStorage, clearSessionStorage } from '../../../../src/data/device/storage'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import { openCheckInBook } from '../../../../src/features/events/check-in/book'
import { eventsWithKeptCheckIn } from '../../../../src/features/events/offline/kept-check-ins'
import { startEvents } from '../../../../src/features/events/realtime'
import { fetchEvent } from '../../../../src/features/events/state/keys'
import {
  fresh,
  guestEvent,
  hostedEvent,
  Refusal,
  serve,
  type Sent,
} from '../../../support/world/events'
import { eventually } from '../../../support/eventually'

const hub = vi.hoisted(() => ({
  tell: (_event: unknown): void => undefined,
  resync: (): void => undefined,
}))
vi.mock('../../../../src/data/hub/hub', async (original) => ({
  ...(await original<object>()),
  onEvent: (fn: (event: unknown) => void) => {
    hub.tell = fn
    return () => undefined
  },
  onResync: (fn: () => void) => {
    hub.resync = fn
    return () => undefined
  },
}))

const HOUR_MS = 3_600_000
const entry = (handle: string) => ({
  participant_id: fresh('taker'),
  digest: `digest of ${handle}`,
  handle,
  persons: 1,
  is_present: false,
  is_gone: false,
})
let account: string
beforeAll(startEvents)
beforeEach(() => {
  account = fresh('own')
  Object.assign(session, { phase: 'signed-in', accountId: account, account: null })
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** What the device keeps of the list of an event. */
const kept = (event: Event): string => localStorage.getItem(`door:${account}:${event.id}`) ?? ''
/** An event whose list this device keeps; `then`: what the server answers from now on. */
const withList = async (event: Event, then: Record<string, () => unknown> = {}) => {
  const lists = { [`GET /events/${event.id}/entries`]: () => ({ entries: [entry('zoe')] }) }
  serve(lists)
  const book = openCheckInBook(event)
  await book.load()
  expect(kept(event)).toContain('zoe')
  serve({ ...lists, ...then })
  return book
}

test.each([
  ['signing out', clearAccountStorage],
  ['an expired session', clearSessionStorage],
])('%s wipes the list of guests; one that is still loading does not come back', async (_, end) => {
  const event = hostedEvent()
  let answer: (reply: unknown) => void = () => undefined
  const book = await withList(event, {
    [`GET /events/${event.id}/entries`]: () => new Promise((resolve) => (answer = resolve)),
  })
  const loading = book.load()
  end()
  session.accountId = null
  answer({ entries: [entry('zoe')] })
  await loading
  expect(JSON.stringify({ ...localStorage })).not.toContain('zoe')
})

test.each([
  ['signing out', clearAccountStorage],
  ['an expired session', clearSessionStorage],
])('an arrival that is being sent during %s brings no list back', async (_, end) => {
  const event = hostedEvent()
  let answer: (reply: unknown) => void = () => undefined
  const book = await withList(event, {
    [`POST /events/${event.id}/entries`]: () => new Promise((resolve) => (answer = resolve)),
  })
  book.note(book.state.entries?.[0]?.participant_id ?? '', 'here')
  const sending = book.flush()
  end()
  session.accountId = null
  answer({ results: [] })
  await sending
  expect(JSON.stringify({ ...localStorage })).not.toContain('zoe')
})

test('a session that has expired keeps the arrivals that were not sent, for the same member', async () => {
  const event = hostedEvent()
  const book = await withList(event, {
    [`POST /events/${event.id}/entries`]: () => {
      clearSessionStorage()
      session.accountId = null
      return new Refusal(401, 'Session expirée')
    },
  })
  const zoe = book.state.entries?.[0]?.participant_id ?? ''
  book.note(zoe, 'here')
  await book.flush()
  expect(localStorage.getItem(`door_queue:${account}:${event.id}`)).toContain(zoe)
})

test('the end of the right to it wipes the list, when the list or the event is asked for again', async () => {
  const event = hostedEvent()
  const refused = () => new Refusal(403, 'Réservé aux organisateurs.', { code: 'forbidden' })
  const book = await withList(event, { [`GET /events/${event.id}/entries`]: refused })
  await book.load()
  expect(kept(event)).toBe('')
  expect(book.state.entries).toBeNull()
  for (const reply of [{ event: guestEvent({ id: event.id }) }, new Refusal(404, 'Non')]) {
    await withList(event, { [`GET /events/${event.id}`]: () => reply })
    await fetchEvent(event.id)
    await eventually(() => expect(kept(event)).toBe(''))
  }
})

test('an event that the server fails to show keeps no list of another one', async () => {
  const [failing, lost] = [hostedEvent(), hostedEvent()]
  await withList(failing)
  await withList(lost, {
    [`GET /events/${failing.id}`]: () => new Refusal(500, 'Non'),
    [`GET /events/${lost.id}`]: () => new Refusal(403, 'Non'),
  })
  hub.tell({ name: 'account.relation.updated', payload: { accountId: account } })
  await eventually(() => expect(kept(lost)).toBe(''))
  expect(kept(failing)).toContain('zoe')
})

test('a failure of the network leaves the list for the check-in', async () => {
  const event = hostedEvent()
  const book = await withList(event, {
    [`GET /events/${event.id}/entries`]: () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await book.load()
  expect(kept(event)).toContain('zoe')
  expect(eventsWithKeptCheckIn()).toEqual([event.id])
})

test('a day after the end the list goes, also without network; a cancelled event has none', async () => {
  const end_date = new Date(Date.now() + HOUR_MS).toISOString()
  const event = hostedEvent({ end_date })
  await withList(event)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * HOUR_MS })
  expect(eventsWithKeptCheckIn()).toEqual([event.id])
  vi.setSystemTime(Date.now() + 2 * HOUR_MS)
  expect(eventsWithKeptCheckIn()).toEqual([])
  expect(kept(event)).toBe('')
  vi.useRealTimers()
  const cancelled = { ...hostedEvent(), status: 'cancelled' as const }
  await withList(cancelled, { [`GET /events/${cancelled.id}`]: () => ({ event: cancelled }) })
  await fetchEvent(cancelled.id)
  await eventually(() => expect(kept(cancelled)).toBe(''))
})

test.each(['account.event.changed', 'account.relation.updated'])(
  'a guest whose place ends, or who is blocked, leaves the list also where its screen is closed (%s)',
  async (name) => {
    const event = hostedEvent()
    await withList(event, {
      [`GET /events/${event.id}`]: () => ({ event }),
      [`GET /events/${event.id}/entries`]: () => ({ entries: [entry('samuel')] }),
    })
    hub.tell({ name, payload: { accountId: account, eventId: event.id } })
    await eventually(() => expect(kept(event)).toContain('samuel'))
    expect(kept(event)).not.toContain('zoe')
  },
)

const waiting = (event: Event) => localStorage.getItem(`door_queue:${account}:${event.id}`)
/** An arrival on this device that another page noted without network. */
const unsent = (event: Event): string => {
  const participant_id = fresh('taker')
  const noted = { participant_id, is_present: true, is_gone: false, at: new Date().toISOString() }
  const before = JSON.parse(waiting(event) ?? '[]') as readonly unknown[]
  localStorage.setItem(`door_queue:${account}:${event.id}`, JSON.stringify([...before, noted]))
  return participant_id
}

test('arrivals noted without network are sent when it returns, also after the list has gone', async () => {
  const event = hostedEvent()
  const participant_id = unsent(event)
  const asked = serve({
    [`GET /events/${event.id}`]: () => ({ event }),
    [`POST /events/${event.id}/entries`]: () => ({
      results: [{ participant_id, accepted: true, error: null }],
    }),
  })
  hub.resync()
  await eventually(() => expect(waiting(event)).toBeNull())
  const sent = asked.filter((s) => s.line === `POST /events/${event.id}/entries`)
  expect(sent).toHaveLength(1)
  expect(JSON.stringify(sent)).toContain(participant_id)
  expect(kept(event)).toBe('')
})

test('arrivals stay while the event cannot be asked for, and go with the right to it', async () => {
  const [away, lost] = [hostedEvent(), hostedEvent()]
  const participant_id = unsent(away)
  unsent(lost)
  const asked = serve({
    [`GET /events/${away.id}`]: () => new Refusal(503, 'Non'),
    [`GET /events/${lost.id}`]: () => ({ event: guestEvent({ id: lost.id }) }),
  })
  hub.resync()
  await eventually(() => expect(waiting(lost)).toBeNull())
  await eventually(() => expect(asked.map((s) => s.line)).toContain(`GET /events/${away.id}`))
  expect(waiting(away)).toContain(participant_id)
  expect(asked.map((s) => s.line).filter((line) => line.startsWith('POST'))).toEqual([])
})

test.each([
  ['age_required', 'Confirmez d’abord que vous avez plus de 18 ans.'],
  ['account_deleting', 'Votre compte est en cours de suppression.'],
  ['account_suspended', 'Votre compte est suspendu.'],
  ['foreign_identity', 'Cette identité n’appartient pas à votre compte.'],
])('a refusal that is about the account (%s) loses no arrival', async (code, text) => {
  const event = hostedEvent()
  const participant_id = unsent(event)
  const refused = () => new Refusal(403, text, { code })
  const asked = serve({
    [`GET /events/${event.id}`]: refused,
    [`POST /events/${event.id}/entries`]: refused,
  })
  hub.resync()
  await eventually(() =>
    expect(asked.map((s) => s.line)).toContain(`POST /events/${event.id}/entries`),
  )
  serve({
    [`GET /events/${event.id}`]: () => ({ event }),
    [`POST /events/${event.id}/entries`]: () => ({ results: [] }),
  })
  expect(waiting(event)).toContain(participant_id)
  hub.resync()
  await eventually(() => expect(waiting(event)).toBeNull())
})

test('an event that is gone takes its arrivals along, and says so', async () => {
  const event = hostedEvent()
  unsent(event)
  const gone = () => new Refusal(404, 'Ce contenu n’existe pas.', { code: 'not_found' })
  serve({ [`GET /events/${event.id}`]: gone, [`POST /events/${event.id}/entries`]: gone })
  hub.resync()
  await eventually(() => expect(waiting(event)).toBeNull())
  expect(toasts.map((t) => t.text)).toContain('Ce contenu n’existe pas.')
})

test('two tabs note and send for one event: neither loses what the other has noted', async () => {
  const event = hostedEvent()
  const line = `POST /events/${event.id}/entries`
  const sent: string[] = []
  const take = ({ body }: Sent) => {
    const { entries } = body as { entries: readonly { participant_id: string }[] }
    sent.push(...entries.map((e) => e.participant_id))
    return { results: entries.map((e) => ({ ...e, accepted: true, error: null })) }
  }
  serve({ [`GET /events/${event.id}`]: () => ({ event }), [line]: take })
  const book = openCheckInBook(event)
  book.note(fresh('taker'), 'here')
  await eventually(() => expect(waiting(event)).toBeNull())
  // noted in another tab: sent by this one when the network returns, and with what it notes itself
  const first = unsent(event)
  hub.resync()
  await eventually(() => expect(sent).toContain(first))
  await eventually(() => expect(waiting(event)).toBeNull())
  const second = unsent(event)
  book.note(fresh('taker'), 'here')
  await eventually(() => expect(sent).toContain(second))
  await eventually(() => expect(waiting(event)).toBeNull())
  // noted in another tab while this one sends
  const answers: (() => void)[] = []
  serve({ [line]: (call) => new Promise((resolve) => answers.push(() => resolve(take(call)))) })
  book.note(fresh('taker'), 'here')
  await eventually(() => expect(answers).toHaveLength(1))
  const third = unsent(event)
  answers[0]?.()
  await eventually(() => expect(answers).toHaveLength(2))
  answers[1]?.()
  await eventually(() => expect(waiting(event)).toBeNull())
  expect(sent).toContain(third)
})
