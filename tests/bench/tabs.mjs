// Ten tabs of one member against one: sockets, heartbeats and calls for the same messages, counted
// by a front of their own through which everything of their tabs and workers passes.
import { createFront } from '../support/browser/front'
import { createMetrics } from '../support/server/metrics'
import { newContext, signIn } from '../support/browser/browser'
import { freePort } from '../support/server/process'
import { bubbles, COMPOSER, COUPLE, stage, WOMAN } from '../support/world/talk'

/** Two lives of a private link (60 s): as many are renewed in both runs, wherever they began. */
const SECONDS = 120
const HEARTBEAT = '/api/presence/heartbeat'
const port = await freePort()
const s = await stage({ METRICS_PORT: String(port) })
const metrics = createMetrics(port)
const couple = await s.member(COUPLE)

const run = async (email, tabs) => {
  const talk = await couple.with((await s.member(email)).handle)
  const front = await createFront(s.server.port, {})
  const context = await newContext(s.browser)
  const page = await context.newPage()
  await signIn(page, front.url, email, undefined, `/conversations/${talk}`)
  await page.getByPlaceholder(COMPOSER).waitFor()
  for (let i = 1; i < tabs; i += 1) {
    const tab = await context.newPage()
    await tab.goto(`${front.url}/conversations`)
    await tab
      .getByRole('region', { name: 'Liste des discussions' })
      .getByRole('link')
      .first()
      .waitFor()
  }
  await page.bringToFront()
  // what the tabs ask while they open is not the figure
  const total = () => Object.values(front.asked).reduce((a, b) => a + b, 0)
  for (let last = -1; last !== total();) {
    last = total()
    await page.waitForTimeout(6_000)
  }
  const before = { ...front.asked }
  const until = Date.now() + SECONDS * 1000
  for (let i = 0; Date.now() < until; i += 1) {
    await couple.say(talk, `bonjour ${tabs} ${i}`)
    await bubbles(page, `bonjour ${tabs} ${i}`).waitFor()
    await page.waitForTimeout(Math.min(3_000, Math.max(0, until - Date.now())))
  }
  const since = Object.entries(front.asked).map(([path, n]) => [path, n - (before[path] ?? 0)])
  if (process.argv.includes('--calls'))
    console.log(
      tabs,
      since.filter(([, n]) => n > 0),
    )
  const sockets = await metrics.sockets()
  const calls = since.reduce(
    (sum, [path, n]) => sum + (path.startsWith('/api/') && path !== HEARTBEAT ? n : 0),
    0,
  )
  const beats = since.find(([path]) => path === HEARTBEAT)?.[1] ?? 0
  await context.close()
  await front.close()
  return { calls, beats, sockets }
}
const one = await run(WOMAN, 1)
const ten = await run(WOMAN, 10)
await s.close()
console.log(`sockets: 1 tab ${one.sockets}, 10 tabs ${ten.sockets} (goal 1)`)
console.log(
  `calls in ${SECONDS} s for a message every 3 s: 1 tab ${one.calls}, ` +
    `10 tabs ${ten.calls}: ${(ten.calls / Math.max(1, one.calls)).toFixed(2)} × (goal 1.1)`,
)
console.log(`heartbeats in ${SECONDS} s: 1 tab ${one.beats}, 10 tabs ${ten.beats} (one per 20 s)`)
