import { describe, expect, test } from 'vitest'
import { patchAccount, patchAvatar } from '#contract/profile/data'
import { newId } from '../../../server/tokens'
import { person, placeInput, profile } from '../../support/world/profiles'
import { picture, upload } from '../../support/world/world'
import { setUp, t, save, look } from './data-setup'

setUp()

describe('one’s own profile', () => {
  test('__proto__ in a map is refused and reaches no object', async () => {
    const solo = await t.member('poison')
    const text = JSON.stringify({ data: profile() }).replace(
      '"contextPractices":{}',
      '"contextPractices":{"__proto__":{"clubs":5}}',
    )
    const answer = await solo.raw('POST', '/api/account/profile', {
      payload: text,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(400)
    expect(({} as Record<string, unknown>)['clubs']).toBeUndefined()
  })

  test('a person under 18 is refused, until the 18th birthday', async () => {
    const solo = await t.member('majeure')
    const day = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Europe/Paris',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    // the birthday of a leap day in common years
    const years = (iso: string, common: string) =>
      `${Number(iso.slice(0, 4)) - 18}${iso.slice(4) === '-02-29' ? common : iso.slice(4)}`
    const [today, tomorrow] = [
      years(day.format(t.ctx.now()), '-02-28'),
      years(day.format(t.ctx.now() + 86_400_000), '-03-01'),
    ]
    expect(
      (await save(solo, profile({ person1: person({ birthDate: tomorrow }) }))).body,
    ).toMatchObject({ code: 'underage', details: [{ path: 'body.data.person1.birthDate' }] })
    const answer = await save(solo, profile({ person1: person({ birthDate: today }) }))
    expect([answer.status, answer.body.data.person1.age]).toEqual([200, 18])
  })

  test('a place that does not exist is refused', async () => {
    expect(
      (await save(await t.member('nulle_part'), profile({ location: placeInput('99999') }))).body,
    ).toMatchObject({ code: 'place_unknown' })
  })

  test('CORE-134 CORE-144 CORE-146: id-based calls change only the own account', async () => {
    const [own, other] = [await t.member('par_id'), await t.member('par_id_autre')]
    const photo = (await upload(own, await picture(7))).body.media_id
    expect(
      (
        await own.call(patchAccount, {
          params: { id: own.accountId },
          body: { data: profile({ description: 'Par id' }) },
        })
      ).body.data.description,
    ).toBe('Par id')
    expect(
      (await own.call(patchAvatar, { params: { id: own.accountId }, body: { media_id: photo } }))
        .body.account.avatar_url,
    ).toBe(`/api/media/${photo}/url`)
    for (const id of [other.accountId, newId()]) {
      expect(
        (
          await own.call(patchAccount, {
            params: { id },
            body: { data: profile({ description: 'Volé' }) },
          })
        ).body,
      ).toMatchObject({ code: 'not_your_account' })
      expect(
        (await own.call(patchAvatar, { params: { id }, body: { media_id: photo } })).body,
      ).toMatchObject({ code: 'not_your_account' })
    }
    expect((await look(own, other.accountId)).body).toMatchObject({
      account: { avatar_url: null },
      data: { description: null },
    })
  })
})
