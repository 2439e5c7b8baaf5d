import { expect, test } from 'vitest'
import { setIdentityCode } from '#contract/agreements'
import * as a from '#contract/events/held-answers'
import { getEvent, leaveEvent, participateInEvent } from '#contract/events/events'
import { listEventParticipants, patchParticipant } from '#contract/events/participants'
import { as } from '../../support/world/couples'
import { type Member } from '../../support/server/server'
import { setUp, t, evening, held, yes } from './participation/held-setup'

setUp()

test('«Je participe» as both waits for two yeses, and is given once', async () => {
  const { couple, id, status } = await evening()
  expect((await couple.call(participateInEvent, { params: { id } })).body).toMatchObject({
    held: true,
    event: { user_participation_status: 'invited' },
  })
  expect(await status()).toBe('invited')
  expect((await yes(couple, id)).body).toMatchObject({ code: 'identity_needed' })
  expect((await yes(as(couple, 0), id)).body.answer).toMatchObject({
    answer: 'participate',
    agreed: [couple.identityIds[0]],
  })
  expect((await yes(as(couple, 1), id)).body).toMatchObject({
    answer: null,
    event: { user_participation_status: 'accepted' },
  })
  expect([await status(), await held(couple, id)]).toEqual(['accepted', null])
})

test('each half answers as itself: the second answer is the second yes; a changed one asks again', async () => {
  const { couple, id, status } = await evening()
  await as(couple, 0).call(leaveEvent, { params: { id } })
  expect(await held(couple, id)).toMatchObject({
    answer: 'decline',
    agreed: [couple.identityIds[0]],
  })
  await as(couple, 1).call(participateInEvent, { params: { id } })
  expect(await held(couple, id)).toMatchObject({
    answer: 'participate',
    revision: 2,
    agreed: [couple.identityIds[1]],
  })
  expect((await yes(as(couple, 0), id, 1)).body).toMatchObject({ code: 'held_changed' })
  await as(couple, 0).call(participateInEvent, { params: { id } })
  expect([await status(), await held(couple, id)]).toEqual(['accepted', null])
  // nobody needs the other to leave
  await as(couple, 0).call(leaveEvent, { params: { id } })
  expect(await status()).toBe('declined')
})

test('who has a code answers without a yes of theirs, and gives it with the code', async () => {
  const { couple, id, status } = await evening()
  const body = { password: 'un-bon-mot-de-passe', code: '274913' }
  expect((await as(couple, 0).call(setIdentityCode, { body })).status).toBe(200)
  await as(couple, 0).call(participateInEvent, { params: { id } })
  expect(await held(couple, id)).toMatchObject({ agreed: [] })
  expect((await yes(as(couple, 0), id)).body).toMatchObject({ code: 'agreement_code' })
  await as(couple, 0).call(a.approveAnswer, {
    params: { id },
    body: { revision: 1, code: body.code },
  })
  expect(await held(couple, id)).toMatchObject({ agreed: [couple.identityIds[0]] })
  await yes(as(couple, 1), id)
  expect(await status()).toBe('accepted')
})

test('«Non merci» of both, and one taken back', async () => {
  const { couple, id, status } = await evening()
  await couple.call(leaveEvent, { params: { id } })
  await yes(as(couple, 0), id)
  expect((await couple.call(a.takeBackAnswer, { params: { id } })).status).toBe(200)
  expect((await yes(as(couple, 1), id)).status).toBe(404)
  expect(await status()).toBe('invited')
  await couple.call(leaveEvent, { params: { id } })
  await yes(as(couple, 0), id)
  await yes(as(couple, 1), id)
  expect(await status()).toBe('declined')
})

test('both at the same instant for the last place: one place taken, one answer', async () => {
  const { couple, id, status } = await evening({ max_participants: 3 })
  await couple.call(participateInEvent, { params: { id } })
  const answers = await Promise.all([yes(as(couple, 0), id), yes(as(couple, 1), id)])
  expect(answers.map((x) => x.status)).toEqual([200, 200])
  expect(answers.filter((x) => x.body.answer === null).length).toBe(1)
  expect(await status()).toBe('accepted')
})

test('a couple that was removed, or has no right to a place, holds no answer and reads nothing', async () => {
  const { host, couple, id } = await evening({ description: 'Zqsecret' })
  const list = async () =>
    (await host.call(listEventParticipants, { params: { id } })).body.participants.find(
      (p) => p.account_id === couple.accountId,
    )?.id ?? ''
  const participantId = await list()
  await couple.call(leaveEvent, { params: { id } })
  await yes(as(couple, 0), id)
  await yes(as(couple, 1), id)
  // declined, and may come back: what waits does not open the page
  const again = await couple.call(participateInEvent, { params: { id } })
  expect(again.body).toEqual({ event: null, held: true })
  await host.call(patchParticipant, {
    params: { id },
    body: { participantId, status: 'cancelled' },
  })
  const removed = await couple.call(participateInEvent, { params: { id } })
  expect(removed.body).toMatchObject({ code: 'event_cancelled_for_you' })
  expect(JSON.stringify(removed.body)).not.toContain('Zqsecret')
})

test('it is off by default, and ends when each has asked', async () => {
  const { couple } = await evening()
  const end = (who: Pick<Member, 'call'>) => who.call(a.setAnswersTogether, { body: { on: false } })
  expect((await end(couple)).body).toMatchObject({ code: 'identity_needed' })
  await end(as(couple, 0))
  expect((await end(as(couple, 1))).body.together).toEqual({ on: false, ending_by: null })
  const other = await t.member('seule')
  expect((await other.call(a.getAnswersTogether, {})).body.together.on).toBe(false)
})

test('taking back an answer takes back the replies; those of who takes part stay', async () => {
  const { couple, id } = await evening({ questions: ['Un régime ?'] })
  const read = async () => (await couple.call(getEvent, { params: { id } })).body.event
  const [question] = (await read()).questions
  const say = (body: object) => couple.call(participateInEvent, { params: { id }, body })
  const answers = [{ question_id: question?.id ?? '', text: 'Sans noix' }]
  await say({ answers })
  expect((await read()).own_answers).toHaveLength(1)
  await couple.call(a.takeBackAnswer, { params: { id } })
  expect((await read()).own_answers).toEqual([])
  await say({ answers })
  for (const k of [0, 1] as const) await yes(as(couple, k), id)
  await say({ identity_id: couple.identityIds[0] ?? null })
  await couple.call(a.takeBackAnswer, { params: { id } })
  expect((await read()).own_answers).toHaveLength(1)
})
