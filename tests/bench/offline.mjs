// Second visit with the network cut, at 4× CPU slowdown: how long until the list, and a conversation that the page begins with, stand
// (goal 1 s), and beside it the same screens as plain HTML with the product's own style sheets, no script and no cut.
import { launch, newContext, signIn } from '../support/browser'
import { startServer } from '../support/process'
import { createProxy } from '../support/proxy'
import { MAN } from '../support/talk'
import { median } from './browser.mjs'
import { stillOf } from './still.mjs'

const RUNS = 5
const SLOW = 4
/** Until the whole screen stands, ms. */
const SETTLED_MS = 3_000
/** So often it is asked for. */
const TRIES = 10
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

/** Opens `url` in a page of `context`, four times slower; ms from the start of its navigation until `selector` is seen, and the page. */
const once = async (context, url, selector, html) => {
  const page = await context.newPage()
  if (html) await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
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
  await page.goto(url, { waitUntil: 'commit' })
  // nothing is asked of the page meanwhile: it would answer in the time that is measured
  let ms
  for (let i = 0; ms === undefined && i < TRIES; i += 1) {
    await page.waitForTimeout(SETTLED_MS)
    ms = await page.evaluate(() => window.__stood)
  }
  return { ms, page }
}
const said = (list) => `${median(list).toFixed(0)} ms, of ${list.map((n) => n.toFixed(0)).join(', ')}`
const bare = await newContext(browser)
for (const [what, url, selector] of [['list', `${proxy.url}/conversations`, row], ['conversation', `${proxy.url}${path}`, '[data-message]']]) {
  const ours = []
  const plain = []
  let html = ''
  for (let i = 0; i < RUNS; i += 1) {
    const { ms, page } = await once(context, url, selector)
    ours.push(ms)
    // the two in turn: a busy machine is busy for both
    html ||= await page.waitForTimeout(SETTLED_MS).then(async () => stillOf(page, '#root', await page.locator('#root').innerHTML()))
    await page.close()
    const still = await once(bare, `${server.url}/still`, selector, html)
    plain.push(still.ms)
    await still.page.close()
  }
  console.log(`${what}, network cut, ${SLOW}× slower: ${said(ours)} (goal 1000 ms); as plain HTML: ${said(plain)}`)
}
await browser.close()
await proxy.close()
await server.close()
