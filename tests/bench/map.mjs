// The map with 10,000 outings: from the data to the first groups (goal 150 ms), and frames while it
// is dragged and zoomed (goal p95 20 ms), each beside Leaflet alone on a bare page.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { median, stage } from './support/browser.mjs'
import { openPlainMap, PLAIN_PATH } from './support/plain-map.mjs'
import { besideStill, framesOf } from './support/still.mjs'

const COUNT = 10_000
const LOADS = 9
/** Each gesture is done so often on each page. */
const ROUNDS = 2
const WHAT = 'Leaflet alone'
/**
 * Where the product's map begins, how far beyond its edge it draws, what it leaves at the edge of
 * «Tout voir» (src/features/radar).
 */
const START = [48.8566, 2.3522]
const START_ZOOM = 13
const SPARE = 0.15
const EDGE = { paddingTopLeft: [64, 92], paddingBottomRight: [92, 64] }
// pictures, as a source of tiles gives them; TILES=plain measures the country that the app draws
// when there is no source
const picture = await sharp({
  create: {
    width: 256,
    height: 256,
    channels: 3,
    noise: { type: 'gaussian', mean: 190, sigma: 12 },
    background: '#ccc',
  },
})
  .blur(3)
  .png()
  .toBuffer()
const source = createServer((_, answer) =>
  answer.setHeader('content-type', 'image/png').end(picture),
)
await new Promise((resolve) => source.listen(0, '127.0.0.1', resolve))
let seed = 7
const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
/** Half of them around five towns, as people live; the others anywhere. */
const TOWNS = [
  [48.8566, 2.3522],
  [45.758, 4.8351],
  [43.2965, 5.3698],
  [44.8378, -0.5792],
  [50.6292, 3.0573],
]
const places = Array.from({ length: COUNT }, (_, i) => {
  const town = TOWNS[i % TOWNS.length]
  const [lat, lng] =
    i % 2
      ? [town[0] + (random() - 0.5) * 0.6, town[1] + (random() - 0.5) * 0.8]
      : [42.5 + random() * 8.3, -4 + random() * 11.5]
  return {
    id: crypto.randomUUID(),
    type: 'event',
    name: `Sortie ${i}`,
    lat,
    lng,
    address: null,
    markerColor: null,
    event_id: crypto.randomUUID(),
    slug: null,
    precise: false,
    city: 'Commune',
    count: 1,
  }
})
const body = JSON.stringify({ places })
/**
 * The outings of all France, and nobody, whatever is asked: the server's own answer, as a route of
 * the test's browser burdens each request.
 */
const folder = mkdtempSync(join(tmpdir(), 'connivence-bench-'))
const files = {
  '/api/places': join(folder, 'places.json'),
  '/api/relations/locations': join(folder, 'relations.json'),
  [PLAIN_PATH]: join(folder, 'plain.html'),
}
writeFileSync(files['/api/places'], body)
writeFileSync(files['/api/relations/locations'], JSON.stringify({ relations: [] }))
writeFileSync(files[PLAIN_PATH], '')
const s = await stage({
  TILE_URL:
    process.env.TILES === 'plain' ? '' : `http://127.0.0.1:${source.address().port}/{z}/{x}/{y}`,
  NODE_OPTIONS: `--import=${new URL('./answers.mjs', import.meta.url).href}`,
  BENCH_ANSWERS: JSON.stringify(files),
})
const { page } = await s.member('demo-1@connivence.test', 'Tous les deux')
const load = () => page.goto(`${s.server.url}/radar`, { waitUntil: 'commit' })
/** From both answers to the frame after the one with groups in it (ms). */
const toGroups = (of) =>
  of.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => {
          const entries = performance.getEntriesByType('resource')
          const data = ['/api/places?', '/api/relations/locations?'].map(
            (path) => entries.findLast((e) => e.name.includes(path))?.responseEnd ?? 0,
          )
          if (data.every(Boolean) && document.querySelector('[aria-label$="points regroupés"]'))
            requestAnimationFrame(() => resolve(performance.now() - Math.max(...data)))
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
// the first look at it warms the server; a group and a point alone show the reference what to draw
await load()
await toGroups(page)
await page.locator('.leaflet-marker-pane [data-kind]').first().waitFor()
const plain = await openPlainMap(s.browser, s.server.url, page, {
  at: START,
  zoom: START_ZOOM,
  spare: SPARE,
  edge: EDGE,
  file: files[PLAIN_PATH],
})
const times = { ours: [], plain: [] }
for (let i = 0; i < LOADS; i += 1) {
  await load()
  times.ours.push(await toGroups(page))
  await plain.load()
  times.plain.push(await toGroups(plain.page))
}
const [ours, bare] = [times.ours, times.plain].map(median)
console.log(
  `map: ${COUNT} markers (${(body.length / 1e6).toFixed(1)} MB of JSON), ` +
    `data to the first groups painted: ${ours.toFixed(0)} ms, worst ${Math.max(...times.ours).toFixed(0)} ` +
    `ms (goal 150); ${WHAT}: ${bare.toFixed(0)} ms, worst ${Math.max(...times.plain).toFixed(0)} ` +
    `ms: ${(ours / bare).toFixed(2)} ×`,
)

await page.getByRole('button', { name: 'Tout voir' }).first().click()
await plain.page.evaluate(() => window.wide())
await page.waitForTimeout(2_000)
const frameOf = (of) => of.getByRole('region', { name: 'Carte des sorties et des relations' })
const box = await frameOf(page).boundingBox()
const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
/** Every frame (ms) while `act` goes on. */
const record = async (of, act) => {
  await of.evaluate(() => {
    window.frames95 = []
    window.going = true
    let last = performance.now()
    const step = (now) => {
      window.frames95.push(now - last)
      last = now
      if (window.going) requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
  await act(of)
  return (
    await of.evaluate(() => {
      window.going = false
      return window.frames95
    })
  ).slice(2)
}
/** The same gestures on both, in turn: what disturbs the machine disturbs both. */
const both = async (act) => {
  const frames = { ours: [], plain: [] }
  for (let i = 0; i < ROUNDS; i += 1) {
    frames.ours.push(...(await record(page, act)))
    frames.plain.push(...(await record(plain.page, act)))
  }
  return besideStill(framesOf(frames.ours), framesOf(frames.plain), WHAT)
}
const drag = async (of) => {
  for (let k = 0; k < 6; k += 1) {
    await of.mouse.move(x, y)
    await of.mouse.down()
    for (let i = 1; i <= 25; i += 1)
      await of.mouse.move(x + (k % 2 ? -9 : 9) * i, y + (k % 3 ? 5 : -5) * i)
    await of.mouse.up()
    await of.waitForTimeout(350)
  }
}
const zoom = async (of) => {
  for (const key of ['+', '+', '+', '-', '-', '-', '+', '-']) {
    await frameOf(of).focus()
    await of.keyboard.press(key)
    await of.waitForTimeout(500)
  }
}
const drawn = async (of) => `${await of.locator('[aria-label$="points regroupés"]').count()} groups`
console.log(
  `map, ${await drawn(page)} drawn (${await drawn(plain.page)} on the other page); dragged: ${await both(drag)}`,
)
// the first time the server fetches the tiles of each level
for (const one of [page, plain.page]) await zoom(one)
console.log(`map, zoomed: ${await both(zoom)}`)
await s.close()
source.close()
rmSync(folder, { recursive: true, force: true })
