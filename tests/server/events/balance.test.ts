import { describe, expect, test } from 'vitest'
import { patiently } from '../../support/server/patiently'
import * as p from '#contract/events/participants'
import { entryList } from '#contract/events/check-in'
import { createRelation } from '../../../server/relations/service'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import {
  setUp,
  t,
  make,
  invite,
  join,
  quit,
  read,
  statusOf,
  change,
  couple,
} from './participation/balance-setup'
import { participantRow } from '../../support/world/participants'

setUp()

const offered = async (m: Member, id: string) => (await read(m, id)).offer_until !== null
const NONE = { couple: null, woman: null, man: null, other: null }

describe('places by kind', () => {
  test('200 concurrent requests for ten places with quotas: exactly ten, each kind within its own', async () => {
    const host = await t.member('hote_quotas', ['other'])
    const kinds = [['woman', 'man'], ['woman'], ['man'], ['other']] as const
    const all: Member[] = []
    for (let i = 0; i < 200; i += 1)
      all.push(await t.member(`genre_${i}`, kinds[i % 4] ?? ['woman']))
    // more than ten places by kind, so that both limits count
    const quotas = { couple: 4, woman: 3, man: 2, other: 5 }
    const id = await make(host, {
      max_participants: 11,
      has_waitlist: true,
      places_by_kind: quotas,
    })
    const now = t.ctx.now()
    await t.ctx.db
      .insertInto('event_participants')
      .values(
        all.map((x) =>
          participantRow(
            {
              event_id: id,
              account_id: x.accountId,
              status: 'invited',
              invited_by_account_id: host.accountId,
            },
            now,
          ),
        ),
      )
      .execute()
    const within = async (): Promise<number> => {
      const { breakdown, participant_count } = await read(host, id)
      expect(breakdown.couples).toBeLessThanOrEqual(quotas.couple)
      expect(breakdown.women).toBeLessThanOrEqual(quotas.woman)
      expect(breakdown.men).toBeLessThanOrEqual(quotas.man)
      expect(breakdown.others).toBeLessThanOrEqual(quotas.other)
      return participant_count
    }
    const answers = await Promise.all(
      all.map(
        async (x) => (await patiently(() => join(x, id))).body.event?.user_participation_status,
      ),
    )
    expect(answers.filter((s) => s === 'accepted')).toHaveLength(10)
    expect(answers.filter((s) => s === 'waitlist')).toHaveLength(190)
    expect(await within()).toBe(11)
    // leaving, joining and changing who comes, all at once
    await Promise.all(
      all.slice(0, 60).map(async (x, i) => {
        for (let n = 0; n < 3; n += 1)
          await patiently(() =>
            (i + n) % 3 === 0
              ? quit(x, id)
              : join(x, id, { identity_id: (n % 2 ? null : x.identityIds[0]) ?? null }),
          )
        expect(await within()).toBeLessThanOrEqual(11)
      }),
    )
  }, 180_000)

  test('a freed place is offered to its own kind first, then to the others as far as theirs go', async () => {
    const host = await t.member(undefined, ['other'])
    const [w1, w2, m1, m2, c1] = [
      await t.member(),
      await t.member(),
      await t.member(undefined, ['man']),
      await t.member(undefined, ['man']),
      await couple('duo_liste'),
    ]
    const id = await make(host, {
      max_participants: 3,
      has_waitlist: true,
      auto_offer: true,
      places_by_kind: { ...NONE, woman: 1, man: 2 },
    })
    await invite(host, id, w1, w2, m1, m2, c1)
    for (const x of [w1, m1, c1, m2, w2]) await join(x, id)
    expect(await Promise.all([w1, m1, c1, m2, w2].map((x) => statusOf(x, id)))).toEqual([
      'accepted',
      'accepted',
      'waitlist',
      'waitlist',
      'waitlist',
    ])
    // each list has its own ranks
    expect((await read(w2, id)).waitlist_place).toBe(1)
    await quit(w1, id)
    // the couple came first, but a woman's place is free
    expect(await offered(w2, id)).toBe(true)
    expect(await offered(c1, id)).toBe(false)
    expect((await read(host, id)).places_by_kind).toEqual([
      { kind: 'woman', places: 1, left: 0 },
      { kind: 'man', places: 2, left: 0 },
    ])
    // nobody of the kind waits: the next one in the order of arrival
    await quit(w2, id)
    expect(await offered(c1, id)).toBe(true)
  })

  test('an organizer who accepts a member without a place reads which numbers are in the way', async () => {
    const host = await t.member(undefined, ['other'])
    const [w1, w2, duo] = [await t.member(), await t.member(), await couple('duo_de_trop')]
    const id = await make(host, {
      max_participants: 3,
      has_waitlist: true,
      counts_persons: true,
      places_by_kind: { ...NONE, woman: 1, couple: 0 },
    })
    await invite(host, id, w1, w2, duo)
    for (const x of [w1, w2, duo]) await join(x, id)
    const { body } = await host.call(p.listEventParticipants, { params: { id } })
    const accept = async (x: Member) => {
      const row = body.participants.find((r) => r.account_id === x.accountId)
      const participantId = row?.id ?? ''
      return host.call(p.patchParticipant, {
        params: { id },
        body: { participantId, status: 'accepted' },
      })
    }
    expect((await accept(w2)).body).toMatchObject({
      code: 'event_full',
      details: { kind: 'woman', max_participants: null, places: 2 },
    })
    expect((await accept(duo)).body).toMatchObject({
      code: 'event_full',
      details: { kind: 'couple', max_participants: 4, places: 1 },
    })
    // with these numbers, and no others, the couple finds its place
    await change(host, id, {
      max_participants: 4,
      places_by_kind: { ...NONE, woman: 1, couple: 1 },
    })
    expect((await accept(duo)).status).toBe(200)
    expect((await accept(w2)).body).toMatchObject({
      details: { kind: 'woman', max_participants: 5, places: 2 },
    })
  })

  test('who comes is decided like a place: a couple cannot enter as one of them and bring the other', async () => {
    const host = await t.member()
    const duo = await couple('duo_un_seul')
    const [she, he] = duo.identityIds as [string, string]
    const id = await make(host, {
      max_participants: 4,
      counts_persons: true,
      places_by_kind: { ...NONE, couple: 0, man: 1 },
    })
    await invite(host, id, duo)
    expect((await join(duo, id)).status).toBe(409)
    expect((await join(duo, id, { identity_id: newId() })).status).toBe(403)
    const alone = (await join(duo, id, { identity_id: he })).body.event
    expect(alone).toMatchObject({
      user_participation_status: 'accepted',
      coming_identity_id: he,
      participant_count: 2,
      breakdown: { couples: 0, women: 1, men: 1, others: 0 },
    })
    const row = (await host.call(p.listEventParticipants, { params: { id } })).body.participants
    expect(row.find((r) => r.account_id === duo.accountId)?.identities.map((i) => i.id)).toEqual([
      he,
    ])
    expect((await host.call(entryList, { params: { id } })).body.entries).toContainEqual(
      expect.objectContaining({ handle: duo.handle, persons: 1 }),
    )
    // refused without losing the place
    expect((await join(duo, id, { identity_id: null })).status).toBe(409)
    expect(await read(duo, id)).toMatchObject({
      user_participation_status: 'accepted',
      coming_identity_id: he,
    })
    await change(host, id, { places_by_kind: { ...NONE, couple: 1, man: 1 } })
    expect((await join(duo, id, { identity_id: null })).body.event).toMatchObject({
      coming_identity_id: null,
      participant_count: 3,
      breakdown: { couples: 1, women: 1, men: 0, others: 0 },
    })
    // back to one of them: the place for a couple is free again
    await join(duo, id, { identity_id: she })
    expect((await read(host, id)).places_by_kind).toContainEqual({
      kind: 'couple',
      places: 1,
      left: 1,
    })
  })

  test('organizers approve another choice of who comes, and cannot go below the confirmed guests', async () => {
    const host = await t.member()
    const duo = await couple('duo_valide')
    const id = await make(host, { requires_approval: true, access_type: 'open_to_relations' })
    await t.ctx.db
      .transaction()
      .execute((trx) => createRelation(trx, duo.accountId, host.accountId, 'link', t.ctx.now()))
    await join(duo, id)
    const row = (
      await host.call(p.listEventParticipants, { params: { id } })
    ).body.participants.find((r) => r.account_id === duo.accountId)
    await host.call(p.patchParticipant, {
      params: { id },
      body: { participantId: row?.id ?? '', status: 'accepted' },
    })
    expect((await change(host, id, { places_by_kind: { ...NONE, couple: 0 } })).status).toBe(409)
    // the organizers’ own place is not counted against them
    expect((await change(host, id, { places_by_kind: { ...NONE, woman: 0 } })).status).toBe(200)
    await join(duo, id, { identity_id: duo.identityIds[1] ?? null })
    expect(await statusOf(duo, id)).toBe('pending_approval')
  })
})
