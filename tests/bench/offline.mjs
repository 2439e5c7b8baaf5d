// Second visit with the network cut, at 4× CPU slowdown: how long until the list, and a
// conversation that the page begins with, are seen (goal 1 s), beside the same screens as plain HTML
// with the product's own style sheets, no script and no cut.
import {
  DESKTOP,
  launch,
  newContext,
  signIn,
  WITH_SERVICE_WORKER,
} from '../support/browser/browser'
import { startServer } from '../support/server/process'
import { createProxy } from '../support/server/proxy'
import { MAN } from '../support/world/talk'
import { median } from './support/browser.mjs'
import { stillOf } from './support/still.mjs'

const RUNS = 5
const SLOW = 4
/** Until the whole screen stands, ms. */
const SETTLED_MS = 3_000
/** So often it is asked for. */
const TRIES = 10
const server = await startServer({ DEMO: '1' })
const proxy = await createProxy(server.port)
const browser = await launch()
const context = await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
const first = await context.newPage()
await signIn(first, proxy.url, MAN)
const row =
  'section[aria-label="Liste des discussions"] a, [role=region][aria-label="Liste des discussions"] a'
await first.locator(row).first().waitFor()
const path = await first.locator(row).first().getAttribute('href')
await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
/** Conversations whose messages this device keeps. */
const keptThreads = () =>
  first.evaluate(async () => {
    const name = (await indexedDB.databases()).find((d) => d.name?.startsWith('kept:'))?.name
    if (!name) return 0
    const done = (request) =>
      new Promise((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const db = await done(indexedDB.open(name))
    const count = await done(db.transaction('threads').objectStore('threads').count())
    db.close()
    return count
  })
// the member has been to both screens
await first.locator(row).first().click()
await first.locator('[data-message]').first().waitFor()
while ((await keptThreads()) < 3) await first.waitForTimeout(500)
await first.close()
proxy.mode = 'reset'

/**
 * Opens `url` in a page of `context`, four times slower. Returns the page and the ms from the start
 * of its navigation until `selector` is seen.
 */
const once = async (context, url, selector, html) => {
  const page = await context.newPage()
  if (html)
    await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
  // measured in the page, from its own navigation start
  await page.addInitScript((own) => {
    // told after the frame in which the member sees it
    const seen = new IntersectionObserver((list) => {
      const visible = (e) =>
        e.isIntersecting &&
        e.target.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (list.some(visible)) window.__seen ??= performance.now()
    })
    const known = new WeakSet()
    new MutationObserver(() => {
      for (const node of document.querySelectorAll(own))
        if (!known.has(node)) seen.observe(known.add(node) && node)
    }).observe(document, { childList: true, subtree: true })
  }, selector)
  await page.goto(url, { waitUntil: 'commit' })
  // nothing is asked of the page meanwhile: it would answer in the time that is measured
  let ms
  for (let i = 0; ms === undefined && i < TRIES; i += 1) {
    await page.waitForTimeout(SETTLED_MS)
    ms = await page.evaluate(() => window.__seen)
  }
  if (ms === undefined) throw new Error(`${url}: nothing seen in ${(TRIES * SETTLED_MS) / 1000} s`)
  return { ms, page }
}
const said = (list) =>
  `${median(list).toFixed(0)} ms, of ${list.map((n) => n.toFixed(0)).join(', ')}`
const bare = await newContext(browser)
for (const [what, url, selector] of [
  ['list', `${proxy.url}/conversations`, row],
  ['conversation', `${proxy.url}${path}`, '[data-message]'],
]) {
  const app = []
  const plain = []
  let html = ''
  for (let i = 0; i < RUNS; i += 1) {
    const ours = await once(context, url, selector)
    app.push(ours.ms)
    // the two in turn: a busy machine is busy for both
    html ||= await ours.page
      .waitForTimeout(SETTLED_MS)
      .then(async () => stillOf(ours.page, '#root', await ours.page.locator('#root').innerHTML()))
    await ours.page.close()
    const still = await once(bare, `${server.url}/still`, selector, html)
    plain.push(still.ms)
    await still.page.close()
  }
  console.log(
    `${what}, network cut, ${SLOW}× slower: seen after ${said(app)} (goal 1000 ms, ` +
      `or 1.1 × plain HTML); as plain HTML: ${said(plain)}`,
  )
}
await browser.close()
await proxy.close()
await server.close()
