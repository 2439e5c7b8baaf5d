// Times of the image worker in a real browser, warm, and what the page feels meanwhile.
// node tests/bench/photo.mjs [--json]
import sharp from 'sharp'
import { register } from 'tsx/esm/api'

register()
const { serveImagePage } = await import('../support/image/server.ts')
const { launch } = await import('../support/browser/browser.ts')
const { image, pattern } = await import('../support/image/files.ts')

const PORT = 8611
const ROUNDS = 9
sharp.concurrency(1)
sharp.cache(false)

/** A drawn scene with the noise of a sensor, at `width` pixels. */
async function photo(width, height) {
  const { rgb } = pattern(width, height)
  let state = 1
  for (let i = 0; i < rgb.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    rgb[i] = Math.max(0, Math.min(255, rgb[i] + (state >>> 28) - 8))
  }
  return image({ rgb, width, height })
}

const twelve = await (await photo(4000, 3000)).jpeg({ quality: 92 }).toBuffer()
const files = new Map([
  ['12 MP JPEG', twelve],
  [
    '12 MP JPEG turned',
    await sharp(twelve).withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer(),
  ],
  [
    '24 MP JPEG',
    await sharp(twelve).resize(6000, 4000, { fit: 'fill' }).jpeg({ quality: 92 }).toBuffer(),
  ],
  [
    '48 MP JPEG',
    await sharp(twelve).resize(8000, 6000, { fit: 'fill' }).jpeg({ quality: 90 }).toBuffer(),
  ],
  ['12 MP PNG', await sharp(twelve).png({ compressionLevel: 3 }).toBuffer()],
])
const spots = Array.from({ length: 10 }, (_, i) => ({
  x: 300 + i * 370,
  y: 400 + (i % 5) * 500,
  radius: 150,
  intensity: 3,
}))
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const server = await serveImagePage(files, PORT)
const browser = await launch()
const rows = []
try {
  const page = await browser.newPage()
  await page.goto(server.url)
  await page.waitForFunction(() => 'lab' in window)
  const measure = async (file, withSpots) => {
    const [times, cold, blocked, kilobytes] = await page.evaluate(
      async ([name, asked, rounds]) => {
        const { lab } = window
        const blob = await lab.load(name)
        const images = lab.images({ limitMs: 29_000 + Math.random() })
        const run = async () => {
          const from = performance.now()
          const outcome = await images.convertPhoto(blob, { spots: asked })
          if (outcome.status !== 'converted') throw new Error(outcome.message)
          return [performance.now() - from, outcome.blob.size]
        }
        const [first] = await run()
        const all = []
        let bytes = 0
        const worst = await lab.longest(async () => {
          for (let i = 0; i < rounds; i++) {
            const [ms, size] = await run()
            all.push(ms)
            bytes = size
          }
        })
        return [all, first, worst, bytes / 1000]
      },
      [file, withSpots, ROUNDS],
    )
    const from = performance.now()
    const side = withSpots.length > 0 ? 2048 : 2000
    await sharp(files.get(file))
      .autoOrient()
      .resize(side, side, { fit: 'inside' })
      .jpeg({ quality: 92, optimiseCoding: true })
      .toBuffer()
    const native = performance.now() - from
    rows.push({
      file,
      spots: withSpots.length,
      warm: Math.round(median(times)),
      best: Math.round(Math.min(...times)),
      cold: Math.round(cold),
      sharp: Math.round(native),
      ratio: Number((median(times) / native).toFixed(2)),
      longestTask: Math.round(blocked),
      kB: Math.round(kilobytes),
    })
  }
  await measure('12 MP JPEG', [])
  await measure('12 MP JPEG', spots)
  for (const file of ['12 MP JPEG turned', '24 MP JPEG', '48 MP JPEG', '12 MP PNG'])
    await measure(file, [])
} finally {
  await browser.close()
  await server.close()
}
if (process.argv.includes('--json')) console.log(JSON.stringify(rows))
else {
  console.log(
    'ms, median of 9 warm rounds; ratio: against sharp on one thread; longest task of the page (0: none above 50 ms)',
  )
  console.table(rows)
}
