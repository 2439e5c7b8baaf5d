import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryList, recordCheckIns } from '#contract/events/check-in'
import { patchParticipant } from '#contract/events/participants'
import type { Member } from '../../../support/server/server'
import { invite, join, make, rowOf, setUp, t } from './races-setup'

setUp()

/** An event with these confirmed guests, and the ids of their participations. */
const evening = async (host: Member, guests: number): Promise<{ id: string; ids: string[] }> => {
  const id = await make(host)
  const ids: string[] = []
  for (let n = 0; n < guests; n += 1) {
    const guest = await t.member()
    await invite(host, id, guest)
    await join(guest, id)
    ids.push((await rowOf(host, id, guest)).id)
  }
  return { id, ids }
}
const listed = async (host: Member, id: string) =>
  (await host.call(entryList, { params: { id }, query: {} })).body.entries

type State = 'absent' | 'here' | 'gone'
const RANK: readonly State[] = ['absent', 'here', 'gone']
interface Noted {
  readonly guest: 0 | 1
  readonly state: State
  readonly minute: number
}
const bodyOf = (ids: readonly string[], { guest, state, minute }: Noted) => ({
  participant_id: ids[guest] ?? '',
  is_present: state !== 'absent',
  is_gone: state === 'gone',
  at: new Date(t.clock.now - (100 - minute) * 60_000).toISOString(),
})

test('the check-in: two phones without network: whatever the order in which their records arrive, once or twice, the list is the same', async () => {
  const noted = fc.record({
    guest: fc.constantFrom(0 as const, 1 as const),
    state: fc.constantFrom(...RANK),
    minute: fc.nat(6),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(noted, { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(7), { minLength: 1, maxLength: 16 }),
      async (records, order) => {
        const host = await t.member()
        const { id, ids } = await evening(host, 2)
        const sent = [...order.map((n) => records[n % records.length] as Noted), ...records]
        for (const one of sent)
          await host.call(recordCheckIns, { params: { id }, body: { entries: [bodyOf(ids, one)] } })
        const entries = await listed(host, id)
        for (const guest of [0, 1] as const) {
          const [last] = records
            .filter((r) => r.guest === guest)
            .toSorted(
              (a, b) => b.minute - a.minute || RANK.indexOf(b.state) - RANK.indexOf(a.state),
            )
          const state = last?.state ?? 'absent'
          expect(entries.find((e) => e.participant_id === ids[guest])).toMatchObject({
            is_present: state !== 'absent',
            is_gone: state === 'gone',
          })
        }
      },
    ),
    { numRuns: 15 },
  )
})

test('the check-in: who has left still counts as having been there', async () => {
  const host = await t.member()
  const { id, ids } = await evening(host, 2)
  await host.call(recordCheckIns, {
    params: { id },
    body: {
      entries: [
        bodyOf(ids, { guest: 0, state: 'here', minute: 1 }),
        bodyOf(ids, { guest: 0, state: 'gone', minute: 5 }),
      ],
    },
  })
  const rows = await t.ctx.db
    .selectFrom('event_participants')
    .where('id', 'in', ids)
    .select(['is_present'])
    .orderBy('is_present', 'desc')
    .execute()
  expect(rows.map((r) => r.is_present)).toEqual([1, 0])
})

test('the check-in: from a phone with a fast clock, arrival and undoing keep their order', async () => {
  const host = await t.member()
  const { id, ids } = await evening(host, 1)
  const at = (minutes: number) => new Date(t.clock.now + minutes * 60_000).toISOString()
  const entry = (is_present: boolean, minutes: number) => ({
    participant_id: ids[0] ?? '',
    is_present,
    at: at(minutes),
  })
  await host.call(recordCheckIns, {
    params: { id },
    body: { entries: [entry(true, 4), entry(false, 5)] },
  })
  expect((await listed(host, id))[0]?.is_present).toBe(false)
})

test('the check-in: a phone that sends late does not undo what an organizer corrected since', async () => {
  const host = await t.member()
  const { id, ids } = await evening(host, 1)
  const noted = (minute: number) =>
    host.call(recordCheckIns, {
      params: { id },
      body: { entries: [bodyOf(ids, { guest: 0, state: 'here', minute })] },
    })
  await noted(1)
  const participantId = ids[0] ?? ''
  await host.call(patchParticipant, { params: { id }, body: { participantId, is_present: false } })
  await noted(2)
  expect((await listed(host, id))[0]?.is_present).toBe(false)
})
