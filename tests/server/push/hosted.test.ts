import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeJwt, jwtVerify } from 'jose'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import {
  interestOf,
  pushAuth,
  pushSetup,
  saveUserPreferences,
  subscribePush,
  unsubscribePush,
} from '#contract/push'
import { logout } from '#contract/session/session'
import { newId } from '../../../server/tokens'
import { beamsInstanceOf } from '../../../server/push/keys'
import { testApp, type Member, type TestApp } from '../../support/server/server'

const SECRET = 'c'.repeat(43)
let t: TestApp
let beams: Server
let host: string
const seen: { method: string; path: string; authorization: string | undefined; body: unknown }[] =
  []
beforeAll(async () => {
  beams = createServer((request, response) => {
    let text = ''
    request
      .on('data', (c) => {
        text += String(c)
      })
      .on('end', () => {
        seen.push({
          method: request.method ?? '',
          path: request.url ?? '',
          authorization: request.headers.authorization,
          body: text ? JSON.parse(text) : null,
        })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"publishId":"x"}')
      })
  })
  await new Promise<void>((resolve) => {
    beams.listen(0, '127.0.0.1', resolve)
  })
  host = `http://127.0.0.1:${(beams.address() as AddressInfo).port}`
  t = await testApp({ BEAMS_INSTANCE_ID: 'instance-1', BEAMS_SECRET_KEY: SECRET, BEAMS_HOST: host })
})
afterAll(async () => {
  await t.close()
  beams.closeAllConnections()
  beams.close()
})
/** Sends what is due. `queued`: this many messages wait, queued after the reply; 0: none should. */
const settled = async (queued = 1): Promise<void> => {
  const waiting = () => t.ctx.db.selectFrom('push_queue').select('id').execute()
  if (queued === 0) await new Promise((r) => setTimeout(r, 60))
  else await expect.poll(async () => (await waiting()).length).toBe(queued)
  t.clock.now += 5_000
  await t.app.jobs.run()
}
const second = async (of: Member): Promise<Member> => {
  const { body } = await t
    .client()
    .raw('POST', '/api/auth/login', { body: { email: of.email, password: 'un-bon-mot-de-passe' } })
  return Object.assign(t.client(), {
    token: String(body['token']),
    accountId: of.accountId,
    identityIds: of.identityIds,
  }) as Member
}
const subscribe = (who: Member, deviceId: string) =>
  who.call(subscribePush, {
    body: {
      deviceId,
      interests: [interestOf(who.accountId, who.identityIds[0] ?? null)],
      identityId: who.identityIds[0] ?? '',
      platform: 'web',
      userAgent: 'Essai',
    },
  })

describe('hosted Beams by configuration', () => {
  test('CORE-158: the host is built from the instance id', () => {
    const of = (id: string) =>
      beamsInstanceOf(
        {
          PUSH: true,
          BEAMS_INSTANCE_ID: id,
          BEAMS_SECRET_KEY: SECRET,
          BEAMS_HOST: 'https://{instance}.pushnotifications.pusher.com',
        },
        Buffer.alloc(32),
      )?.host
    expect([of('une'), of('deux')]).toEqual([
      'https://une.pushnotifications.pusher.com',
      'https://deux.pushnotifications.pusher.com',
    ])
    expect(
      beamsInstanceOf(
        { PUSH: false, BEAMS_INSTANCE_ID: '', BEAMS_SECRET_KEY: '', BEAMS_HOST: '' },
        Buffer.alloc(32),
      ),
    ).toBeNull()
  })
  test('the page is sent there, may call it, and gets a token that Beams takes; our own device API is closed', async () => {
    const anna = await t.member('anna_beams')
    expect((await anna.call(pushSetup)).body).toMatchObject({ instanceId: 'instance-1', host })
    const answer = await anna.raw('GET', '/device_api/v1/instances/instance-1/web-vapid-public-key')
    expect(answer.status).toBe(404)
    expect(String(answer.headers['content-security-policy'])).toMatch(
      new RegExp(`connect-src [^;]*${host}`),
    )
    const { token } = (await anna.call(pushAuth, { query: { user_id: anna.accountId } })).body
    const { payload } = await jwtVerify(token, Buffer.from(SECRET), {
      issuer: 'https://instance-1.pushnotifications.pusher.com',
    })
    expect(payload.sub).toBe(anna.accountId)
    expect((decodeJwt(token).exp ?? 0) * 1000).toBeGreaterThan(Date.now())
  })
  test('publishes once to the account, with the most discreet text; a logout deletes the device', async () => {
    const [anna, bruno] = [await t.member('anna_hote'), await t.member('bruno_hote')]
    const elsewhere = await second(anna)
    expect((await subscribe(anna, 'web-1')).status).toBe(200)
    expect((await subscribe(elsewhere, 'web-2')).status).toBe(200)
    expect((await subscribe(bruno, 'web-1')).body).toMatchObject({ code: 'push_device_taken' })
    const id = (await bruno.call(startConversation, { body: { handle: anna.handle } })).body
      .conversation.id
    const say = (content: string) =>
      bruno.call(sendMessage, {
        params: { id },
        body: { content, sender_identity_id: bruno.identityIds[0] ?? null, client_msg_id: newId() },
      })
    seen.length = 0
    await say('Discret')
    await settled()
    expect(seen).toEqual([
      {
        method: 'POST',
        path: '/publish_api/v1/instances/instance-1/publishes/users',
        authorization: `Bearer ${SECRET}`,
        body: {
          users: [anna.accountId],
          web: {
            notification: expect.objectContaining({
              title: 'Nouvelle activité',
              body: '',
              deep_link: `${t.ctx.env.publicUrl}/conversations/${id}`,
            }),
            data: { url: `/conversations/${id}`, tag: expect.any(String) },
            time_to_live: 86_400,
          },
        },
      },
    ])
    await anna.call(saveUserPreferences, { body: { push: { details: true } } })
    await say('En clair')
    await settled()
    expect(JSON.stringify(seen.at(-1)?.body)).toContain('En clair')
    await elsewhere.call(logout)
    await expect
      .poll(() => seen.at(-1))
      .toMatchObject({
        method: 'DELETE',
        path: '/device_api/v1/instances/instance-1/devices/web/web-2',
      })
    await anna.call(unsubscribePush, { body: { deviceId: 'web-1' } })
    const before = seen.length
    await say('Plus personne')
    await settled(0)
    expect(seen).toHaveLength(before)
  })
})
