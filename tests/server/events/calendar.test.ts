import { describe, expect, test } from 'vitest'
import {
  createEvent,
  publishEvent,
  revealLocation,
  participateInEvent,
  listMyEvents,
} from '#contract/events/events'
import { inviteToEvent } from '#contract/events/participants'
import { calendarFeed, currentCalendarFeed, endCalendarFeed } from '#contract/events/calendar'
import { calendarText } from '../../../server/events/calendar/ics'
import type { EventRow } from '../../../server/events/queries'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

const event = (start: string, end: string | null, title = 'Soirée'): EventRow =>
  ({
    id: 'e1',
    title,
    start_at: Date.parse(start),
    end_at: end === null ? null : Date.parse(end),
    revision: 2,
    status: 'published',
  }) as EventRow
const lines = (e: EventRow): string[] =>
  calendarText([{ event: e, title: e.title, place: 'Orléans', url: null }], {
    name: 'Connivence',
    host: 'exemple.fr',
    now: Date.parse('2026-11-21T08:00:00Z'),
  })
    .replace(/\r\n /g, '')
    .split('\r\n')

describe('iCalendar', () => {
  test('Paris time in winter, in summer, over both clock changes and at midnight', () => {
    const at = (start: string, end: string | null) =>
      lines(event(start, end)).filter(
        (l) => /^DT(START|END)[;:]/.test(l) && !/DTSTART:1996/.test(l),
      )
    expect(at('2026-12-05T20:00:00Z', '2026-12-05T23:00:00Z')).toEqual([
      'DTSTART;TZID=Europe/Paris:20261205T210000',
      'DTEND;TZID=Europe/Paris:20261206T000000',
    ])
    expect(at('2026-07-04T20:00:00Z', null)).toEqual(['DTSTART;TZID=Europe/Paris:20260704T220000'])
    // 29 March 2026: from 02:00 to 03:00
    expect(at('2026-03-28T22:00:00Z', '2026-03-29T02:00:00Z')).toEqual([
      'DTSTART;TZID=Europe/Paris:20260328T230000',
      'DTEND;TZID=Europe/Paris:20260329T040000',
    ])
    // 25 October 2026: 02:30 exists twice; only UTC is unambiguous
    expect(at('2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z')).toEqual([
      'DTSTART:20261025T003000Z',
      'DTEND:20261025T013000Z',
    ])
  })

  test('text is escaped, lines are folded at 75 octets without cutting a character', () => {
    const text = calendarText(
      [
        {
          event: event('2026-12-05T20:00:00Z', null),
          title: `Fête; «été», \\o/\nBEGIN:VEVENT ${'é'.repeat(80)}`,
          place: '',
          url: null,
        },
      ],
      { name: 'x', host: 'h', now: 0 },
    )
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const unfolded = text.replace(/\r\n /g, '')
    expect(unfolded).toContain('SUMMARY:Fête\\; «été»\\, \\\\o/\\nBEGIN:VEVENT ' + 'é'.repeat(80))
    expect(unfolded.match(/^BEGIN:VEVENT$/gm)).toHaveLength(1)
  })
})

describe('the private feed', () => {
  test('contains confirmed events, never an address; renewing revokes the old link; discreet, it is neutral', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const make = async (title: string): Promise<string> => {
      const { id } = (
        await m.call(createEvent, {
          body: {
            title,
            start_date: new Date(t.ctx.now() + 9e7).toISOString(),
            place_id: '45234',
            private_location: { address: '3 impasse CNRY', lat: 47.9, lng: 1.9 },
          },
        })
      ).body.event
      await m.call(publishEvent, { params: { id }, body: { status: 'published' } })
      await m.call(inviteToEvent, { params: { id }, body: { account_handle: guest.handle } })
      return id
    }
    const id = await make('Confirmée')
    await make('Seulement invitée')
    await guest.call(participateInEvent, { params: { id } })
    await m.call(revealLocation, { params: { id } })
    const feed = async (who: Member, discreet: boolean) =>
      new URL((await who.call(calendarFeed, { body: { discreet } })).body.url).pathname
    const read = async (path: string) => {
      const { status, body } = await t.client().raw('GET', path)
      return { status, text: String(body) }
    }
    const current = async () => (await guest.call(currentCalendarFeed)).body
    expect(await current()).toEqual({ feed: null })
    const first = await feed(guest, false)
    expect(await current()).toEqual({ feed: { discreet: false } })
    const open = await read(first)
    expect(open.text).toContain('SUMMARY:Confirmée')
    expect(open.text).toContain('LOCATION:Orléans')
    expect(open.text).not.toMatch(/Seulement|CNRY/)
    const second = await feed(guest, true)
    expect((await read(first)).status).toBe(404)
    const discreet = await read(second)
    expect(discreet.text).toContain('SUMMARY:Rendez-vous')
    expect(discreet.text).not.toMatch(/Confirmée|Orléans|Connivence|localhost/)
    expect(await current()).toEqual({ feed: { discreet: true } })
    expect((await m.call(currentCalendarFeed)).body).toEqual({ feed: null })
    await guest.call(endCalendarFeed)
    expect(await current()).toEqual({ feed: null })
    expect((await read(second)).status).toBe(404)
  })
})

test('the private feed names no event of who is separated from the member, also before its place is given up', async () => {
  const [m, guest] = [await t.member(), await t.member()]
  const { id } = (
    await m.call(createEvent, {
      body: { title: 'Chez la voisine', start_date: new Date(t.ctx.now() + 9e7).toISOString() },
    })
  ).body.event
  await m.call(publishEvent, { params: { id }, body: { status: 'published' } })
  await m.call(inviteToEvent, { params: { id }, body: { account_handle: guest.handle } })
  await guest.call(participateInEvent, { params: { id } })
  const { url } = (await guest.call(calendarFeed, { body: { discreet: false } })).body
  const read = async () => String((await t.client().raw('GET', new URL(url).pathname)).body)
  expect(await read()).toContain('Chez la voisine')
  await t.ctx.db
    .insertInto('zone_pairs')
    .values({ account_id: m.accountId, with_account_id: guest.accountId })
    .execute()
  expect(await read()).not.toContain('Chez la voisine')
})

test('a calendar holds its latest thousand events, the first of them first', async () => {
  const m = await t.member()
  const { body } = await m.call(createEvent, {
    body: { title: 'Prochaine', start_date: new Date(t.ctx.now() + 9e7).toISOString() },
  })
  const next = await t.ctx.db
    .selectFrom('events')
    .where('id', '=', body.event.id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const past = Array.from({ length: 1000 }, (_, i) => ({
    ...next,
    id: newId(),
    slug: null,
    title: `Passée ${i}`,
    start_at: next.start_at - 864e5 * (i + 10),
  }))
  for (let i = 0; i < past.length; i += 100)
    await t.ctx.db
      .insertInto('events')
      .values(past.slice(i, i + 100))
      .execute()
  const { events } = (await m.call(listMyEvents, {})).body
  expect(events).toHaveLength(1000)
  expect(events.at(-1)?.title).toBe('Prochaine')
  expect(events[0]?.title).toBe('Passée 998')
})
