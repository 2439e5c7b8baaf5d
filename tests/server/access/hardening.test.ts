import { mkdtempSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listMessages, sendMessage, startConversation } from '#contract/messaging/messages'
import { saveProfile } from '#contract/profile/data'
import { listRelationLocations } from '#contract/radar'
import { addZone } from '#contract/zones'
import { createRelation } from '../../../server/relations/service'
import { normalizeMessageText } from '../../../server/messaging/messages/text'
import { newId } from '../../../server/tokens'
import { startServer } from '../../support/server/process'
import { testApp, type TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { placeInput, profile } from '../../support/world/profiles'
import { picture, upload } from '../../support/world/world'

const t = sharedApp({ DEMO: '1' })

describe('what a message may hold', () => {
  test('nothing that is seen is no message', () => {
    for (const text of [
      '',
      '   ',
      '\u200b\u200d\ufeff',
      '\u2060\u00ad',
      '\u3164',
      '\u2800\u2800',
      '\u0301',
      '\ufe0f',
      '\u202e \u202c',
    ])
      expect(normalizeMessageText(text), JSON.stringify(text)).toBe('')
    for (const text of ['a', '👩🏽‍🚀', '❤️', 'سلام', 'שלום', '한', '…', '?', '¯\\_(ツ)_/¯', 'क्षि'])
      expect(normalizeMessageText(text)).toBe(text)
  })
  test('direction controls stay in pairs or go; marks are capped', () => {
    expect(normalizeMessageText('voir \u202emoc.live\u202c ici')).toBe(
      'voir \u202emoc.live\u202c ici',
    )
    expect(normalizeMessageText('voir \u202emoc.live')).toBe('voir moc.live')
    expect(normalizeMessageText('a\u2067b\u202cc\u2069')).toBe('a\u2067bc\u2069')
    expect(normalizeMessageText('\u202c\u2069fin')).toBe('fin')
    expect(normalizeMessageText(`a${'\u0301'.repeat(40)}b`)).toBe(`a${'\u0301'.repeat(8)}b`)
  })
  test('an empty-looking message is refused by the server', async () => {
    const [a, b] = [await t.member(), await t.member()]
    const { id } = (await a.call(startConversation, { body: { handle: b.handle } })).body
      .conversation
    const sent = await a.call(sendMessage, {
      params: { id },
      body: {
        content: '\u200b\u200b',
        sender_identity_id: a.identityIds[0] ?? null,
        client_msg_id: newId(),
      },
    })
    expect(sent.body).toMatchObject({ code: 'empty_message' })
  })
})

test('the name of the sender’s file is kept nowhere', async () => {
  const [a, b] = [await t.member(), await t.member()]
  const { id } = (await a.call(startConversation, { body: { handle: b.handle } })).body.conversation
  const up = await upload(a, await picture(77), 'Léa Martin vacances.jpg')
  expect(JSON.stringify(up.body)).not.toContain('Martin')
  await a.call(sendMessage, {
    params: { id },
    body: {
      content: '',
      sender_identity_id: a.identityIds[0] ?? null,
      client_msg_id: newId(),
      media_ids: [up.body.media_id],
    },
  })
  for (const who of [a, b]) {
    const page = await who.call(listMessages, { params: { id } })
    expect(page.body.messages[0]?.media).toHaveLength(1)
    expect(JSON.stringify(page.body)).not.toContain('Martin')
  }
})

test('half a character in one profile breaks neither the map nor the zones of others', async () => {
  const [bad, other] = [await t.member(), await t.member()]
  await t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, bad.accountId, other.accountId, 'link', t.ctx.now()))
  const location = placeInput('69123')
  const saved = await bad.call(saveProfile, {
    body: { data: profile({ description: 'ici \ud800 et \0 là', location }) },
  })
  expect(saved.status).toBe(200)
  const map = await other.call(listRelationLocations, { query: { bbox: '40,-5,52,9' } })
  expect(map.body.relations).toMatchObject([{ with_account_id: bad.accountId }])
  expect((await other.call(addZone, { body: { place_id: '69123', radius_km: 5 } })).status).toBe(
    200,
  )
})

test('a body nested without end is refused and nothing breaks', async () => {
  const deep = `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  const answer = await t.client().raw('POST', '/api/auth/register', {
    payload: deep,
    headers: { 'content-type': 'application/json' },
  })
  expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_payload'])
})

test('the demonstration mailbox is read on this machine only, whatever the public address', async () => {
  const open = await testApp({ PUBLIC_URL: 'http://demo.example', DEMO: '1' })
  const ask = (host: string, remoteAddress = '127.0.0.1', headers = {}) =>
    open.app.fastify.inject({
      method: 'GET',
      url: '/demo/boite-aux-lettres',
      headers: { host, ...headers },
      remoteAddress,
    })
  expect((await ask('localhost:8080')).statusCode).toBe(200)
  expect((await ask('evil.example:8080')).statusCode).toBe(404)
  expect((await ask('demo.example')).statusCode).toBe(404)
  expect((await ask('localhost:8080', '203.0.113.9')).statusCode).toBe(404)
  // nginx with its default Host, and TRUST_PROXY=0
  for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip'])
    expect((await ask('127.0.0.1:8080', '127.0.0.1', { [name]: '203.0.113.9' })).statusCode).toBe(
      404,
    )
  // the same without a header of its own
  const { hostname, port } = new URL(await open.listen())
  const firstLine = (version: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      socket.on('error', reject)
      socket.once('data', (data) => {
        resolve(String(data).split('\r\n')[0] ?? '')
        socket.destroy()
      })
      socket.write(
        `GET /demo/boite-aux-lettres HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
      )
    })
  expect(await firstLine('1.1')).toContain(' 200 ')
  expect(await firstLine('1.0')).toContain(' 404 ')
  await open.close()
})

test('the REST API of the realtime engine is closed unless it is switched on', async () => {
  const status = async (app: TestApp): Promise<number> =>
    (await app.client().raw('GET', '/apps/connivence/channels')).status
  expect(await status(t)).toBe(404)
  const open = await testApp({ REALTIME_REST: '1' })
  expect(await status(open)).toBe(401)
  await open.close()
})

test('what the server stores is readable by its own user alone', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'connivence-mode-'))
  const server = await startServer({ DEMO: '0', DATA_DIR: dir })
  try {
    for (const path of ['', 'connivence.db', 'secret'])
      expect((statSync(join(dir, path)).mode & 0o077).toString(8), path).toBe('0')
  } finally {
    await server.close()
  }
})
