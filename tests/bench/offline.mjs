// Second visit with the network cut, at 4× CPU slowdown: how long until the list, and a
// conversation that the page begins with, stand (goal 1 s), how long until the app itself stands
// there, and beside it the same screens as plain HTML with the product's own style sheets, no
// script and no cut.
import { launch, newContext, signIn } from '../support/browser/browser'
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
const context = await newContext(browser)
const first = await context.newPage()
await signIn(first, proxy.url, MAN)
const row =
  'section[aria-label="Liste des discussions"] a, [role=region][aria-label="Liste des discussions"] a'
await first.locator(row).first().waitFor()
const path = await first.locator(row).first().getAttribute('href')
await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
/** Conversations whose messages this device keeps, and the screens that it can draw before the app. */
const keptNow = () =>
  first.evaluate(async () => {
    const name = (await indexedDB.databases()).find((d) => d.name?.startsWith('kept:'))?.name
    if (!name) return { threads: 0, pictures: [] }
    const db = await new Promise((resolve) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
    })
    const of = (request) =>
      new Promise((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const tx = db.transaction(['list', 'threads'])
    const [threads, list, thread] = await Promise.all([
      of(tx.objectStore('threads').count()),
      of(tx.objectStore('list').get('picture:list')),
      of(tx.objectStore('list').get('picture:thread')),
    ])
    db.close()
    return { threads, pictures: [list?.path, thread?.path] }
  })
const until = async (is) => {
  while (!is(await keptNow())) await first.waitForTimeout(500)
}
await until(({ threads }) => threads >= 3)
// the member has been to both screens
await first.locator(row).first().click()
await first.locator('[data-message]').first().waitFor()
await until(({ pictures }) => pictures[0] === '/conversations' && pictures[1] === path)
await first.close()
proxy.mode = 'reset'

/**
 * Opens `url` in a page of `context`, four times slower; ms from the start of its navigation until
 * `selector` is seen, in the picture that is drawn before the app or in the app, until it is seen
 * in the app itself with nothing before it, and the page.
 */
const once = async (context, url, selector, drawn, html) => {
  const page = await context.newPage()
  if (html)
    await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
  // measured in the page, from its own navigation start
  await page.addInitScript(
    ([own, before]) => {
      // told after the frame in which the member sees it
      const watch = (selector, note) => {
        const seen = new IntersectionObserver((list) => {
          if (
            list.some(
              (e) =>
                e.isIntersecting &&
                e.target.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
            )
          )
            note()
        })
        let known = new WeakSet()
        return (anew) => {
          if (anew) {
            seen.disconnect()
            known = new WeakSet()
          }
          document.querySelectorAll(selector).forEach((node) => {
            if (!known.has(node)) seen.observe(known.add(node) && node)
          })
        }
      }
      const looks = [
        watch(`${own}, ${before}`, () => {
          window.__stood ??= performance.now()
        }),
        watch(own, () => {
          if (!document.getElementById('picture')) window.__own ??= performance.now()
        }),
      ]
      new MutationObserver((list) => {
        // what lies under it is looked at once more when it goes
        const bared = list.some((m) => [...m.removedNodes].some((n) => n.id === 'picture'))
        looks.forEach((look) => look(bared))
      }).observe(document, { childList: true, subtree: true })
    },
    [selector, drawn],
  )
  await page.goto(url, { waitUntil: 'commit' })
  // nothing is asked of the page meanwhile: it would answer in the time that is measured
  let times = {}
  for (let i = 0; times.own === undefined && i < TRIES; i += 1) {
    await page.waitForTimeout(SETTLED_MS)
    times = await page.evaluate(() => ({ stood: window.__stood, own: window.__own }))
  }
  return { ...times, page }
}
const said = (list) =>
  `${median(list).toFixed(0)} ms, of ${list.map((n) => n.toFixed(0)).join(', ')}`
const bare = await newContext(browser)
for (const [what, url, selector, drawn] of [
  ['list', `${proxy.url}/conversations`, row, '#picture li'],
  ['conversation', `${proxy.url}${path}`, '[data-message]', '#picture [data-thread] time'],
]) {
  const stood = []
  const own = []
  const plain = []
  let html = ''
  for (let i = 0; i < RUNS; i += 1) {
    const ours = await once(context, url, selector, drawn)
    stood.push(ours.stood)
    own.push(ours.own)
    // the two in turn: a busy machine is busy for both
    html ||= await ours.page
      .waitForTimeout(SETTLED_MS)
      .then(async () => stillOf(ours.page, '#root', await ours.page.locator('#root').innerHTML()))
    await ours.page.close()
    const still = await once(bare, `${server.url}/still`, selector, drawn, html)
    plain.push(still.stood)
    await still.page.close()
  }
  console.log(
    `${what}, network cut, ${SLOW}× slower: stands after ${said(stood)} (goal 1000 ms, ` +
      `or 1.1 × plain HTML); the app itself in its place after ${said(own)}; ` +
      `as plain HTML: ${said(plain)}`,
  )
}
await browser.close()
await proxy.close()
await server.close()
