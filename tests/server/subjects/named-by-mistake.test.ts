import { expect, test } from 'vitest'
import * as g from '#contract/agreements'
import type { People } from '#contract/profile/people'
import { setAvatar } from '#contract/profile/profile'
import { addPhoto, secondLogin } from '../../support/world/couples'
import type { Member } from '../../support/server/server'
import * as parted from '../parting/setup'
import { answer, linkStatus, listOf, newsOf, scene, setUp, stateOf, t } from './agreements-setup'

setUp()

const CODE = '274913'
const PASSWORD = 'un-bon-mot-de-passe'
const correct = (who: Member, id: string, people: People, shows: string[] = []) =>
  who.call(g.setPeople, { params: { id }, body: { people, shows } })
/** A photo of Anne on which Paul was named, as the account's avatar. */
const mistaken = async () => {
  const s = await scene()
  const id = await addPhoto(s.couple, [s.paul])
  await s.couple.call(setAvatar, { body: { mediaId: id } })
  return { ...s, id }
}

test('who was named by mistake is asked, and only their word takes them off; then the photo is shown', async () => {
  const { couple, other, anne, paul, id } = await mistaken()
  const { body } = await correct(couple, id, 'named', [anne])
  expect(body).toEqual({
    people: 'named',
    subjects: expect.arrayContaining([
      { identity_id: anne, state: 'yes', corrected: false },
      { identity_id: paul, state: 'asked', corrected: true },
    ]) as unknown,
  })
  // said again it is the same request, and nobody else has seen the photo
  expect((await correct(couple, id, 'nobody')).body.subjects).toHaveLength(2)
  expect((await correct(couple, id, 'named', [anne])).status).toBe(200)
  expect(await linkStatus(other, id)).toBe(404)
  const [first] = (await listOf(couple)).agreements
  expect(first).toMatchObject({ media_id: id, identity_id: paul, corrected: true })
  expect(await newsOf(couple)).toContainEqual([
    'agreement_asked',
    { person: expect.any(String) as string },
  ])
  // another person, and a stranger, cannot say it
  expect((await answer(couple, anne, id, 'absent')).body).toMatchObject({ code: 'agreement_given' })
  expect((await answer(other, null, id, 'absent')).status).toBe(404)

  expect((await answer(couple, paul, id, 'absent')).status).toBe(200)
  expect(await stateOf(couple, id)).toEqual([[anne, 'yes', false]])
  expect(await linkStatus(other, id)).toBe(200)
  expect((await listOf(couple)).places).toEqual([])
})

test('a yes or a no ends the request; a refusal stays one after the correction', async () => {
  const { couple, other, paul, id } = await mistaken()
  await correct(couple, id, 'nobody')
  await answer(couple, paul, id, 'no')
  const states = async () =>
    (await listOf(couple)).agreements.map((one) => [one.state, one.corrected])
  expect(await states()).toEqual([['no', false]])
  expect((await answer(couple, paul, id, 'absent')).body).toMatchObject({ code: 'agreement_given' })
  await correct(couple, id, 'nobody')
  expect(await states()).toEqual([['no', true]])
  expect(await linkStatus(other, id)).toBe(404)
  // named again: nothing is asked any more
  await correct(couple, id, 'named', [paul])
  expect((await states())[0]?.[1]).toBe(false)
})

test('an agreement that was given stays until their word, and nothing is hidden meanwhile', async () => {
  const { couple, other, anne, paul, id } = await mistaken()
  await answer(couple, paul, id, 'yes')
  couple.identity = anne
  await correct(couple, id, 'nobody')
  expect(await linkStatus(other, id)).toBe(200)
  expect(await stateOf(couple, id)).toEqual([[paul, 'yes', false]])
  expect((await answer(couple, paul, id, 'absent')).status).toBe(200)
  expect(await stateOf(couple, id)).toEqual([])
  expect(await linkStatus(other, id)).toBe(200)
})

test('who was asked may say it unasked; who is on the photo is then not said', async () => {
  const { couple, paul, id } = await mistaken()
  expect((await answer(couple, paul, id, 'absent')).status).toBe(200)
  expect((await couple.call(g.getPeople, { params: { id } })).body).toEqual({
    people: null,
    subjects: [],
  })
})

test('their word needs their code, or their own login where they have one', async () => {
  const { couple, paul, anne, id } = await mistaken()
  couple.identity = paul
  await couple.call(g.setIdentityCode, { body: { password: PASSWORD, code: CODE } })
  couple.identity = anne
  await correct(couple, id, 'nobody')
  for (const wrong of [undefined, '000999'])
    expect((await answer(couple, paul, id, 'absent', wrong)).body).toMatchObject({
      code: 'agreement_code',
    })
  expect((await answer(couple, paul, id, 'absent', CODE)).status).toBe(200)

  const s = await mistaken()
  const second = await secondLogin(t, s.couple)
  await second.call(g.setLoginIdentity, { body: { identity_id: s.paul } })
  await correct(s.couple, s.id, 'nobody')
  expect((await answer(s.couple, s.paul, s.id, 'absent')).body).toMatchObject({
    code: 'agreement_login',
  })
  expect((await answer(second, s.paul, s.id, 'absent')).status).toBe(200)
})

test('while a parting is open a photo that the other has added is not left to one alone', async () => {
  const c = await parted.couple(t)
  const hers = await addPhoto(c.anne, [c.anneId, c.paulId])
  await correct(c.paul, hers, 'named', [c.paulId])
  await parted.ask(c.anne, { handle: c.handle })
  expect((await answer(c.anne, c.anneId, hers, 'absent')).body).toMatchObject({
    code: 'parting_open',
  })
  expect((await answer(c.paul, c.paulId, hers, 'absent')).status).toBe(200)
})
