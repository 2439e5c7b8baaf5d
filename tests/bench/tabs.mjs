// Ten tabs of one member against one: sockets, heartbeats and requests in the same minute with the same events.
import { http, login, uuidOf } from '../support/http'
import { stage } from './browser.mjs'

const SECONDS = 45
const run = async (tabs) => {
  const s = await stage()
  const { context, page } = await s.member('demo-3@connivence.test')
  for (let i = 1; i < tabs; i += 1) {
    const tab = await context.newPage()
    await tab.goto(`${s.server.url}/conversations`)
    await tab.getByRole('heading', { name: 'Discussions' }).waitFor()
  }
  await page.bringToFront()
  await page.waitForTimeout(3000)
  let requests = 0
  let heartbeats = 0
  context.on('request', (r) => {
    if (!r.url().includes('/api/')) return
    requests += 1
    if (r.url().endsWith('/presence/heartbeat')) heartbeats += 1
  })
  const sender = await login(s.server.url, 'demo-2@connivence.test')
  const me = await login(s.server.url, 'demo-3@connivence.test')
  const handle = (await http(s.server.url, me.token).get('/api/auth/me')).body.account.account_handle
  const { conversation } = (await http(s.server.url, sender.token).post('/api/conversations/start', { handle })).body
  for (let i = 0; i < SECONDS; i += 1) {
    if (i % 3 === 0) await http(s.server.url, sender.token).post(`/api/conversations/${conversation.id}/messages`, { content: `bonjour ${i}`, sender_identity_id: sender.identityIds[0], client_msg_id: uuidOf(`tabs ${tabs} ${i}`) })
    await page.waitForTimeout(1000)
  }
  const sockets = Number(await page.evaluate(async () => (await fetch('/healthz')).status))
  await s.close()
  return { requests, heartbeats, sockets }
}
const one = await run(1)
const ten = await run(10)
console.log(`requests in ${SECONDS} s: 1 tab ${one.requests}, 10 tabs ${ten.requests}: ${(ten.requests / Math.max(1, one.requests)).toFixed(2)} × (goal 1.1)`)
console.log(`heartbeats: 1 tab ${one.heartbeats}, 10 tabs ${ten.heartbeats} (one per 20 s)`)
