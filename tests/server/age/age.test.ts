import { describe, expect, test } from 'vitest'
import { calendarFeed } from '#contract/events/calendar'
import { me } from '#contract/session/session'
import { ageState, AGE_CHECK_S, finishAge, startAge } from '#contract/session/age'
import { listNews } from '#contract/news'
import { collectArchive } from '../../../server/life/collect'
import { readEnv, SettingError } from '../../../server/env'
import { signAnswer } from '../../../server/age/adapters/external'
import { testApp, type Client, type Member, type TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { renewToken } from '../../support/world/staff'

const SECRET = 'un secret partagé avec le prestataire'
const EXTERNAL = {
  AGE_CHECK: 'external',
  AGE_URL: 'https://age.example/verifier?client=1',
  AGE_SECRET: SECRET,
}
const DAY = 86_400_000
const codeOf = (answer: { body: unknown }): unknown => (answer.body as { code?: string }).code
const at = (t: TestApp, plusS = 0): string => String(Math.floor(t.ctx.now() / 1000) + plusS)
const answer = (t: TestApp, id: string, over18: '1' | '0' = '1', plusS = 0, secret = SECRET) => ({
  params: { id },
  body: { over18, at: at(t, plusS), signature: signAnswer(secret, id, over18, at(t, plusS)) },
})
const rowOf = (t: TestApp, one: Member) =>
  t.ctx.db
    .selectFrom('users')
    .where('id', '=', one.userId)
    .select(['age_proved_on', 'age_method'])
    .executeTakeFirstOrThrow()
const isIn = async (one: Client): Promise<boolean> => (await one.call(listNews, {})).status === 200

describe('an external provider', () => {
  const t = sharedApp({ ...EXTERNAL, AGE_PROOF_DAYS: '30' })

  test('leads the browser back with a signed answer, which opens the account; only day and method are kept', async () => {
    const one = await t.member('majeure')
    expect(codeOf(await one.call(listNews, {}))).toBe('age_required')
    const { body, status } = await one.call(startAge)
    expect(status).toBe(201)
    const address = new URL(body.address)
    expect(address.origin + address.pathname).toBe('https://age.example/verifier')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client: '1',
      state: body.id,
      return: `${t.ctx.env.publicUrl}/age`,
    })
    expect((await one.call(finishAge, answer(t, body.id))).body).toEqual({ state: 'passed' })
    expect(await isIn(one)).toBe(true)
    const row = await rowOf(t, one)
    expect(row.age_method).toBe('external')
    expect(Number(row.age_proved_on) % DAY).toBe(0)
    const archive = await collectArchive(t.ctx, one)
    expect(archive['compte']).toMatchObject({ preuve_d_age: { moyen: 'external' } })
    // once
    expect(codeOf(await one.call(finishAge, answer(t, body.id)))).toBe('age_answer_invalid')
  })

  test('refuses what is forged, late, of another session or another check; a «no» opens nothing', async () => {
    const [one, other] = [await t.member('une'), await t.member('autre')]
    const { id } = (await one.call(startAge)).body
    for (const wrong of [
      answer(t, id, '1', 0, 'un autre secret que celui du prestataire'),
      answer(t, id, '1', AGE_CHECK_S + 60),
      answer(t, id, '1', -AGE_CHECK_S - 60),
      { ...answer(t, id, '0'), body: { ...answer(t, id, '0').body, over18: '1' as const } },
    ])
      expect(codeOf(await one.call(finishAge, wrong))).toBe('age_answer_invalid')
    expect((await other.call(finishAge, answer(t, id))).status).toBe(404)
    expect((await other.call(ageState, { params: { id } })).status).toBe(404)
    const { id: newer } = (await one.call(startAge)).body
    // the one before no longer counts
    expect((await one.call(finishAge, answer(t, id))).status).toBe(404)
    expect((await one.call(finishAge, answer(t, newer, '0'))).body).toEqual({ state: 'refused' })
    expect((await one.call(ageState, { params: { id: newer } })).body).toEqual({
      state: 'refused',
    })
    expect(codeOf(await one.call(finishAge, answer(t, newer)))).toBe('age_answer_invalid')
    expect(await isIn(one)).toBe(false)
  })

  test('two answers at once count once; a check without answer expires', async () => {
    const one = await t.member('presses')
    const { id } = (await one.call(startAge)).body
    const both = await Promise.all([1, 2].map(() => one.call(finishAge, answer(t, id))))
    expect(both.map((b) => b.status).toSorted()).toEqual([200, 400])
    const late = await t.member('en_retard')
    const slow = (await late.call(startAge)).body.id
    t.clock.now += AGE_CHECK_S * 1000 + 1
    try {
      expect((await late.call(ageState, { params: { id: slow } })).body).toEqual({
        state: 'expired',
      })
      expect(codeOf(await late.call(finishAge, answer(t, slow)))).toBe('age_answer_invalid')
    } finally {
      t.clock.now -= AGE_CHECK_S * 1000 + 1
    }
  })

  test('a proof holds for AGE_PROOF_DAYS; a calendar feed ends with it', async () => {
    const one = await t.member('agenda')
    const { id } = (await one.call(startAge)).body
    await one.call(finishAge, answer(t, id))
    const { url } = (await one.call(calendarFeed, { body: { discreet: false } })).body
    const feed = () => t.client().raw('GET', new URL(url).pathname)
    expect((await feed()).status).toBe(200)
    t.clock.now += 31 * DAY
    await renewToken(t, one)
    try {
      expect(codeOf(await one.call(listNews, {}))).toBe('age_required')
      expect((await feed()).status).toBe(404)
    } finally {
      t.clock.now -= 31 * DAY
    }
  })

  test('without a proof every route of a session is closed but the proof, the person’s rights and /auth/me', async () => {
    const one = await t.member('dehors')
    const open: string[] = []
    for (const route of t.app.served.filter((r) => r.auth !== 'none' && r.auth !== 'cookie')) {
      const path = route.path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')
      const reply = await one.raw(
        route.method,
        `/api${path}`,
        route.method === 'GET' ? {} : { body: {} },
      )
      if (codeOf(reply) !== 'age_required') open.push(route.id)
    }
    expect(open.toSorted()).toEqual(
      [
        'appealDecision',
        'ageState',
        'browserAge',
        'deleteAccount',
        'exportData',
        'finishAge',
        'keepAccount',
        'me',
        'myDecisions',
        'startAge',
      ].toSorted(),
    )
    expect((await one.call(me)).status).toBe(200)
  })
})

test('a simulated provider answers on a page of this server, with a signature of its own', async () => {
  const t = await testApp({ AGE_CHECK: 'simulator' })
  const one = await t.member('simulee')
  const { address, id } = (await one.call(startAge)).body
  const { pathname, search } = new URL(address)
  const page = await t.client().raw('GET', pathname + search)
  const href = /href="(\/age\?[^"]*over18=1[^"]*)"/.exec(String(page.body))?.[1] ?? ''
  const given = new URL(href.replaceAll('&#38;', '&'), 'http://x').searchParams
  const body = {
    over18: given.get('over18') as '1',
    at: given.get('at') ?? '',
    signature: given.get('signature') ?? '',
  }
  expect((await one.call(finishAge, { params: { id }, body })).body).toEqual({ state: 'passed' })
  expect(await isIn(one)).toBe(true)
  await t.close()
})

test('without AGE_CHECK nothing is asked, and nothing can be started', async () => {
  const t = await testApp()
  const one = await t.member('declaree')
  expect(await isIn(one)).toBe(true)
  expect((await one.call(startAge)).status).toBe(404)
  expect((await t.client().raw('GET', '/demo/age')).status).toBe(404)
  await t.close()
})

test('a mode without what it needs, an unknown one, and the simulator in production refuse to start', () => {
  for (const settings of [
    { AGE_CHECK: 'declared' },
    { AGE_CHECK: 'external' },
    { ...EXTERNAL, AGE_SECRET: 'court' },
    { ...EXTERNAL, AGE_URL: 'age.example' },
    { AGE_CHECK: 'openid4vp-av' },
    { AGE_CHECK: 'simulator', NODE_ENV: 'production' },
  ])
    expect(() => readEnv(settings), JSON.stringify(settings)).toThrow(SettingError)
})
