// A conversation of 100,000 messages against one of about 50: time to open, nodes, frames and jumps
// while ten pages are read upwards, by a script and by a wheel (beside the same messages as plain
// HTML), and the sender's bubble with 10,000 messages loaded. The last two with the processor
// slowed down four times.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { http, login } from '../support/server/http'
import { launch, newContext, signIn } from '../support/browser/browser'
import { startServer } from '../support/server/process'
import { median, openThread, sendAndCount } from './support/browser.mjs'
import { besideStill, framesOf, openStill, stillOf, throttle } from './support/still.mjs'
import { besideWheel, turnWheel } from './support/wheel.mjs'

const WANTED = Number(process.env.LONG_MESSAGES ?? 100_000)
const LOADED = 10_000
const SLOW = 4
// copied rows are other rows: encrypted texts could not be read in them
const SETTINGS = { DEMO: '1', SECRET: 's'.repeat(40) }
let server = await startServer(SETTINGS)
const { dataDir } = server
const one = await login(server.url, 'demo-1@connivence.test')
const conversations = (await http(server.url, one.token).get('/api/conversations')).body
  .conversations
await server.kill()

const file = readdirSync(dataDir).find((name) => name.endsWith('.db') || name.endsWith('.sqlite'))
const db = new Database(join(dataDir, file))
const counts = db
  .prepare(
    'select conversation_id as id, count(*) as n, min(seq) as first from messages group by conversation_id order by n desc',
  )
  .all()
const long = counts[0]
const mine = new Set(conversations.map((c) => c.id))
const short = counts.find(({ id, n }) => mine.has(id) && n <= 60 && n > 5) ?? counts.at(-1)
const like = db
  .prepare(
    'select * from messages where conversation_id = ? and media_count = 0 and system_type is null and deleted_at is null limit 40',
  )
  .all(long.id)
const columns = Object.keys(like[0])
const insert = db.prepare(
  `insert into messages (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
)
db.exec('begin')
for (let i = 1; i <= WANTED - long.n; i += 1) {
  const model = like[i % like.length]
  const row = {
    ...model,
    id: crypto.randomUUID(),
    client_msg_id: crypto.randomUUID(),
    seq: long.first - i,
    changed: long.first - i,
    created_at: model.created_at - i * 60_000,
  }
  insert.run(columns.map((name) => row[name]))
}
db.exec('commit')
db.close()

server = await startServer({ ...SETTINGS, DATA_DIR: dataDir, PORT: String(server.port) })
const browser = await launch()
const page = await (await newContext(browser)).newPage()
await signIn(page, server.url, 'demo-1@connivence.test', 'Tous les deux')
const open = (id) => openThread(page, server.url, id)
const times = { long: [], short: [] }
for (let i = 0; i < 9; i += 1) {
  times.short.push(await open(short.id))
  times.long.push(await open(long.id))
}
console.log(
  `conversations of ${WANTED} and ${short.n} messages, open to painted: ` +
    `${median(times.long).toFixed(0)} ms against ${median(times.short).toFixed(0)} ms: ` +
    `${(median(times.long) / median(times.short)).toFixed(2)} × (goal 1.5)`,
)

/**
 * Reads upwards at the pace of a finger, as far as `pages` pages or `px`; resolves with every frame
 * (ms), the largest jump (px) of what is read, the message nodes and the way. What is read is
 * followed until it leaves the screen: looking for it again in each frame would be measured too.
 */
const readUp = async ({ pages = Infinity, px = Infinity }) => {
  const STEP = 60
  const scroller = document.querySelector('[data-thread]')
  const box = scroller.getBoundingClientRect()
  const frames = []
  let [jump, nodes, way, got] = [0, 0, 0, 0]
  let seen = scroller.scrollHeight
  let anchor = null
  let last = await new Promise((resolve) => requestAnimationFrame(resolve))
  while (got < pages && way < px) {
    let before = anchor?.isConnected ? anchor.getBoundingClientRect().top : Infinity
    if (before > box.bottom - 120) {
      anchor = [...scroller.querySelectorAll('[data-message]')].find(
        (n) => n.getBoundingClientRect().top > box.top + 120,
      )
      before = anchor?.getBoundingClientRect().top ?? 0
      nodes = Math.max(nodes, scroller.querySelectorAll('[data-message]').length)
    }
    const from = scroller.scrollTop
    scroller.scrollTop = Math.max(0, from - STEP)
    const went = from - scroller.scrollTop
    const now = await new Promise((resolve) => requestAnimationFrame(resolve))
    frames.push(now - last)
    last = now
    way += went
    if (anchor?.isConnected)
      jump = Math.max(jump, Math.abs(anchor.getBoundingClientRect().top - before - went))
    if (scroller.scrollHeight > seen + 400) {
      got += 1
      seen = scroller.scrollHeight
    }
    if (px < Infinity && went === 0) break
  }
  return { frames, jump, nodes, way }
}
await throttle(page, SLOW)
const read = await page.evaluate(readUp, { pages: 10 })
await throttle(page, 1)

/** Every row that stands between here and the end, in its order. */
const rows = await page.evaluate(async () => {
  const scroller = document.querySelector('[data-thread]')
  const found = new Map()
  for (let before = -1; scroller.scrollTop !== before;) {
    for (const row of scroller.querySelectorAll('[data-row]'))
      found.set(row.dataset.row, {
        at: row.getBoundingClientRect().top + scroller.scrollTop,
        html: row.outerHTML,
      })
    before = scroller.scrollTop
    scroller.scrollTop += 500
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
  return [...found.values()].sort((x, y) => x.at - y.at).map((row) => row.html)
})
const still = await openStill(
  browser,
  server.url,
  await stillOf(page, '[data-thread]', `<div>${rows.join('')}</div>`),
)
await still.evaluate(() => {
  const s = document.querySelector('[data-thread]')
  s.scrollTop = s.scrollHeight
})
await throttle(still, SLOW)
const plain = await still.evaluate(readUp, { px: read.way })
console.log(
  `ten pages upwards (${rows.length} messages), moved by a script on the page's own thread, ` +
    `processor ${SLOW} × slower: ${besideStill(framesOf(read.frames), framesOf(plain.frames))}; ` +
    `largest jump ${read.jump.toFixed(1)} px; ${read.nodes} message nodes at most (goal 150)`,
)

// the same by a wheel, page after page, from a fresh start
await page.reload()
await page.locator('[data-message]').first().waitFor()
await page.waitForTimeout(1_500)
await page.evaluate(() => {
  const scroller = document.querySelector('[data-thread]')
  window.missing = []
  // before the page draws: px at the upper edge where no message stands although there are some
  document.addEventListener(
    'scroll',
    () => {
      const [edge, first] = [
        scroller.getBoundingClientRect().top,
        scroller.querySelector('[data-row]').getBoundingClientRect().top,
      ]
      window.missing.push(scroller.scrollTop > 0 ? Math.max(0, first - edge) : 0)
    },
    { capture: true, passive: true },
  )
})
await throttle(page, SLOW)
const wheel = { ours: [], plain: [], ways: [] }
let pages = 0
page.on('response', (r) => {
  if (r.url().includes('oldestLoadedMessageId')) pages += 1
})
while (pages < 10) {
  const top = await page.evaluate(() => document.querySelector('[data-thread]').scrollTop)
  // the last of it is no movement: the list stands at its top until the page has come
  const px = top - 100
  if (px < 200) {
    await turnWheel(page, '[data-thread]', top + 60)
    await page
      .waitForFunction(() => document.querySelector('[data-thread]').scrollTop > 400, undefined, {
        timeout: 5_000,
      })
      .catch(() => undefined)
    continue
  }
  wheel.ways.push(px)
  wheel.ours.push(...(await turnWheel(page, '[data-thread]', px)))
}
const missing = await page.evaluate(() => window.missing)
await throttle(page, 1)
await still.evaluate(() => {
  const s = document.querySelector('[data-thread]')
  s.scrollTop = s.scrollHeight
})
await throttle(still, SLOW)
for (const px of wheel.ways) wheel.plain.push(...(await turnWheel(still, '[data-thread]', px)))
await still.context().close()
console.log(
  `ten pages upwards, moved by a wheel, processor ${SLOW} × slower: ` +
    `drawn frames ${besideWheel(wheel.ours, wheel.plain)}; messages missing at the edge when ` +
    `the page began ${missing.filter((px) => px > 1).length} of its ${missing.length} frames, ` +
    `${Math.max(...missing).toFixed(0)} px at most`,
)

await page.evaluate(async (pages) => {
  const scroller = document.querySelector('[data-thread]')
  for (let got = 10; got < pages; got += 1) {
    const height = scroller.scrollHeight
    const until = performance.now() + 5_000
    // again each frame: rows that are measured move the place that was reached
    while (scroller.scrollHeight < height + 400 && performance.now() < until) {
      scroller.scrollTop = 0
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }
  for (let i = 0; i < 5; i += 1) {
    scroller.scrollTop = scroller.scrollHeight
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}, LOADED / 50)
await throttle(page, SLOW)
const frames = []
for (let i = 0; i < 9; i += 1) {
  const text = `mesure ${i} ${Date.now()}`
  await page.getByPlaceholder('Écrire un message…').fill(text)
  await page.waitForTimeout(300)
  frames.push(await sendAndCount(page, text))
  await page.waitForTimeout(700)
}
console.log(
  `${LOADED} messages loaded, processor ${SLOW} × slower: own bubble ${median(frames)} frames ` +
    `after the tap, worst ${Math.max(...frames)} (goal 2)`,
)
await browser.close()
await server.close()
