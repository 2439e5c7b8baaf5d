// Second visit with the network cut, at 4× CPU slowdown: how long until the list, and an opened conversation, stand (goal 1 s).
import { launch, newContext, signIn } from '../support/browser'
import { startServer } from '../support/process'
import { createProxy } from '../support/proxy'
import { MAN } from '../support/talk'
import { median } from './browser.mjs'

const RUNS = 5
const server = await startServer({ DEMO: '1' })
const proxy = await createProxy(server.port)
const browser = await launch()
const context = await newContext(browser)
const first = await context.newPage()
await signIn(first, proxy.url, MAN)
const row = 'section[aria-label="Liste des discussions"] a, [role=region][aria-label="Liste des discussions"] a'
await first.locator(row).first().waitFor()
const path = await first.locator(row).first().getAttribute('href')
await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
const keptThreads = () => first.evaluate(async () => {
  const name = (await indexedDB.databases()).find((d) => d.name?.startsWith('kept:'))?.name
  if (!name) return 0
  const db = await new Promise((resolve) => { const request = indexedDB.open(name); request.onsuccess = () => resolve(request.result) })
  const n = await new Promise((resolve) => { const request = db.transaction('threads').objectStore('threads').count(); request.onsuccess = () => resolve(request.result) })
  db.close()
  return n
})
for (let n = 0; n < 3;) {
  await first.waitForTimeout(500)
  n = await keptThreads()
}
await first.close()
proxy.mode = 'reset'

const once = async (url, selector) => {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // measured in the page, from its own navigation start
  await page.addInitScript((wanted) => {
    // told after the frame in which the member sees it
    const seen = new IntersectionObserver((list) => {
      if (list.some((e) => e.isIntersecting && e.target.checkVisibility({ visibilityProperty: true, opacityProperty: true }))) window.__stood ??= performance.now()
    })
    const known = new WeakSet()
    const look = () => document.querySelectorAll(wanted).forEach((node) => { if (!known.has(node)) seen.observe(known.add(node) && node) })
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  }, selector)
  await page.goto(url)
  const ms = await (await page.waitForFunction(() => window.__stood, null, { timeout: 30_000, polling: 50 })).jsonValue()
  await page.close()
  return ms
}
const say = (what, list) => console.log(`${what}: ${median(list).toFixed(0)} ms (goal 1000 ms), of ${list.map((n) => n.toFixed(0)).join(', ')}`)
for (const [what, url, selector] of [['list, network cut, 4× slower', `${proxy.url}/conversations`, row], ['conversation, network cut, 4× slower', `${proxy.url}${path}`, '[data-message]']]) {
  const list = []
  for (let i = 0; i < RUNS; i += 1) list.push(await once(url, selector))
  say(what, list)
}
await browser.close()
await proxy.close()
await server.close()
