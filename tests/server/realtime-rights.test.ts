import { describe, expect, test } from 'vitest'
import { pusherAuth } from '#contract/realtime'
import { setUp, t } from './app-setup'

setUp()

describe('realtime rights', () => {
  test('MSG-166: the channel call wants bearer and own identity, signs own channels and refuses another’s', async () => {
    const [a, b] = [await t.member('canal_a'), await t.member('canal_b')]
    const ask = (channel_name: string) =>
      a.call(pusherAuth, { body: { socket_id: '12.34', channel_name } })
    expect((await ask(`private-account-${a.accountId}`)).body.auth).toMatch(/^\w+:[0-9a-f]{64}$/)
    expect((await ask(`private-account-${b.accountId}`)).status).toBe(403)
    expect(
      (
        await t.client().call(pusherAuth, {
          body: { socket_id: '12.34', channel_name: `private-account-${a.accountId}` },
        })
      ).status,
    ).toBe(401)
    a.identity = b.identityIds[0] ?? null
    expect((await ask(`private-account-${a.accountId}`)).status).toBe(403)
    // as a form, the way the library itself posts
    a.identity = null
    const form = await a.raw('POST', '/api/pusher/auth', {
      payload: `socket_id=12.34&channel_name=private-account-${a.accountId}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.status).toBe(200)
  })
})
