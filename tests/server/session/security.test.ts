import { describe, expect, test } from 'vitest'
import { currentPushDevice } from '#contract/push'
import { closeOtherSessions, closeSession, listSessions } from '#contract/session/security'
import { me, refresh } from '#contract/session/session'
import { describeDevice } from '../../../server/session/tokens/device'
import { deviceApi } from '../../support/push/device'
import { type Client } from '../../support/server/server'
import { liveClient } from '../live-client'
import { mailTo } from '../mailbox'
import { setUp, PHONE, service, t, enter } from './security-setup'

setUp()

const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  t.clock.now += ms
  try {
    return await work()
  } finally {
    t.clock.now -= ms
  }
}
const open = async (m: Client) => (await m.call(listSessions)).body.sessions
const idOf = async (m: Client): Promise<string> => (await open(m)).find((s) => s.current)?.id ?? ''

describe('sessions open elsewhere', () => {
  test('are listed by device, browser and dates, the own one first, without address or version', async () => {
    const first = await t.member()
    const phone = await later(60_000, () => enter(first))
    const answer = await first.raw('GET', '/api/auth/sessions')
    expect(answer.body['sessions']).toMatchObject([
      { current: true },
      { current: false, kind: 'phone', device: 'Chrome sur Android' },
    ])
    expect(JSON.stringify(answer.body)).not.toMatch(/Pixel|140\.0|127\.0\.0\.1|"ip"/)
    expect(Object.keys((answer.body['sessions'] as object[])[0] ?? {}).sort()).toEqual([
      'created_at',
      'current',
      'device',
      'id',
      'kind',
      'last_used_at',
    ])
    expect((await open(phone)).map((s) => s.current)).toEqual([true, false])
    // a session that can no longer be refreshed is not open
    await t.ctx.db
      .updateTable('sessions')
      .set({ last_used_at: t.ctx.now() - 30 * 86_400_000 })
      .where('id', '=', await idOf(first))
      .execute()
    expect(await open(phone)).toHaveLength(1)
  })
  test('an ended session stops at once: bearer, refresh with its reason, socket and push device', async () => {
    const base = await t.listen()
    const here = await t.member()
    const there = await enter(here)
    const api = await deviceApi(t, here)
    const device = await api.subscribe(there, service.browser())
    const [mine, theirs] = [await liveClient(base, here), await liveClient(base, there)]
    for (const live of [mine, theirs]) await live.subscribe(`private-account-${here.accountId}`)
    expect((await here.call(closeSession, { params: { id: await idOf(there) } })).body).toEqual({
      success: true,
    })
    expect((await there.call(me)).status).toBe(401)
    const refused = await there.call(refresh)
    expect([refused.status, refused.body]).toMatchObject([
      401,
      {
        code: 'session_closed',
        error: 'Cette session a été fermée depuis un autre de vos appareils.',
      },
    ])
    await expect.poll(() => theirs.pusher.connection.state).not.toBe('connected')
    await expect
      .poll(
        async () =>
          (await here.call(currentPushDevice, { query: { deviceId: device } })).body.device,
      )
      .toBeNull()
    expect(mine.pusher.connection.state).toBe('connected')
    expect(await open(here)).toHaveLength(1)
    for (const live of [mine, theirs]) live.pusher.disconnect()
  })
  test('another user’s, an ended and an unknown session fail alike', async () => {
    const [a, b] = [await t.member(), await t.member()]
    const end = async (id: string): Promise<unknown> => {
      const { status, body } = await a.call(closeSession, { params: { id } })
      return [status, body]
    }
    const over = await idOf(await enter(a))
    await a.call(closeSession, { params: { id: over } })
    const answers = [await end(await idOf(b)), await end(over), await end(crypto.randomUUID())]
    expect(answers[0]).toMatchObject([404, { code: 'not_found' }])
    expect(new Set(answers.map((x) => JSON.stringify(x))).size).toBe(1)
    expect((await b.call(me)).status).toBe(200)
  })
  test('ends all others at once; the partner’s stay', async () => {
    const m = await t.member('duo_ferme', ['woman', 'man'])
    const partner = await t.member()
    await t.ctx.db
      .updateTable('users')
      .set({ account_id: m.accountId })
      .where('id', '=', partner.userId)
      .execute()
    const others = [await enter(m), await enter(m)]
    expect((await m.call(closeOtherSessions)).body).toEqual({ closed: 2 })
    for (const o of others) expect((await o.call(me)).status).toBe(401)
    for (const alive of [m, partner]) expect((await alive.call(me)).status).toBe(200)
    expect((await m.call(closeOtherSessions)).body).toEqual({ closed: 0 })
  })
  test.each([
    [PHONE, 'phone', 'Chrome sur Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
      'phone',
      'Safari sur iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
      'computer',
      'Edge sur Windows',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'computer',
      'Firefox sur Linux',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36',
      'tablet',
      'Samsung Internet sur Android',
    ],
    ['curl/8', 'other', 'Appareil inconnu'],
    ['', 'other', 'Appareil inconnu'],
  ])('%s', (agent, kind, device) => expect(describeDevice(agent)).toEqual({ kind, device }))
})

describe('a stolen refresh token', () => {
  test('used after its child and the grace period it ends the family: both sides read why, the owner gets one mail', async () => {
    const m = await t.member()
    const [owner, elsewhere] = [await enter(m), await enter(m)]
    const thief = Object.assign(t.client(), { cookie: owner.cookie })
    await owner.call(refresh)
    await owner.call(refresh)
    const caught = await later(11_000, () => thief.call(refresh))
    const told = await owner.call(refresh)
    for (const answer of [caught, told])
      expect([answer.status, answer.body]).toMatchObject([
        401,
        {
          code: 'session_replayed',
          error: expect.stringContaining('une copie en a été utilisée ailleurs'),
        },
      ])
    expect((await owner.call(me)).status).toBe(401)
    expect((await thief.call(refresh)).body).toMatchObject({ code: 'session_replayed' })
    const mail = await mailTo(t, m.email)
    expect(mail.subject).toBe('Une de vos sessions a été fermée')
    expect((await elsewhere.call(me)).status).toBe(200)
    expect(
      await t.ctx.db
        .selectFrom('sessions')
        .where('user_id', '=', m.userId)
        .where('end_reason', '=', 'replay')
        .select('id')
        .execute(),
    ).toHaveLength(1)
  })
})
