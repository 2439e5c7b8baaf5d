import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CODE_WAIT_S } from '#contract/profile/agreement-code'
import * as g from '#contract/agreements'
import { mediaUrl } from '#contract/media'
import { setAnswersTogether } from '#contract/events/held-answers'
import * as h from '#contract/messaging/held'
import { setAvatar } from '#contract/profile/profile'
import { login } from '#contract/session/session'
import { endLogin } from '#contract/session/security'
import { collect } from '../../../server/life/collect'
import { tidyRows } from '../../../server/life/tidy'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { addPhoto, secondLogin } from '../../support/world/couples'
import { pageOf, pairOf, say } from '../../support/world/exchanges'
import { mailsTo } from '../mailbox'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const PASSWORD = 'un-bon-mot-de-passe'
const CODE = '274913'

const scene = async () => {
  const couple = await t.member(undefined, ['woman', 'man'])
  const [anne = '', paul = ''] = couple.identityIds
  couple.identity = anne
  return { couple, anne, paul, stranger: await t.member() }
}
const as = (who: Member, identity: string | null): Member => Object.assign(who, { identity })
const setCode = (who: Member, code: string | null, current?: string, password = PASSWORD) =>
  who.call(g.setIdentityCode, { body: { password, code, ...(current ? { current } : {}) } })
const answer = (who: Member, id: string, how: 'yes' | 'no' | 'withdraw', code?: string) =>
  who.call(g.answerAgreement, {
    params: { id },
    body: { answer: how, ...(code ? { code } : {}) },
  })
const choose = (who: Member, identity_id: string, code?: string) =>
  who.call(g.setLoginIdentity, { body: { identity_id, ...(code ? { code } : {}) } })
const rowOf = async (who: Member, media: string, identity: string) =>
  (await who.call(g.listAgreements)).body.agreements.find(
    (s) => s.media_id === media && s.identity_id === identity,
  )
const voices = async (who: Member) =>
  (await who.call(g.listAgreements)).body.persons.map((p) => [p.identity_id, p.voice, p.has_code])

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

describe('a login of one’s own', () => {
  test('answers for its person, and nobody else does', async () => {
    const { couple, anne, paul, stranger } = await scene()
    expect((await choose(couple, paul)).body).toMatchObject({ code: 'login_identity' })
    const second = await secondLogin(t, couple)
    expect((await second.call(g.listAgreements)).body.login).toEqual({
      identity_id: null,
      may_choose: [anne, paul],
    })
    expect((await choose(second, stranger.identityIds[0] ?? '')).status).toBe(403)
    expect((await choose(second, paul)).status).toBe(200)
    // once, and no person twice
    for (const [who, id] of [
      [second, anne],
      [couple, paul],
    ] as const)
      expect((await choose(who, id)).body).toMatchObject({ code: 'login_identity' })

    const id = await addPhoto(couple, [anne, paul])
    await couple.call(setAvatar, { body: { mediaId: id } })
    const sees = async () => (await stranger.call(mediaUrl, { params: { id } })).status
    as(couple, paul)
    expect((await answer(couple, id, 'yes')).body).toMatchObject({ code: 'agreement_login' })
    expect((await setCode(couple, CODE)).body).toMatchObject({ code: 'agreement_login' })
    expect(await sees()).toBe(404)
    as(second, null)
    expect((await answer(second, id, 'yes')).status).toBe(200)
    expect(await rowOf(second, id, paul)).toMatchObject({ state: 'yes', strong: true })
    expect(await sees()).toBe(200)
    // added with both at once: the yes of the person whose login it is
    const both = await addPhoto(second, [anne, paul])
    expect(await rowOf(second, both, paul)).toMatchObject({ state: 'yes', strong: true })
    expect(await rowOf(second, both, anne)).toMatchObject({ state: 'asked' })
    // acting as Paul on the other login is not Paul
    expect(await rowOf(second, await addPhoto(couple, [paul]), paul)).toMatchObject({
      state: 'asked',
    })
    // each archive has the agreements of its own person
    const archive = async (who: Member) =>
      ((await collect(t.ctx, who)) as { accords_photos: { identite: string }[] }).accords_photos
    const named = async (who: Member) => (await archive(who)).map((x) => x.identite.slice(-1))
    expect(await named(second)).toEqual(['2', '2', '2'])
    expect(await named(couple)).toEqual(['1', '1'])
    // the refusal is open to whoever acts as Paul
    expect((await answer(couple, id, 'withdraw')).status).toBe(200)
    expect(await sees()).toBe(404)
  })

  test('a code keeps the person from a login that somebody else makes for them; a login that leaves is nobody’s', async () => {
    const { couple, paul } = await scene()
    as(couple, paul)
    await setCode(couple, CODE)
    const second = await secondLogin(t, couple)
    expect((await choose(second, paul)).body).toMatchObject({ code: 'agreement_code' })
    expect((await choose(second, paul, CODE)).status).toBe(200)
    await couple.call(endLogin, { params: { id: second.userId }, body: { password: PASSWORD } })
    expect(await voices(couple)).toContainEqual([paul, 'code', true])
    const row = await t.ctx.db
      .selectFrom('users')
      .where('id', '=', second.userId)
      .select('identity_id')
      .executeTakeFirst()
    expect(row?.identity_id).toBeNull()
  })
})

describe('a forgotten code', () => {
  const DAY_MS = 86_400_000
  const forget = (who: Member, identity_id: string, on: boolean, password?: string) =>
    who.call(g.forgetIdentityCode, { body: { identity_id, on, ...(password ? { password } : {}) } })
  const endOf = async (who: Member, id: string) =>
    (await who.call(g.listAgreements)).body.persons.find((p) => p.identity_id === id)?.code_ends_at

  test('it goes after seven days, and all logins are told', async () => {
    const { couple, anne, paul } = await scene()
    as(couple, paul)
    expect((await setCode(couple, CODE)).status).toBe(200)
    expect((await forget(couple, paul, true, 'faux')).body).toMatchObject({
      code: 'wrong_password',
    })
    expect((await forget(couple, anne, true, PASSWORD)).status).toBe(200)
    expect(await endOf(couple, anne)).toBeNull()
    expect((await forget(couple, paul, true, PASSWORD)).status).toBe(200)
    const ends = await endOf(couple, paul)
    expect(Date.parse(ends ?? '') - t.clock.now).toBeGreaterThan(6 * DAY_MS)
    await expect
      .poll(async () => (await mailsTo(t, couple.email)).map((m) => m.subject))
      .toContain('Un code de votre compte va être retiré')
    // asked again, it does not begin anew
    t.clock.now += 60_000
    await forget(couple, paul, true, PASSWORD)
    expect(await endOf(couple, paul)).toBe(ends)
    const codes = () =>
      t.ctx.db.selectFrom('identity_codes').where('identity_id', '=', paul).selectAll().execute()
    t.clock.now += 6 * DAY_MS
    await tidyRows(t.ctx)
    expect(await codes()).toHaveLength(1)
    t.clock.now += DAY_MS
    await tidyRows(t.ctx)
    expect(await codes()).toEqual([])
  })

  test('either of the two keeps it, and so does the right code; a stranger does neither', async () => {
    const { couple, anne, paul, stranger } = await scene()
    as(couple, paul)
    await setCode(couple, CODE)
    const photo = await addPhoto(couple, [paul])
    await forget(couple, paul, true, PASSWORD)
    for (const on of [true, false])
      expect((await forget(stranger, paul, on, PASSWORD)).body).toMatchObject({
        code: 'foreign_identity',
      })
    as(couple, anne)
    expect((await forget(couple, paul, false)).status).toBe(200)
    expect(await endOf(couple, paul)).toBeNull()
    as(couple, paul)
    await forget(couple, paul, true, PASSWORD)
    await answer(couple, photo, 'yes', CODE)
    expect(await endOf(couple, paul)).toBeNull()
  })

  test('of who has a login of their own, nobody else says that it is forgotten', async () => {
    const { couple, anne, paul } = await scene()
    as(couple, anne)
    await setCode(couple, CODE)
    const second = await secondLogin(t, couple)
    await choose(second, anne, CODE)
    as(couple, paul)
    await choose(couple, paul)
    expect((await forget(couple, anne, true, PASSWORD)).body).toMatchObject({
      code: 'agreement_login',
    })
  })
})
