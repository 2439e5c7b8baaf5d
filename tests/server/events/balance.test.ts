import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptRules, listReplies, type Participation } from '#contract/events/balance'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import { tidyReplies } from '../../../server/events/participation/questions'
import { collect } from '../../../server/life/collect'
import { createRelation } from '../../../server/relations/service'
import { newId } from '../../../server/tokens'
import { testApp, type Member, type TestApp } from '../../support/server/server'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const inHours = (h: number): string => new Date(t.ctx.now() + h * 3_600_000).toISOString()
const make = async (m: Member, patch: Partial<e.EventInput> = {}): Promise<string> => {
  const { status, body } = await m.call(e.createEvent, {
    body: { title: 'Soirée', start_date: inHours(72), end_date: inHours(76), ...patch },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  const { id } = body.event
  await m.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  return id
}
const invite = async (m: Member, id: string, ...all: readonly Member[]): Promise<void> => {
  for (const x of all)
    await m.call(p.inviteToEvent, { params: { id }, body: { account_handle: x.handle } })
}
const join = (m: Member, id: string, body?: Participation) =>
  m.call(e.participateInEvent, { params: { id }, ...(body ? { body } : {}) })
const quit = (m: Member, id: string) => m.call(e.leaveEvent, { params: { id } })
const read = async (m: Member, id: string) =>
  (await m.call(e.getEvent, { params: { id } })).body.event
const statusOf = async (m: Member, id: string) => (await read(m, id)).user_participation_status
const offered = async (m: Member, id: string) => (await read(m, id)).offer_until !== null
const change = (m: Member, id: string, body: Partial<e.EventInput>) =>
  m.call(e.updateEvent, { params: { id }, body })
const couple = (handle: string) => t.member(handle, ['woman', 'man'])
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
        all.map((x) => ({
          id: newId(),
          event_id: id,
          account_id: x.accountId,
          status: 'invited' as const,
          is_co_organizer: 0 as const,
          seats: 1,
          has_paid: 0 as const,
          is_present: 0 as const,
          present_at: null,
          is_vip: 0 as const,
          is_hidden: 0 as const,
          organizer_comment: null,
          invited_by_account_id: host.accountId,
          offer_until: null,
          created_at: now,
          status_at: now,
        })),
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
      all.map(async (x) => (await join(x, id)).body.event?.user_participation_status),
    )
    expect(answers.filter((s) => s === 'accepted')).toHaveLength(10)
    expect(answers.filter((s) => s === 'waitlist')).toHaveLength(190)
    expect(await within()).toBe(11)
    // leaving, joining and changing who comes, all at once
    await Promise.all(
      all.slice(0, 60).map(async (x, i) => {
        for (let n = 0; n < 3; n += 1)
          if ((i + n) % 3 === 0) await quit(x, id)
          else await join(x, id, { identity_id: (n % 2 ? null : x.identityIds[0]) ?? null })
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
    expect((await host.call(p.entryList, { params: { id } })).body.entries).toContainEqual(
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

describe('house rules', () => {
  const ADDRESS = { address: '3 impasse des Chênes', lat: 47.9, lng: 1.9 }

  test('are accepted by each identity with «Je participe», and again when they change, before the address', async () => {
    const host = await t.member()
    const duo = await couple('duo_regles')
    const [she, he] = duo.identityIds as [string, string]
    const id = await make(host, { rules: 'Pas de photos.', private_location: ADDRESS })
    await invite(host, id, duo)
    await host.call(e.revealLocation, { params: { id } })
    expect((await read(duo, id)).rules).toEqual({ version: 1, text: 'Pas de photos.' })
    const say = (accepted_by: string[], rules_version = 1) =>
      join(duo, id, { accepted_by, rules_version })
    expect((await join(duo, id)).body).toMatchObject({ code: 'rules_unaccepted' })
    // in both mode, each of the two
    expect((await say([she])).body).toMatchObject({ code: 'rules_unaccepted' })
    expect((await say([she, he], 2)).body).toMatchObject({ code: 'rules_changed' })
    expect((await say([...host.identityIds])).status).toBe(403)
    expect(await statusOf(duo, id)).toBe('invited')
    // as one of them: the other one accepts before the address is shown
    duo.identity = she
    expect((await say([he])).status).toBe(403)
    expect((await say([she])).body.event).toMatchObject({
      user_participation_status: 'accepted',
      rules_accepted_by: [she],
      rules_awaited: true,
      private_location: null,
    })
    const accept = (accepted_by: string[], rules_version: number) =>
      duo.call(acceptRules, { params: { id }, body: { accepted_by, rules_version } })
    expect((await accept([he], 1)).status).toBe(403)
    duo.identity = he
    expect((await accept([he], 1)).body.accepted_by.toSorted()).toEqual([she, he].toSorted())
    expect(await read(duo, id)).toMatchObject({
      rules_awaited: false,
      private_location: { address: ADDRESS.address },
    })

    await change(host, id, { rules: 'Pas de photos, pas d’alcool fort.' })
    expect(await read(duo, id)).toMatchObject({ rules_awaited: true, private_location: null })
    const ics = await duo.raw('GET', `/api/events/${id}/event.ics`)
    expect(JSON.stringify(ics.body)).not.toContain('Chênes')
    expect((await accept([he], 1)).body).toMatchObject({ code: 'rules_changed' })
    duo.identity = null
    await accept([she, he], 2)
    expect((await read(duo, id)).private_location).not.toBeNull()
    // a member who declined reads no rules: they wait before the address
    await quit(duo, id)
    await change(host, id, { rules: 'Pas d’alcool fort.' })
    expect((await join(duo, id)).body.event).toMatchObject({
      user_participation_status: 'accepted',
      rules_awaited: true,
      private_location: null,
    })
    await accept([she, he], 3)
    // the same text again is no change; none at all asks for nothing
    await change(host, id, { rules: 'Pas d’alcool fort.' })
    expect((await read(duo, id)).rules_awaited).toBe(false)
    await change(host, id, { rules: null })
    expect(await read(duo, id)).toMatchObject({ rules: null, rules_awaited: false })
    expect(await collect(t.ctx, duo)).toMatchObject({
      regles_acceptees: [{ version: 3 }, { version: 3 }],
    })
  })

  test('an identity that does not come need not accept; too long a text is refused', async () => {
    const host = await t.member()
    const duo = await couple('duo_seul_regles')
    const [, he] = duo.identityIds as [string, string]
    const id = await make(host, { rules: 'Pas de photos.', private_location: ADDRESS })
    await invite(host, id, duo)
    await host.call(e.revealLocation, { params: { id } })
    const { event } = (
      await join(duo, id, { identity_id: he, accepted_by: [he], rules_version: 1 })
    ).body
    expect(event?.private_location).toBeTruthy()
    // the other one comes as well: they accept first
    expect((await join(duo, id, { identity_id: null })).body).toMatchObject({
      code: 'rules_unaccepted',
    })
    expect((await change(host, id, { rules: 'a'.repeat(2_001) })).status).toBe(400)
  })
})

describe('questions to guests', () => {
  test('answers are for the organizers, go with the question, with the participation, and a week after the end', async () => {
    const [host, guest, other] = [await t.member(), await t.member(), await t.member()]
    const id = await make(host, { questions: ['Régime ?', 'Arrivée ?'] })
    expect((await change(host, id, { questions: ['a', 'b', 'c', 'd'] })).status).toBe(400)
    expect((await change(host, id, { questions: ['a'.repeat(201)] })).status).toBe(400)
    await invite(host, id, guest, other)
    const [diet = '', arrival = ''] = (await read(guest, id)).questions.map((q) => q.id)
    const say = (text: string, question_id = diet) =>
      join(guest, id, { answers: [{ question_id, text }] })
    expect((await say('a'.repeat(501))).status).toBe(400)
    expect((await say('Sans noix', newId())).status).toBe(409)
    await join(guest, id, {
      answers: [
        { question_id: arrival, text: 'Vers 21 h' },
        { question_id: diet, text: 'Sans noix' },
      ],
    })
    await join(other, id)
    // amended afterwards
    await say('Sans arachides')
    const answers = async () => (await host.call(listReplies, { params: { id } })).body.guests
    expect(await answers()).toMatchObject([
      {
        account_handle: guest.handle,
        answers: [
          { question: 'Régime ?', text: 'Sans arachides' },
          { question: 'Arrivée ?', text: 'Vers 21 h' },
        ],
      },
    ])
    expect((await other.call(listReplies, { params: { id } })).status).toBe(403)
    expect(JSON.stringify(await read(other, id))).not.toContain('arachides')
    expect((await read(guest, id)).own_answers).toHaveLength(2)
    expect(await collect(t.ctx, guest)).toMatchObject({
      reponses: [{ question: expect.any(String) }, { question: expect.any(String) }],
    })

    await change(host, id, { questions: ['Régime ?'] })
    expect((await answers())[0]?.answers).toHaveLength(1)
    await quit(guest, id)
    expect(await answers()).toEqual([])

    await say('Sans gluten')
    const left = async () =>
      (
        await t.ctx.db
          .selectFrom('event_answers')
          .where('event_id', '=', id)
          .select('answer')
          .execute()
      ).length
    t.clock.now = (76 + 7 * 24 - 1) * 3_600_000
    await tidyReplies(t.ctx)
    expect(await left()).toBe(1)
    t.clock.now = (76 + 7 * 24 + 1) * 3_600_000
    await tidyReplies(t.ctx)
    expect(await left()).toBe(0)
    t.clock.now = 0
  })
})
