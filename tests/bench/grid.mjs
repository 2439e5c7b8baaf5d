// An album of 1,000 photos: painted after its data, frames while it scrolls at 4x CPU slowdown, and
// how many requests that takes. Beside it the same photos as plain HTML: all of them loaded
// beforehand, and loaded by the browser as they come near, as the goal has it.
import sharp from 'sharp'
import { login } from '../support/server/http'
import { median, stage } from './support/browser.mjs'
import { besideStill, framesOf, openStill, stillOf, throttle } from './support/still.mjs'
import { besideWheel, turnWheel } from './support/wheel.mjs'

const PHOTOS = Number(process.env.GRID_PHOTOS ?? 1_000)
const s = await stage()
const me = await login(s.server.url, 'demo-2@connivence.test')
const send = async (path, body) => {
  const answer = await fetch(`${s.server.url}/api${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${me.token}`,
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
const { album } = await send('/albums', { name: 'Mille', isPublic: true })
const ids = []
for (let i = 0; i < PHOTOS; i += 8) {
  const part = await Promise.all(
    Array.from({ length: Math.min(8, PHOTOS - i) }, async (_, k) => {
      const hue = (i + k) % 360
      const form = new FormData()
      form.append(
        'files',
        new Blob(
          [
            await sharp({
              create: {
                width: 480,
                height: 360,
                channels: 3,
                background: { r: hue % 256, g: (hue * 7) % 256, b: 120 },
              },
            })
              .jpeg()
              .toBuffer(),
          ],
          { type: 'image/jpeg' },
        ),
        `${i + k}.jpg`,
      )
      return (await send('/media/upload', form)).media_id
    }),
  )
  ids.push(...part)
}
for (let i = 0; i < ids.length; i += 100)
  await send(`/albums/${album.id}/media`, { mediaIds: ids.slice(i, i + 100) })

const { page } = await s.member('demo-2@connivence.test')
const requests = { pages: 0, links: 0, bytes: 0 }
page.context().on('request', (r) => {
  const { pathname } = new URL(r.url())
  if (/\/albums\/[^/]+\/media$/.test(pathname)) requests.pages += 1
  if (/\/media\/[^/]+\/bytes$/.test(pathname)) requests.bytes += 1
  if (pathname.endsWith('/media/urls') || /\/media\/[^/]+\/thumbnail$/.test(pathname))
    requests.links += 1
})
const paints = []
for (let run = 0; run < 5; run += 1) {
  await page.goto(`${s.server.url}/albums`)
  const data = page.waitForResponse((r) => r.url().includes(`/albums/${album.id}/media`))
  await page.getByRole('button', { name: 'Mille', exact: true }).click()
  await data
  paints.push(
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const from = performance.now()
          const look = () => {
            const seen = [
              ...document.querySelectorAll('section[aria-label="Mille"] [data-index]'),
            ].filter((t) => t.getBoundingClientRect().top < innerHeight)
            const done =
              seen.length > 0 &&
              seen.every((t) => {
                const i = t.querySelector('img')
                return i && i.complete && i.naturalWidth > 0
              })
            if (done) requestAnimationFrame(() => resolve(performance.now() - from))
            else requestAnimationFrame(look)
          }
          look()
        }),
    ),
  )
}
console.log(
  `grid: every photo on the screen painted ${median(paints).toFixed(0)} ms after the data (goal 1000)`,
)
Object.assign(requests, { pages: 0, links: 0, bytes: 0 })
await page.goto(`${s.server.url}/albums`)
await page.getByRole('button', { name: 'Mille', exact: true }).click()
await page.waitForTimeout(1500)
const tiles = await page.locator('[data-index]').count()
console.log(
  `grid: ${tiles} tiles exist of ${PHOTOS}; first screen: ${requests.pages} page, ` +
    `${requests.links} calls for links, ${requests.bytes} pictures`,
)
/** Scrolls for five seconds; every frame in ms, and how far it came. */
const scroll = () =>
  new Promise((resolve) => {
    const frames = []
    let last = performance.now()
    const until = last + 5000
    const step = (now) => {
      frames.push(now - last)
      last = now
      scrollBy(0, 24)
      if (now < until) requestAnimationFrame(step)
      else resolve(frames.slice(2))
    }
    requestAnimationFrame(step)
  })
Object.assign(requests, { pages: 0, links: 0, bytes: 0 })
await throttle(page, 4)
const frames = await page.evaluate(scroll)
await throttle(page, 1)
const made = { ...requests }
/** As far as the script came, by a wheel. */
const WAY = 7_200
/** Tiles on the screen without their picture, when the page begins each of its frames. */
const watchTiles = () => {
  window.missing = []
  document.addEventListener(
    'scroll',
    () => {
      const seen = [...document.querySelectorAll('[data-index]')]
        .map((t) => [t.getBoundingClientRect(), t.querySelector('img')])
        .filter(([r]) => r.bottom > 0 && r.top < innerHeight)
      const free = innerHeight - Math.max(0, ...seen.map(([r]) => r.bottom))
      window.missing.push([
        seen.filter(([, i]) => !i?.complete || i.naturalWidth === 0).length,
        free,
      ])
    },
    { capture: true, passive: true },
  )
}
await page.reload()
await page.getByRole('button', { name: 'Mille', exact: true }).click()
await page.waitForTimeout(1_500)
await page.evaluate(watchTiles)
await throttle(page, 4)
const wheel = await turnWheel(page, 'body', -WAY)
await throttle(page, 1)
const missing = await page.evaluate(() => window.missing)
/** The tiles of all that may be scrolled in that time, each with its picture. */
const all = await page.evaluate(async (far) => {
  const found = new Map()
  for (let top = 0; top < far; top += 600) {
    scrollTo(0, top)
    await new Promise((resolve) => setTimeout(resolve, 250))
    for (const tile of document.querySelectorAll('[data-index]'))
      if (tile.querySelector('img')) found.set(tile.dataset.index, tile.outerHTML)
  }
  scrollTo(0, 0)
  return [...found.values()]
}, 9_000)
const html = await stillOf(page, ':has(> [data-index])', all.join(''))
const still = await openStill(s.browser, s.server.url, html)
const pictures = await still.evaluate(
  () =>
    [...document.querySelectorAll('[data-index] img')].filter(
      (i) => i.complete && i.naturalWidth > 0,
    ).length,
)
if (pictures < all.length)
  console.log(`grid: only ${pictures} of ${all.length} pictures of the plain page came`)
const lazy = await openStill(
  s.browser,
  s.server.url,
  html.replaceAll('<img ', '<img loading="lazy" '),
)
const plain = []
for (const one of [still, lazy]) {
  // the pointer stands on the page as it does on ours
  await one.mouse.move(720, 450)
  await throttle(one, 4)
  plain.push(await one.evaluate(scroll))
  await throttle(one, 1)
}
// the pictures of one that was scrolled before are there: anew
const lazyAnew = await openStill(
  s.browser,
  s.server.url,
  html.replaceAll('<img ', '<img loading="lazy" '),
)
await throttle(lazyAnew, 4)
const plainWheel = await turnWheel(lazyAnew, 'body', -WAY)
console.log(
  `grid: moved by a wheel at 4x slowdown: drawn frames ${besideWheel(wheel, plainWheel)}; ` +
    `a tile on the screen without its picture in ${missing.filter(([n]) => n > 0).length} ` +
    `of the page's ${missing.length} frames, ${Math.max(...missing.map(([n]) => n))} at most; ` +
    `no tile in ${missing.filter(([, px]) => px > 40).length}`,
)
const late = await lazy.evaluate(
  () =>
    [...document.querySelectorAll('[data-index] img')].filter(
      (i) => !i.complete && i.getBoundingClientRect().top < innerHeight,
    ).length,
)
console.log(
  `grid: scroll at 4x slowdown: ${besideStill(framesOf(frames), framesOf(plain[1]), 'plain HTML that loads what comes near')}; ${made.pages} pages, ${made.links} calls for links, ${made.bytes} pictures`,
)
console.log(
  `grid: plain HTML with every picture there before: p50 ${framesOf(plain[0]).p50.toFixed(1)} ` +
    `ms, p95 ${framesOf(plain[0]).p95.toFixed(1)} ms, longest ${framesOf(plain[0]).longest.toFixed(0)} ` +
    `ms; of the other one, ${late} pictures on the screen had not come at the end`,
)
await s.close()
