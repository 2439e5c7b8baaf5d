import { describe, expect, test } from 'vitest'
import { CODE_WAIT_S } from '#contract/profile/agreement-code'
import { setAnswersTogether } from '#contract/events/held-answers'
import * as h from '#contract/messaging/held'
import { login } from '#contract/session/session'
import { type Member } from '../../support/server/server'
import { addPhoto, secondLogin } from '../../support/world/couples'
import { pageOf, pairOf, say } from '../../support/world/exchanges'
import { mailsTo } from '../mailbox'
import {
  setUp,
  t,
  PASSWORD,
  CODE,
  scene,
  as,
  setCode,
  answer,
  choose,
  rowOf,
  voices,
} from './codes-setup'

setUp()

test('a login that says who it is, once, is told to the other one', async () => {
  const { couple, anne } = await scene()
  const second = await secondLogin(t, couple)
  // whose it is cannot be proved: who really is this person has to hear of it
  expect((await choose(second, anne)).status).toBe(200)
  const subjects = async (who: Member) => (await mailsTo(t, who.email)).map((m) => m.subject)
  const told = 'L’autre connexion de votre compte dit qui elle est'
  await expect.poll(() => subjects(couple)).toContain(told)
  expect(await subjects(second)).not.toContain(told)
})

describe('a code of one’s own on a shared device', () => {
  test('without a proof only the first code is set, of two at the same instant as well', async () => {
    const { couple, paul } = await scene()
    as(couple, paul)
    const both = await Promise.all([setCode(couple, CODE), setCode(couple, '802617')])
    expect(both.map((x) => x.status).toSorted()).toEqual([200, 403])
    const [kept, other] = both[0]?.status === 200 ? [CODE, '802617'] : ['802617', CODE]
    expect((await setCode(couple, '519374', other)).body).toMatchObject({ code: 'agreement_code' })
    expect((await setCode(couple, '519374')).body).toMatchObject({ code: 'agreement_code' })
    expect((await setCode(couple, '519374', kept)).status).toBe(200)
  })

  test('a yes without one says that it proves nothing; with one it is asked for, and strong', async () => {
    const { couple, anne, paul } = await scene()
    const [weak, strong] = [
      await addPhoto(couple, [anne, paul]),
      await addPhoto(couple, [anne, paul]),
    ]
    as(couple, paul)
    await answer(couple, weak, 'yes')
    expect(await rowOf(couple, weak, paul)).toMatchObject({ state: 'yes', strong: false })
    expect((await setCode(couple, CODE, undefined, 'faux')).body).toMatchObject({
      code: 'wrong_password',
    })
    for (const easy of ['111111', '123456', '987654'])
      expect((await setCode(couple, easy)).status).toBe(400)
    expect((await setCode(couple, '12345')).status).toBe(400)
    expect((await setCode(couple, CODE)).status).toBe(200)
    expect(await voices(couple)).toEqual([
      [anne, 'weak', false],
      [paul, 'code', true],
    ])
    expect((await answer(couple, strong, 'yes')).body).toMatchObject({ code: 'agreement_code' })
    expect((await answer(couple, strong, 'yes', '274914')).body).toMatchObject({
      code: 'agreement_code',
    })
    expect((await answer(couple, strong, 'yes', CODE)).status).toBe(200)
    expect(await rowOf(couple, strong, paul)).toMatchObject({ state: 'yes', strong: true })
    // another code needs this one
    expect((await setCode(couple, '582031')).body).toMatchObject({ code: 'agreement_code' })
    expect((await setCode(couple, '582031', CODE)).status).toBe(200)
    expect((await setCode(couple, null, '582031')).status).toBe(200)
    expect(await voices(couple)).toContainEqual([paul, 'weak', false])
  })

  test('a yes to a message or an answer needs the code too, and is not given by a change', async () => {
    const [couple, other, talk] = await pairOf(t)
    const [anne = '', paul = ''] = couple.identityIds
    as(couple, paul)
    await setCode(couple, CODE)
    await couple.call(h.setFourHands, { params: { id: talk }, body: { on: true } })
    as(couple, null)
    const { id } = await say(couple, talk, 'Samedi ?', { sender_identity_id: null })
    as(couple, paul)
    const amended = await couple.call(h.amendHeld, {
      params: { id },
      body: { revision: 1, content: 'Dimanche ?' },
    })
    expect(amended.body.held).toMatchObject({ revision: 2, agreed: [] })
    const approve = (code?: string) =>
      couple.call(h.approveHeld, {
        params: { id },
        body: { revision: 2, ...(code ? { code } : {}) },
      })
    expect((await approve()).body).toMatchObject({ code: 'agreement_code' })
    expect((await approve('274914')).body).toMatchObject({ code: 'agreement_code' })
    expect((await approve(CODE)).body.held).toMatchObject({ agreed: [paul] })
    as(couple, anne)
    expect((await approve()).body.message).toMatchObject({ content: 'Dimanche ?' })
    expect((await pageOf(other, talk)).messages.map((x) => x.content)).toEqual(['Dimanche ?'])
  })

  test('a rule between the two ends with the proof of each, not with two names from one login', async () => {
    const [couple, , talk] = await pairOf(t)
    const [anne = '', paul = ''] = couple.identityIds
    as(couple, paul)
    await setCode(couple, CODE)
    await couple.call(h.setFourHands, { params: { id: talk }, body: { on: true } })
    await couple.call(setAnswersTogether, { body: { on: true } })
    const ends = [
      (code?: string) =>
        couple.call(h.setFourHands, {
          params: { id: talk },
          body: { on: false, ...(code ? { code } : {}) },
        }),
      (code?: string) =>
        couple.call(setAnswersTogether, { body: { on: false, ...(code ? { code } : {}) } }),
    ]
    for (const end of ends) {
      as(couple, anne)
      expect((await end()).status).toBe(200)
      as(couple, paul)
      expect((await end()).body).toMatchObject({ code: 'agreement_code' })
      expect((await end(CODE)).status).toBe(200)
    }
    expect((await couple.call(h.listHeld, { params: { id: talk } })).body.four_hands).toMatchObject(
      { on: false },
    )
    // with a login of each, the other's is needed
    const second = await secondLogin(t, couple)
    as(couple, anne)
    await choose(couple, anne)
    as(second, paul)
    await choose(second, paul, CODE)
    await setCode(second, null, CODE)
    await couple.call(setAnswersTogether, { body: { on: true } })
    await couple.call(setAnswersTogether, { body: { on: false } })
    as(couple, paul)
    expect((await couple.call(setAnswersTogether, { body: { on: false } })).body).toMatchObject({
      code: 'agreement_login',
    })
    expect((await second.call(setAnswersTogether, { body: { on: false } })).body).toMatchObject({
      together: { on: false },
    })
  })

  test('who has a code is asked about a photo that is added as them; a refusal needs none', async () => {
    const { couple, paul } = await scene()
    as(couple, paul)
    await setCode(couple, CODE)
    const id = await addPhoto(couple, [paul])
    expect(await rowOf(couple, id, paul)).toMatchObject({ state: 'asked' })
    await answer(couple, id, 'yes', CODE)
    expect((await answer(couple, id, 'withdraw')).status).toBe(200)
    expect(await rowOf(couple, id, paul)).toMatchObject({ state: 'withdrawn' })
  })

  test('five wrong codes close it for a quarter of an hour, twenty at once too', async () => {
    const { couple, anne, paul } = await scene()
    const id = await addPhoto(couple, [anne, paul])
    as(couple, paul)
    await setCode(couple, CODE)
    const wrong = await Promise.all(
      Array.from({ length: 20 }, (_, i) => answer(couple, id, 'yes', String(600_100 + i * 7))),
    )
    expect(wrong.filter((r) => r.status === 403)).toHaveLength(5)
    const closed = wrong.filter((r) => r.status === 429)
    expect(closed).toHaveLength(15)
    expect(closed[0]?.headers['retry-after']).toBe(String(CODE_WAIT_S))
    expect((await answer(couple, id, 'yes', CODE)).status).toBe(429)
    // the way out stays open
    expect((await answer(couple, id, 'no')).status).toBe(200)
    t.clock.now += CODE_WAIT_S * 1000 + 1
    try {
      couple.token = (
        await t.client().call(login, { body: { email: couple.email, password: PASSWORD } })
      ).body.token
      expect((await answer(couple, id, 'yes', '600100')).status).toBe(403)
      expect((await answer(couple, id, 'yes', CODE)).status).toBe(200)
    } finally {
      t.clock.now = 0
    }
  })
})
