// MINUTES (60) open without use and as long in the background: requests, frames of the socket, bytes and
// timers that fire, in page and hub. The clocks of server, page and hub run RATE times faster (30:
// an hour takes two minutes), all timers and dates are the product's own. Screens: the list of
// conversations, then a conversation with photos.
import { launch, newContext, PHONE, signIn } from '../support/browser/browser'
import { startServer } from '../support/server/process'
import { MAN } from '../support/world/talk'
import { countingProxy } from './support/counting-proxy.mjs'
import { speedUp } from './support/fast-clock.mjs'

const RATE = Number(process.env.RATE ?? 30)
const MINUTES = Number(process.env.MINUTES ?? 60)
const SPAN_MS = (MINUTES * 60_000) / RATE
const server = await startServer({
  DEMO: '1',
  CLOCK_RATE: String(RATE),
  NODE_OPTIONS: `--import ${new URL('support/fast-clock.mjs', import.meta.url).href}`,
})
const inWorker = `;(${speedUp})(self, ${RATE});new BroadcastChannel('wakes').onmessage=(e)=>{if(e.data==='tell'){new BroadcastChannel('wakes').postMessage(self.wakes);self.wakes={}}};\n`
const proxy = await countingProxy(server.port, [[/\/hub\.worker[^/]*\.js/, inWorker]])
const browser = await launch()
const context = await newContext(browser, PHONE)
await context.addInitScript(`(${speedUp})(window, ${RATE})`)
const page = await context.newPage()
await signIn(page, proxy.url, MAN)
await page.locator('[aria-label="Liste des discussions"] a').first().click()
await page.locator('[data-message]').first().waitFor()

/** Timers that have fired since the last call. */
const wakes = () =>
  page.evaluate(async () => {
    const channel = new BroadcastChannel('wakes')
    const told = new Promise((resolve) => {
      channel.onmessage = ({ data }) => typeof data === 'object' && resolve(data)
    })
    channel.postMessage('tell')
    const found = { page: window.wakes, hub: await told }
    window.wakes = {}
    channel.close()
    return found
  })
const setHidden = (hidden) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      Object.defineProperty(document, 'hidden', {
        configurable: true,
        get: () => state === 'hidden',
      })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    hidden ? 'hidden' : 'visible',
  )

const grouped = (list) => {
  const found = {}
  for (const one of list) {
    const kind = one.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
    found[kind] = (found[kind] ?? 0) + 1
  }
  return found
}
const sum = (counts) => Object.values(counts).reduce((n, one) => n + one, 0)
const span = async (what) => {
  // what a change of the page's state costs belongs to the change
  await page.waitForTimeout(3_000)
  proxy.take()
  await wakes()
  const from = Date.now()
  await page.waitForTimeout(SPAN_MS)
  const { requests, frames, bytes } = proxy.take()
  const minutes = ((Date.now() - from) * RATE) / 60_000
  const fired = await wakes()
  console.log(
    `${what}, ${minutes.toFixed(1)} minutes: ${requests.length} requests ${JSON.stringify(grouped(requests))}, frames up ${frames.up} down ${frames.down}, ${(bytes / 1000).toFixed(1)} kB; timers in the page ${sum(fired.page)} ${JSON.stringify(fired.page)}, in the hub ${sum(fired.hub)} ${JSON.stringify(fired.hub)}`,
  )
  return { requests, minutes }
}
const open = await span('open')
const beats = open.requests.filter((one) => one.endsWith('/presence/heartbeat')).length
console.log(
  `heartbeats: one in ${((open.minutes * 60) / beats).toFixed(1)} s (goal at most one in 20)`,
)
await setHidden(true)
const hidden = await span('in the background')
console.log(`requests in the background: ${hidden.requests.length} (goal 0)`)
await setHidden(false)
await page.waitForTimeout(3_000)
console.log(`back in front: ${JSON.stringify(grouped(proxy.take().requests))}`)
await browser.close()
await server.close()
process.exit(0)
