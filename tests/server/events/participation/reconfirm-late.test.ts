import { describe, expect, test } from 'vitest'
import { participantsToReplace } from '../../../../server/events/participation/reconfirm-jobs'
import type { EventRow, ParticipationRow } from '../../../../server/events/queries'
import { type Member } from '../../../support/server/server'
import { join, pass, patch, quit, read, setUp, status, t } from '../events-setup'
import { again, evening, members, run } from './reconfirm-setup'

setUp()

describe('a late yes', () => {
  test('a late yes needs no second approval, and comes before who waited after the first yes', async () => {
    for (const auto_offer of [true, false]) {
      const [host, silent, first, second] = (await members(4)) as [Member, Member, Member, Member]
      const all = [host, silent, first, second]
      const id = await evening(
        host,
        {
          max_participants: 2,
          has_waitlist: true,
          auto_offer,
          requires_approval: true,
          access_type: 'open_to_relations',
        },
        [],
      )
      for (const m of all.slice(1)) await t.relate(host, m)
      await join(silent, id)
      await patch(host, id, silent, { status: 'accepted' })
      for (const m of [first, second]) {
        await pass(0.1, ...all)
        await join(m, id)
      }
      for (const hours of [12.1, 24, 12]) {
        await pass(hours, ...all)
        await run()
      }
      expect(await status(silent, id)).toBe('waitlist')
      const late = (await again(silent, id)).body.event
      if (!auto_offer) {
        // nobody was offered the place
        expect(late.user_participation_status).toBe('accepted')
        continue
      }
      expect((await read(first, id)).body.event.offer_until).not.toBeNull()
      expect(late).toMatchObject({ user_participation_status: 'waitlist', waitlist_place: 1 })
      expect((await read(second, id)).body.event.waitlist_place).toBe(2)
      await quit(first, id)
      expect((await read(silent, id)).body.event.offer_until).not.toBeNull()
    }
  })

  test('a late yes beside the one who takes the freed place: never more than there are places', async () => {
    for (let round = 0; round < 4; round++) {
      const [host, late, other] = (await members(3)) as [Member, Member, Member]
      const all = [host, late, other]
      // without offers whoever comes first takes the place
      const id = await evening(host, { max_participants: 2, has_waitlist: true }, [late, other])
      await pass(12.1, ...all)
      await run()
      await pass(24, ...all)
      await run()
      await pass(12, ...all)
      await run()
      expect(await status(late, id)).toBe('waitlist')
      const both = [() => again(late, id), () => join(other, id), run]
      await Promise.all((round % 2 ? both.reverse() : both).map((act) => act()))
      const states = [await status(late, id), await status(other, id)].sort()
      expect(states).toEqual(['accepted', 'waitlist'])
      expect((await read(host, id)).body.event.participant_count).toBe(2)
      // a yes at the very moment of the job keeps the place, or waits: never both
      const [host2, guest, next] = (await members(3)) as [Member, Member, Member]
      const second = await evening(
        host2,
        { max_participants: 2, has_waitlist: true, auto_offer: true },
        [guest, next],
      )
      for (const hours of [12.1, 24]) {
        await pass(hours, host2, guest, next)
        await run()
      }
      await pass(12, host2, guest, next)
      await Promise.all([run(), again(guest, second), run()])
      expect((await read(host2, second)).body.event.participant_count).toBeLessThanOrEqual(2)
      const offered = (await read(next, second)).body.event.offer_until !== null
      expect(await status(guest, second)).toBe(offered ? 'waitlist' : 'accepted')
    }
  })
})

test('who makes way: two for a couple, those of a kind for that kind, and nobody for nothing', () => {
  const row = (id: string, kind: ParticipationRow['kind'], seats: number, status_at: number) =>
    ({ id, kind, seats, status_at }) as ParticipationRow
  const event = {
    max_participants: 4,
    seats_taken: 4,
    places_couple: null,
    places_woman: null,
    places_man: null,
    places_other: null,
  } as EventRow
  const names = (rows: readonly ParticipationRow[]) => rows.map((r) => r.id)
  const silent = [row('a', 'woman', 1, 1), row('b', 'man', 1, 2)]
  const couple = row('c', 'couple', 2, 9)
  const none = new Map()
  expect(names(participantsToReplace(event, none, silent, [couple]))).toEqual(['b', 'a'])
  expect(names(participantsToReplace(event, none, silent.slice(0, 1), [couple]))).toEqual([])
  // the place would go to the couple alone, which has no room
  expect(
    names(participantsToReplace(event, none, silent.slice(0, 1), [couple, row('m', 'man', 1, 10)])),
  ).toEqual([])
  // a place that is free already is taken first
  expect(
    names(
      participantsToReplace({ ...event, seats_taken: 3 }, none, silent, [row('m', 'man', 1, 10)]),
    ),
  ).toEqual([])
  const byKind = { ...event, max_participants: null, places_man: 1 } as EventRow
  const taken = new Map([['man', { all: 1 }]] as const)
  expect(names(participantsToReplace(byKind, taken, silent, [row('m', 'man', 1, 10)]))).toEqual([
    'b',
  ])
  expect(
    names(participantsToReplace(byKind, taken, silent.slice(0, 1), [row('m', 'man', 1, 10)])),
  ).toEqual([])
})
