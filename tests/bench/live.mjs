// A message painted in another browser after the send's answer (goal 150 ms), and the sender's bubble (goal 2 frames).
import { http, login } from '../support/server/http'
import { median, sendAndCount, stage } from './support/browser.mjs'

const s = await stage()
const two = await login(s.server.url, 'demo-2@connivence.test')
const three = await login(s.server.url, 'demo-3@connivence.test')
const handle = (await http(s.server.url, three.token).get('/api/auth/me')).body.account
  .account_handle
const { conversation } = (
  await http(s.server.url, two.token).post('/api/conversations/start', { handle })
).body
const a = await s.member('demo-2@connivence.test')
const b = await s.member('demo-3@connivence.test')
for (const { page } of [a, b]) {
  await page.goto(`${s.server.url}/conversations/${conversation.id}`)
  await page.getByPlaceholder('Écrire un message…').waitFor()
}
/** Resolves with Date.now() of the frame after a bubble with the text stands in the page. */
const painted = (page, text) =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          for (const node of document.querySelectorAll('[data-message]'))
            if (node.textContent.includes(wanted))
              return requestAnimationFrame(() =>
                resolve(performance.timeOrigin + performance.now()),
              )
          requestAnimationFrame(look)
        }
        look()
      }),
    text,
  )
const answers = new Map()
const received = []
const own = []
for (let i = 0; i < 15; i += 1) {
  const text = `mesure ${i} ${Date.now()}`
  const answered = a.page
    .waitForResponse((r) => r.request().method() === 'POST' && r.url().includes('/messages'))
    .then(async (r) => {
      await r.finished()
      return Date.now()
    })
  const there = painted(b.page, text)
  await a.page.getByPlaceholder('Écrire un message…').fill(text)
  own.push(await sendAndCount(a.page, text))
  const at = await answered
  received.push((await there) - at)
}
void answers
console.log(
  `painted in the other browser after the answer: median ${median(received).toFixed(0)} ` +
    `ms, ${(Math.max(0, median(received)) / 150).toFixed(2)} of the goal of 150 ms`,
)
console.log(`own bubble: median ${median(own)} frames after the tap (goal 2)`)
await s.close()
