// The map with 10,000 outings: from the data to the first groups (goal 150 ms), and frames while it is dragged and zoomed (goal p95 20 ms).
import { createServer } from 'node:http'
import sharp from 'sharp'
import { median, stage } from './browser.mjs'

const COUNT = 10_000
// pictures, as a source of tiles gives them; TILES=plain measures the drawn ones that stand in when there is no source
const picture = await sharp({ create: { width: 256, height: 256, channels: 3, noise: { type: 'gaussian', mean: 190, sigma: 12 }, background: '#ccc' } }).blur(3).png().toBuffer()
const source = createServer((_, answer) => answer.setHeader('content-type', 'image/png').end(picture))
await new Promise((resolve) => source.listen(0, '127.0.0.1', resolve))
process.env.TILE_URL = process.env.TILES === 'plain' ? '' : `http://127.0.0.1:${source.address().port}/{z}/{x}/{y}`
const s = await stage()
const { page } = await s.member('demo-1@connivence.test', 'Tous les deux')
let seed = 7
const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
/** Half of them around five towns, as people live; the others anywhere. */
const TOWNS = [[48.8566, 2.3522], [45.758, 4.8351], [43.2965, 5.3698], [44.8378, -0.5792], [50.6292, 3.0573]]
const places = Array.from({ length: COUNT }, (_, i) => {
  const town = TOWNS[i % TOWNS.length]
  const [lat, lng] = i % 2 ? [town[0] + (random() - 0.5) * 0.6, town[1] + (random() - 0.5) * 0.8] : [42.5 + random() * 8.3, -4 + random() * 11.5]
  return { id: crypto.randomUUID(), type: 'event', name: `Sortie ${i}`, lat, lng, address: null, markerColor: null, event_id: crypto.randomUUID(), slug: null, precise: false, city: 'Commune', count: 1 }
})
const body = JSON.stringify({ places })
await page.route('**/api/places?*', (route) => route.fulfill({ contentType: 'application/json', body }))
await page.route('**/api/relations/locations?*', (route) => route.fulfill({ json: { relations: [] } }))
const times = []
for (let i = 0; i < 9; i += 1) {
  await page.goto(`${s.server.url}/radar`, { waitUntil: 'commit' })
  times.push(await page.evaluate(() => new Promise((resolve) => {
    const look = () => {
      const entries = performance.getEntriesByType('resource')
      // the data are both answers
      const data = ['/api/places?', '/api/relations/locations?'].map((path) => entries.findLast((e) => e.name.includes(path))?.responseEnd ?? 0)
      if (data.every(Boolean) && document.querySelector('[aria-label$="points regroupés"]')) requestAnimationFrame(() => resolve(performance.now() - Math.max(...data)))
      else requestAnimationFrame(look)
    }
    look()
  })))
}
console.log(`map: ${COUNT} markers (${(body.length / 1e6).toFixed(1)} MB of JSON), data to the first groups painted: ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms (goal 150)`)

await page.getByRole('button', { name: 'Tout voir' }).first().click()
await page.waitForTimeout(2_000)
// nothing more is asked for; with a route in between the browser would keep no tile
await page.unroute('**/api/places?*')
await page.unroute('**/api/relations/locations?*')
const frame = page.getByRole('region', { name: 'Carte des sorties et des relations' })
const box = await frame.boundingBox()
const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
const record = async (act) => {
  await page.evaluate(() => {
    window.frames95 = []
    window.going = true
    let last = performance.now()
    const step = (now) => { window.frames95.push(now - last); last = now; if (window.going) requestAnimationFrame(step) }
    requestAnimationFrame(step)
  })
  await act()
  const list = (await page.evaluate(() => { window.going = false; return window.frames95 })).slice(2).sort((a, b) => a - b)
  const at = (q) => list[Math.min(list.length - 1, Math.floor(list.length * q))].toFixed(1)
  return `frame p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (goal 20), longest ${at(1)} ms over ${list.length} frames`
}
console.log(`map, ${await page.locator('[aria-label$="points regroupés"]').count()} groups drawn; dragged: ${await record(async () => {
  for (let k = 0; k < 6; k += 1) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let i = 1; i <= 25; i += 1) await page.mouse.move(x + (k % 2 ? -9 : 9) * i, y + (k % 3 ? 5 : -5) * i)
    await page.mouse.up()
    await page.waitForTimeout(350)
  }
})}`)
const zoom = async () => {
  for (const key of ['+', '+', '+', '-', '-', '-', '+', '-']) {
    await frame.focus()
    await page.keyboard.press(key)
    await page.waitForTimeout(500)
  }
}
// the first time the server fetches the tiles of each level
await zoom()
console.log(`map, zoomed: ${await record(zoom)}`)
await s.close()
source.close()
