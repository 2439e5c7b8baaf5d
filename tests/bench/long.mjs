// A conversation of 100,000 messages against one of about 50: time to open, nodes, frames and jumps while ten pages are read
// upwards, and the sender's bubble with 10,000 messages loaded. The last two with the processor slowed down four times.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { http, login } from '../support/http'
import { launch, newContext, signIn } from '../support/browser'
import { startServer } from '../support/process'
import { median, openThread, sendAndCount } from './browser.mjs'

const WANTED = 100_000
const LOADED = 10_000
const SLOW = 4
let server = await startServer({ DEMO: '1' })
const { dataDir } = server
const one = await login(server.url, 'demo-1@connivence.test')
const conversations = (await http(server.url, one.token).get('/api/conversations')).body.conversations
await server.kill()

const file = readdirSync(dataDir).find((name) => name.endsWith('.db') || name.endsWith('.sqlite'))
const db = new Database(join(dataDir, file))
const counts = db.prepare('select conversation_id as id, count(*) as n, min(seq) as first from messages group by conversation_id order by n desc').all()
const long = counts[0]
const mine = new Set(conversations.map((c) => c.id))
const short = counts.find(({ id, n }) => mine.has(id) && n <= 60 && n > 5) ?? counts.at(-1)
const like = db.prepare('select * from messages where conversation_id = ? and media_count = 0 and system_type is null and deleted_at is null limit 40').all(long.id)
const columns = Object.keys(like[0])
const insert = db.prepare(`insert into messages (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
db.exec('begin')
for (let i = 1; i <= WANTED - long.n; i += 1) {
  const model = like[i % like.length]
  const row = { ...model, id: crypto.randomUUID(), client_msg_id: crypto.randomUUID(), seq: long.first - i, changed: long.first - i, created_at: model.created_at - i * 60_000 }
  insert.run(columns.map((name) => row[name]))
}
db.exec('commit')
db.close()

server = await startServer({ DEMO: '1', DATA_DIR: dataDir, PORT: String(server.port) })
const browser = await launch()
const page = await (await newContext(browser)).newPage()
await signIn(page, server.url, 'demo-1@connivence.test', 'Tous les deux')
const open = (id) => openThread(page, server.url, id)
const times = { long: [], short: [] }
for (let i = 0; i < 9; i += 1) {
  times.short.push(await open(short.id))
  times.long.push(await open(long.id))
}
console.log(`conversations of ${WANTED} and ${short.n} messages, open to painted: ${median(times.long).toFixed(0)} ms against ${median(times.short).toFixed(0)} ms: ${(median(times.long) / median(times.short)).toFixed(2)} × (goal 1.5)`)

const cdp = await page.context().newCDPSession(page)
await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
/** Reads upwards at the pace of a finger for `pages` pages; resolves with frames (ms) and the largest jump (px) of what is read. */
const read = await page.evaluate(async (pages) => {
  const scroller = document.querySelector('[data-thread]')
  const frames = []
  let jump = 0
  let nodes = 0
  let last = performance.now()
  const STEP = 60
  let seen = scroller.scrollHeight
  let got = 0
  while (got < pages) {
    const top = scroller.getBoundingClientRect().top
    const anchor = [...scroller.querySelectorAll('[data-message]')].find((n) => n.getBoundingClientRect().top > top + 120)
    const before = anchor?.getBoundingClientRect().top ?? 0
    const from = scroller.scrollTop
    scroller.scrollTop = Math.max(0, from - STEP)
    const went = from - scroller.scrollTop
    const now = await new Promise((resolve) => requestAnimationFrame(resolve))
    frames.push(now - last)
    last = now
    if (anchor?.isConnected) jump = Math.max(jump, Math.abs(anchor.getBoundingClientRect().top - before - went))
    nodes = Math.max(nodes, scroller.querySelectorAll('[data-message]').length)
    if (scroller.scrollHeight > seen + 400) { got += 1; seen = scroller.scrollHeight }
  }
  frames.sort((a, b) => a - b)
  return { p50: frames[Math.floor(frames.length / 2)], p95: frames[Math.floor(frames.length * 0.95)], longest: frames.at(-1), n: frames.length, jump, nodes }
}, 10)
console.log(`ten pages upwards, processor ${SLOW} × slower: frame p50 ${read.p50.toFixed(1)} ms, p95 ${read.p95.toFixed(1)} ms (goal 20), longest ${read.longest.toFixed(0)} ms over ${read.n} frames; largest jump ${read.jump.toFixed(1)} px; ${read.nodes} message nodes at most (goal 150)`)

await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
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
await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
const frames = []
for (let i = 0; i < 9; i += 1) {
  const text = `mesure ${i} ${Date.now()}`
  await page.getByPlaceholder('Écrire un message...').fill(text)
  await page.waitForTimeout(300)
  frames.push(await sendAndCount(page, text))
  await page.waitForTimeout(700)
}
console.log(`${LOADED} messages loaded, processor ${SLOW} × slower: own bubble ${median(frames)} frames after the tap, worst ${Math.max(...frames)} (goal 2)`)
await browser.close()
await server.close()
