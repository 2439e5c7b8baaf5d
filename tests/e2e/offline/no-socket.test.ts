import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright'
import { WebSocket } from 'ws'
import { DESKTOP, launch, newContext, PASSWORD, signIn } from '../../support/browser/browser'
import { startServer, type RunningServer } from '../../support/server/process'

let server: RunningServer
let browser: Browser
let taken: WebSocket
beforeAll(async () => {
  // the only socket of this server is taken: the page gets none, as behind a proxy without WebSocket
  server = await startServer({ DEMO: '1', MAX_SOCKETS: '1' })
  browser = await launch()
  const config = (await (await fetch(`${server.url}/api/config`)).json()) as {
    realtime: { key: string }
  }
  taken = new WebSocket(
    `${server.url.replace('http', 'ws')}/app/${config.realtime.key}?protocol=7&client=js&version=8.4.0`,
  )
  await new Promise((open, fail) => taken.once('open', open).once('error', fail))
})
afterAll(async () => {
  taken.close()
  await browser.close()
  await server.close()
})

test('without a socket a message of another member arrives by polling', async () => {
  const page = await (await newContext(browser, DESKTOP)).newPage()
  await signIn(page, server.url, 'demo-2@connivence.test')
  const list = page.getByRole('region', { name: 'Liste des discussions' })
  const href = await list
    .getByRole('link', { name: /lea_hugo/ })
    .first()
    .getAttribute('href')
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo-1@connivence.test', password: PASSWORD }),
  })
  const { token } = (await login.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = await fetch(`${server.url}/api${href}/messages`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      content: 'Vous me lisez sans fil',
      sender_identity_id: null,
      client_msg_id: crypto.randomUUID(),
    }),
  })
  expect([sent.status, await sent.text()]).toEqual([201, expect.any(String)])
  await list.getByText('Vous me lisez sans fil').waitFor({ timeout: 45_000 })
  await page.context().close()
})
