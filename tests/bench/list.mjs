// The list of 500 conversations: from its data to painted rows (goal 300 ms), and how many rows a
// new message touches (goal 1).
import { http, login } from '../support/server/http'
import { median, stage } from './support/browser.mjs'

const COUNT = 500
const s = await stage()
const two = await login(s.server.url, 'demo-2@connivence.test')
const three = await login(s.server.url, 'demo-3@connivence.test')
const woman = http(s.server.url, three.token)
const handle = (await woman.get('/api/auth/me')).body.account.account_handle
const { conversation } = (
  await http(s.server.url, two.token).post('/api/conversations/start', { handle })
).body
const say = async (text) => {
  const sent = await woman.post(`/api/conversations/${conversation.id}/messages`, {
    content: text,
    sender_identity_id: three.identityIds[0],
    client_msg_id: crypto.randomUUID(),
  })
  if (sent.status !== 201) throw new Error(`say: ${sent.status}`)
}
await say('avant')
const { page } = await s.member('demo-2@connivence.test')
// the server's own list, its entries repeated under other ids
await page.route('**/api/conversations', async (route) => {
  const { conversations } = (
    await http(s.server.url, two.token, two.identityIds[0]).get('/api/conversations')
  ).body
  const more = Array.from({ length: COUNT - conversations.length }, (_, i) => ({
    ...conversations[i % conversations.length],
    id: crypto.randomUUID(),
    unread_count: i % 3,
    lastMessageAt: new Date(Date.parse('2026-01-01') - i * 60_000).toISOString(),
  }))
  await route.fulfill({ json: { conversations: [...conversations, ...more] } })
})
const times = []
for (let i = 0; i < 9; i += 1) {
  await page.goto(`${s.server.url}/conversations`, { waitUntil: 'commit' })
  times.push(
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const look = () => {
            const rows = document.querySelectorAll('a[href^="/conversations/"][class*=row]').length
            const data = performance
              .getEntriesByType('resource')
              .findLast((e) => e.name.endsWith('/api/conversations'))
            if (rows > 5 && data)
              requestAnimationFrame(() => resolve(performance.now() - data.responseEnd))
            else requestAnimationFrame(look)
          }
          look()
        }),
    ),
  )
}
console.log(
  `${COUNT} conversations, data to painted rows: ${median(times).toFixed(0)} ms, ` +
    `worst ${Math.max(...times).toFixed(0)} ms (goal 300)`,
)

const settled = () => page.waitForTimeout(1_500)
/** How many rows that stay change anything inside while `act` and its consequences happen. */
const touched = async (act, text) => {
  await page.evaluate(() => {
    const rows = new Set()
    const kept = new Set(document.querySelectorAll('a[href^="/conversations/"]'))
    window.observed = rows
    window.observer = new MutationObserver((list) => {
      for (const m of list) {
        const node = m.target instanceof Element ? m.target : m.target.parentElement
        const row = node?.closest('a[href^="/conversations/"]')
        if (row && kept.has(row)) rows.add(row.getAttribute('href'))
      }
    })
    window.observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  })
  await act()
  await page.locator(`a[href="/conversations/${conversation.id}"]`).getByText(text).waitFor()
  await settled()
  return page.evaluate(() => {
    window.observer.disconnect()
    return window.observed.size
  })
}
await settled()
let most = 0
for (let i = 0; i < 5; i += 1) {
  const text = `mesure ${i}`
  most = Math.max(most, await touched(() => say(text), text))
}
const nodes = await page.locator('a[href^="/conversations/"]').count()
console.log(
  `rows in the page: ${nodes} of ${COUNT}; a new message changed at most ${most} of them (goal 1)`,
)
await s.close()
