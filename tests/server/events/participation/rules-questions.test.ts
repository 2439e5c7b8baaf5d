import { describe, expect, test } from 'vitest'
import { acceptEventRules, listReplies } from '#contract/events/balance'
import * as e from '#contract/events/events'
import {
  deleteExpiredReplies,
  listGuestReplies,
} from '../../../../server/events/participation/questions'
import { collectArchive } from '../../../../server/life/collect'
import { newId } from '../../../../server/tokens'
import { viewerOf } from '../../../support/server/server'
import { setUp, t, make, invite, join, quit, read, statusOf, change, couple } from './balance-setup'

setUp()

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
      duo.call(acceptEventRules, { params: { id }, body: { accepted_by, rules_version } })
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
    expect(await collectArchive(t.ctx, duo)).toMatchObject({
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

test('who comes already accepts the rules with «Votre venue» as well', async () => {
  const [host, guest] = [await t.member(), await t.member()]
  const id = await make(host, { rules: 'Pas de photos.', questions: ['Régime ?'] })
  await invite(host, id, guest)
  const accepted_by = [...guest.identityIds]
  await join(guest, id, { accepted_by, rules_version: 1 })
  await change(host, id, { rules: 'Pas de photos, pas d’alcool fort.' })
  const [diet] = (await read(guest, id)).questions
  const answers = [{ question_id: diet?.id ?? '', text: 'Sans noix' }]
  // answers alone accept nothing; an old version is refused, and nothing is stored
  expect((await join(guest, id, { answers: [] })).body.event?.rules_awaited).toBe(true)
  expect((await join(guest, id, { accepted_by, rules_version: 1, answers })).body).toMatchObject({
    code: 'rules_changed',
  })
  expect((await read(guest, id)).own_answers).toEqual([])
  expect(
    (await join(guest, id, { accepted_by, rules_version: 2, answers })).body.event,
  ).toMatchObject({
    rules_awaited: false,
    rules_accepted_by: accepted_by,
    own_answers: [{ text: 'Sans noix' }],
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
    expect(await collectArchive(t.ctx, guest)).toMatchObject({
      reponses: [{ question: expect.any(String) }, { question: expect.any(String) }],
    })
    t.clock.now = (76 + 7 * 24 + 1) * 3_600_000
    expect((await listGuestReplies(t.ctx, viewerOf(host), id)).guests).toEqual([])
    t.clock.now = 0

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
    await deleteExpiredReplies(t.ctx)
    expect(await left()).toBe(1)
    t.clock.now = (76 + 7 * 24 + 1) * 3_600_000
    await deleteExpiredReplies(t.ctx)
    expect(await left()).toBe(0)
    t.clock.now = 0
  })
})
