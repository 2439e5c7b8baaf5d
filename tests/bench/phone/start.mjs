// Lighthouse's audits by script, phone profile (slow 4G, CPU 4× slower): largest paint, blocked
// time, layout shift, axe, what browsers ask of an app that can be installed, and what «best
// practices» look for. On the login and on the conversations.
import { axe as check } from '../../support/browser/axe'
import {
  launch,
  newContext,
  PHONE,
  signIn,
  watch,
  WITH_SERVICE_WORKER,
} from '../../support/browser/browser'
import { startServer } from '../../support/server/process'
import { MAN } from '../../support/world/talk'
import { median } from '../support/browser.mjs'

const RUNS = 3
/** Lighthouse's mobile throttling: 150 ms round trip, 1.6 Mbit/s down (MBIT: another), 750 kbit/s up. */
const MBIT = Number(process.env.MBIT ?? 1.6)
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: ((MBIT * 1e6) / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
}
const server = await startServer({ DEMO: '1' })
const browser = await launch()

const observe = () => {
  const seen = { lcp: 0, fcp: 0, cls: 0, tasks: [] }
  window.__seen = seen
  new PerformanceObserver((l) => {
    for (const e of l.getEntries()) seen.lcp = e.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((l) => {
    for (const e of l.getEntries()) if (e.name === 'first-contentful-paint') seen.fcp = e.startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((l) => {
    for (const e of l.getEntries()) if (!e.hadRecentInput) seen.cls += e.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((l) => {
    for (const e of l.getEntries()) seen.tasks.push([e.startTime, e.duration])
  }).observe({ type: 'longtask', buffered: true })
}
/** `isReturning`: with what the service worker and the cache have kept. */
const load = async (context, url, ready, isReturning = false) => {
  const page = await context.newPage()
  const seen = watch(page, server.url)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: !isReturning })
  await cdp.send('Network.setBypassServiceWorker', { bypass: !isReturning })
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(observe)
  await page.goto(url)
  await page.locator(ready).first().waitFor()
  await page.waitForTimeout(3_000)
  const got = await page.evaluate(() => window.__seen)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return {
    page,
    seen,
    lcp: got.lcp,
    fcp: got.fcp,
    cls: got.cls,
    tbt: got.tasks
      .filter(([at]) => at >= got.fcp)
      .reduce((sum, [, ms]) => sum + Math.max(0, ms - 50), 0),
  }
}

/** Lighthouse's log-normal curves for phones: the figure that scores 0.9, and the one that scores 0.5. */
const CURVES = {
  fcp: [1800, 3000, 0.1],
  si: [3387, 5800, 0.1],
  lcp: [2500, 4000, 0.25],
  tbt: [200, 600, 0.3],
  cls: [0.1, 0.25, 0.25],
}
const erfc = (x) => {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const y =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) *
    t *
    Math.exp(-x * x)
  return x >= 0 ? y : 2 - y
}
const one = (value, [p10, median]) => {
  if (value <= 0) return 1
  // Φ⁻¹(0.9) = 1.2816: the curve passes through (p10, 0.9) and (median, 0.5)
  const sigma = Math.log(median / p10) / 1.2815515655446004
  return erfc(Math.log(value / median) / (sigma * Math.SQRT2)) / 2
}
/** Performance score of 100. There is no filmstrip here: the largest paint stands in for the Speed Index. */
const score = (got) =>
  100 *
  Object.entries(CURVES).reduce(
    (sum, [key, curve]) => sum + curve[2] * one(key === 'si' ? got.lcp : got[key], curve),
    0,
  )

const practices = (page) =>
  page.evaluate(async () => {
    const bad = []
    if (document.doctype?.name !== 'html') bad.push('doctype')
    if (document.characterSet !== 'UTF-8') bad.push('charset')
    if (!document.documentElement.lang) bad.push('lang')
    if (!document.title) bad.push('title')
    if (
      /user-scalable\s*=\s*no|maximum-scale\s*=\s*[01](\D|$)/.test(
        document.querySelector('meta[name=viewport]')?.content ?? '',
      )
    )
      bad.push('viewport')
    for (const img of document.images)
      if (
        img.naturalWidth &&
        Math.abs(img.width / img.height - img.naturalWidth / img.naturalHeight) > 0.05 &&
        getComputedStyle(img).objectFit === 'fill'
      )
        bad.push(`stretched ${img.src}`)
    return bad
  })
const installable = (page) =>
  page.evaluate(async () => {
    const bad = []
    const manifest = await (await fetch(document.querySelector('link[rel=manifest]').href)).json()
    for (const key of ['name', 'short_name', 'id', 'start_url', 'scope', 'lang'])
      if (!manifest[key]) bad.push(key)
    if (manifest.display !== 'standalone') bad.push('display')
    for (const [size, purpose] of [
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ])
      if (!manifest.icons.some((i) => i.sizes === size && i.purpose === purpose))
        bad.push(`icon ${size} ${purpose}`)
    for (const { src } of manifest.icons) if (!(await fetch(src)).ok) bad.push(src)
    await navigator.serviceWorker.ready
    return bad
  })

const measure = async (what, context, url, ready, { isReturning = false, goal = 95 } = {}) => {
  const all = []
  for (let i = 0; i < RUNS; i += 1) {
    all.push(await load(context, url, ready, isReturning))
    if (i < RUNS - 1) await all[i].page.close()
  }
  const { page, seen } = all.at(-1)
  const of = (key) => median(all.map((one) => one[key]))
  console.log(
    `${what}: LCP ${of('lcp').toFixed(0)} ms (goal 2500), FCP ${of('fcp').toFixed(0)} ms (goal ` +
      `1800), TBT ${of('tbt').toFixed(0)} ms (goal 200), CLS ${of('cls').toFixed(3)} (goal 0.1), ` +
      `score ${score({ lcp: of('lcp'), fcp: of('fcp'), tbt: of('tbt'), cls: of('cls') }).toFixed(0)} ` +
      `(goal ${goal})`,
  )
  if (isReturning) {
    await page.close()
    return null
  }
  const axe = await check(page)
  const list = (found) => (found.length === 0 ? 'none' : found.join(', '))
  console.log(
    `${what}: axe ${list(axe)}; best practices: ${list([...(await practices(page)), ...seen.errors, ...seen.foreign])}`,
  )
  return page
}
/** Once as a stranger to the browser, once as somebody who returns. */
const both = async (what, context, path, ready, goal) => {
  const url = server.url + path
  const page = await measure(what, context, url, ready, { goal })
  await page.close()
  // lets the service worker install
  const kept = await context.newPage()
  await kept.goto(url)
  const missing = await installable(kept)
  await kept.waitForTimeout(2_000)
  await kept.close()
  await measure(`${what}, second visit`, context, url, ready, { isReturning: true, goal: 99 })
  return missing
}
const visitor = await newContext(browser, { ...PHONE, ...WITH_SERVICE_WORKER })
const missing = await both('login', visitor, '/login', 'input[type=email]', 98)
console.log(`installable: ${missing.length === 0 ? 'yes' : `no: ${missing.join(', ')}`}`)
const member = await newContext(browser, { ...PHONE, ...WITH_SERVICE_WORKER })
const first = await member.newPage()
await signIn(first, server.url, MAN)
await first.close()
const LIST = '[aria-label="Liste des discussions"] a'
await both('conversations', member, '/conversations', LIST, 95)
await both('events', member, '/events', 'main a[href^="/events/"]', 95)
await browser.close()
await server.close()
