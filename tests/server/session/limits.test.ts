import { beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const PASSWORD = 'un-bon-mot-de-passe'

describe('rate limits', () => {
  const t = sharedApp({ RATE_FACTOR: '1' })
  let victim: Member
  beforeAll(async () => {
    victim = await t.member('cible')
  })

  const login = (
    email: string,
    password: string,
    remoteAddress: string,
    headers: Record<string, string> = {},
  ) =>
    t.app.fastify.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
      remoteAddress,
      headers,
    })

  test('guesses from one address are stopped with 429 and Retry-After; the member still signs in from elsewhere', async () => {
    const statuses: number[] = []
    let last
    for (let i = 0; i < 12; i++) {
      last = await login(victim.email, `essai-${i}`, '203.0.113.7')
      statuses.push(last.statusCode)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(800)
    expect(last?.json()).toMatchObject({
      code: 'too_many',
      error: expect.stringContaining('Patientez'),
    })
    // nor does the right password succeed from the address that guessed
    expect((await login(victim.email.toUpperCase(), PASSWORD, '203.0.113.7')).statusCode).toBe(429)
    expect((await login(victim.email, PASSWORD, '203.0.113.8')).statusCode).toBe(200)
  })

  test('all addresses of one IPv6 network count as one', async () => {
    const statuses: number[] = []
    for (let i = 1; i <= 12; i++)
      statuses.push((await login('ipv6@test.invalid', 'essai', `2001:db8:1:2:${i}::1`)).statusCode)
    expect(statuses.slice(9)).toEqual([401, 429, 429])
    expect((await login('ipv6@test.invalid', 'essai', '2001:db8:1:3::1')).statusCode).toBe(401)
  })

  test('others who use up the guesses at a member do not lock the member out', async () => {
    const owner = await t.member('verrou')
    // 10 from each address: the limit of the e-mail address counts 500
    for (let at = 0; at < 50; at++)
      await Promise.all(
        Array.from({ length: 10 }, (_, i) => login(owner.email, `essai-${i}`, `203.0.114.${at}`)),
      )
    expect((await login(owner.email, PASSWORD, '203.0.115.1')).statusCode).toBe(200)
    expect((await login(owner.email, 'essai', '203.0.115.2')).statusCode).toBe(401)
    expect((await login(owner.email, PASSWORD, '203.0.115.2')).statusCode).toBe(429)
  }, 120_000)

  test('the guesses at a password that is asked again are counted over all screens', async () => {
    const member = await t.member('devine')
    const statuses: number[] = []
    for (const url of ['/api/account/export', '/api/auth/password', '/api/account/export'])
      for (let i = 0; i < 4; i++)
        statuses.push(
          (
            await t.app.fastify.inject({
              method: 'POST',
              url,
              payload: { password: 'essai', current: 'essai', close_others: false },
              headers: { authorization: `Bearer ${member.token}` },
              remoteAddress: '203.0.113.90',
            })
          ).statusCode,
        )
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  test('many accounts tried from one address are stopped as well', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 62; i++)
      statuses.push((await login(`compte-${i}@test.invalid`, 'essai', '203.0.113.20')).statusCode)
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(401))
    expect(statuses.slice(60)).toEqual([429, 429])
  })

  test('a forged X-Forwarded-For resets nothing', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 12; i++)
      statuses.push(
        (
          await login('faussaire@test.invalid', 'essai', '203.0.113.30', {
            'x-forwarded-for': `198.51.100.${i}`,
            forwarded: `for=198.51.100.${i}`,
            'x-real-ip': `198.51.100.${i}`,
          })
        ).statusCode,
      )
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  test('nor behind a reverse proxy, which appends the true address', async () => {
    const behind = await testApp({ RATE_FACTOR: '1', TRUST_PROXY: '1' })
    const statuses: number[] = []
    for (let i = 0; i < 12; i++)
      statuses.push(
        (
          await behind.app.fastify.inject({
            method: 'POST',
            url: '/api/auth/login',
            payload: { email: 'faussaire@test.invalid', password: 'essai' },
            remoteAddress: '10.0.0.1',
            headers: { 'x-forwarded-for': `198.51.100.${i}, 203.0.113.40` },
          })
        ).statusCode,
      )
    await behind.close()
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
  })

  test('other spellings of what is counted are the same: U+0000 is dropped, then blanks around', async () => {
    const spelled = (text: string, i: number): string => `\0${' '.repeat(i)}${text}\0 `
    const guesses: number[] = []
    for (let i = 0; i < 12; i++)
      guesses.push(
        (await login(spelled('orthographe@test.invalid', i), 'essai', '203.0.113.50')).statusCode,
      )
    expect(guesses).toEqual([...Array<number>(10).fill(401), 429, 429])
    const post = async (path: string, payload: Record<string, string>, i: number) =>
      (
        await t.app.fastify.inject({
          method: 'POST',
          url: `/api/auth/${path}`,
          payload,
          remoteAddress: `198.18.0.${i}`,
        })
      ).statusCode
    const mails: number[] = []
    for (let i = 0; i < 7; i++)
      mails.push(
        await post('forgot-password', { email: spelled('orthographe@test.invalid', i) }, i),
      )
    expect(mails).toEqual([...Array<number>(5).fill(202), 429, 429])
    const codes: number[] = []
    for (let i = 0; i < 7; i++)
      codes.push(
        await post(
          'recovery',
          { ticket: `${'\0'.repeat(i)}${'t'.repeat(43)}`, code: 'abcde-fghij' },
          i,
        ),
      )
    expect(codes).toEqual([...Array<number>(5).fill(401), 429, 429])
  })

  test('mails to one address are counted, known or not, and the answer stays the same', async () => {
    for (const path of ['forgot-password', 'resend-verification'])
      for (const email of [victim.email, 'inconnue@test.invalid']) {
        const answers = await Promise.all(
          Array.from({ length: 7 }, (_, i) =>
            t.app.fastify.inject({
              method: 'POST',
              url: `/api/auth/${path}`,
              payload: { email },
              remoteAddress: `192.0.2.${i}`,
            }),
          ),
        )
        expect(answers.map((a) => a.statusCode).sort(), `${path} ${email}`).toEqual([
          ...Array<number>(5).fill(202),
          429,
          429,
        ])
      }
  })
})
