// The conversation of 5,000 messages against one of about 50: time to open, nodes, and what a prepended page moves.
import { http, login } from '../support/server/http'
import { median, openThread, stage } from './support/browser.mjs'

const s = await stage()
const one = await login(s.server.url, 'demo-1@connivence.test')
const { conversations } = (await http(s.server.url, one.token).get('/api/conversations')).body
const count = async (c) => {
  let n = 0
  let before = ''
  for (;;) {
    const page = (
      await http(s.server.url, one.token).get(
        `/api/conversations/${c.id}/messages?limit=100${before}`,
      )
    ).body
    n += page.messages.length
    if (!page.hasMore) return n
    before = `&oldestLoadedMessageId=${page.messages[0].id}`
  }
}
const sizes = []
for (const c of conversations) sizes.push([await count(c), c.id])
sizes.sort((x, y) => y[0] - x[0])
const long = sizes[0]
const short = sizes.find(([n]) => n <= 60 && n > 5) ?? sizes.at(-1)
console.log(`conversations: ${long[0]} and ${short[0]} messages`)
const { page } = await s.member('demo-1@connivence.test', 'Tous les deux')
const open = (id) => openThread(page, s.server.url, id)
const times = { long: [], short: [] }
for (let i = 0; i < 7; i += 1) {
  times.short.push(await open(short[1]))
  times.long.push(await open(long[1]))
}
console.log(
  `open to painted: ${median(times.long).toFixed(0)} ms against ${median(times.short).toFixed(0)} ` +
    `ms: ${(median(times.long) / median(times.short)).toFixed(2)} × (goal 1.5)`,
)
let nodes = 0
let jump = 0
for (let i = 0; i < 10; i += 1) {
  const moved = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const scroller = document.querySelector('[data-thread]')
        scroller.scrollTop = 10
        setTimeout(() => {
          const anchor = [...document.querySelectorAll('[data-message]')].find(
            (n) => n.getBoundingClientRect().top > scroller.getBoundingClientRect().top + 40,
          )
          const id = anchor?.getAttribute('data-message')
          const before = anchor?.getBoundingClientRect().top ?? 0
          const offset = scroller.scrollTop
          setTimeout(() => {
            const same = document.querySelector(`[data-message="${id}"]`)
            resolve(same ? Math.abs(same.getBoundingClientRect().top - before) : offset)
          }, 700)
        }, 30)
      }),
  )
  nodes = Math.max(nodes, await page.locator('[data-message]').count())
  jump = Math.max(jump, moved)
}
console.log(
  `message nodes: at most ${nodes} (goal 150); a prepended page moved what was read by at ` +
    `most ${jump.toFixed(1)} px (goal 0)`,
)
await s.close()
