import { describe, expect, test } from 'vitest'
import * as g from '#contract/agreements'
import { mediaUrl } from '#contract/media'
import { setAvatar } from '#contract/profile/profile'
import { endLogin } from '#contract/session/security'
import { collectArchive } from '../../../server/life/collect'
import { deleteExpiredRows } from '../../../server/life/tidy'
import { type Member } from '../../support/server/server'
import { addPhoto, secondLogin } from '../../support/world/couples'
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
      ((await collectArchive(t.ctx, who)) as { accords_photos: { identite: string }[] })
        .accords_photos
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
    await deleteExpiredRows(t.ctx)
    expect(await codes()).toHaveLength(1)
    t.clock.now += DAY_MS
    await deleteExpiredRows(t.ctx)
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
