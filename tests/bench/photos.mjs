// `npm run bench:photos [-- --rounds 5 --only '48 MP JPEG' | --only rest, --json]`: the photo
// pipeline beside its peers, on one page, in one run.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { launch } from '../support/browser/browser'
import { serveImagePage } from '../support/image/server'
import { photos } from './photos/scene'
import { ssim } from './photos/ssim'

const PORT = 8690
const SIDE = 2000
const QUALITY = 92
/** 80 Mbit/s up: fibre, or a good 5G. Slower, and the line is all that counts. */
const LINE = 10_000_000
const BATCH = 10
const asked = process.argv.indexOf('--rounds')
const ROUNDS = asked > 0 ? Number(process.argv[asked + 1]) : 5
/** Warm figures of one photo and nothing else; «rest»: all that is not those. */
const ONLY = process.argv.includes('--only')
  ? process.argv[process.argv.indexOf('--only') + 1]
  : null
const CONTENDERS = ['ours', 'compressorjs', 'browser-image-compression', 'pica', 'canvas']
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
sharp.concurrency(1)
sharp.cache(false)

console.log('Photos…')
const made = await photos()
const files = new Map(made)
files.set(
  'peer.js',
  readFileSync(
    here('../../node_modules/browser-image-compression/dist/browser-image-compression.js'),
  ),
)
// without a policy: pica and browser-image-compression start workers out of blobs, which the app's own policy forbids
const server = await serveImagePage(
  files,
  PORT,
  {
    configFile: here('./photos/vite.config.ts'),
    dist: here('../../.cache/bench-photos/dist/'),
    policy: null,
  },
  LINE,
)
const browser = await launch()
const open = async () => {
  const page = await browser.newPage()
  await page.goto(server.url)
  await page.waitForFunction(() => 'bench' in window)
  return page
}
const run = (page, who, name) => page.evaluate(([w, n]) => window.bench.run(w, n), [who, name])
const native = async (file) => {
  const from = performance.now()
  await sharp(file)
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'inside' })
    .jpeg({ quality: QUALITY, optimiseCoding: true })
    .toBuffer()
  return performance.now() - from
}
const grey = async (picture) =>
  sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })

/** Every renderer of the browser: the one that works is the one that grows. */
const renderers = async () => {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter((p) => p.type === 'renderer').map((p) => p.id)
}
const status = (pid, field) =>
  Number(
    new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    )?.[1] ?? NaN,
  ) * 1024

const table = []
const goals = []
const goal = (title, value, limit, least = false) =>
  goals.push({
    goal: title,
    value: Number(value.toFixed(3)),
    limit: `${least ? '≥' : '≤'} ${limit}`,
    met: (least ? value >= limit : value <= limit) ? 'yes' : 'NO',
  })

const warm = async (name) => {
  const page = await open()
  const runs = Object.fromEntries(CONTENDERS.map((who) => [who, []]))
  const sharps = []
  const floors = []
  for (const who of CONTENDERS) await run(page, who, name)
  for (let round = 0; round < ROUNDS; round++) {
    // each one first as often as the others
    for (const who of CONTENDERS.map((_, i) => CONTENDERS[(i + round) % CONTENDERS.length]))
      runs[who].push(await run(page, who, name))
    sharps.push(await native(made.get(name)))
    floors.push(await page.evaluate((n) => window.bench.floor(n), name))
  }
  const reference = await grey(
    await sharp(made.get(name))
      .resize(SIDE, SIDE, { fit: 'inside', kernel: 'lanczos3', fastShrinkOnLoad: false })
      .png({ compressionLevel: 0 })
      .toBuffer(),
  )
  const rows = []
  for (const who of CONTENDERS) {
    const picture = await grey(
      Buffer.from(
        await page.evaluate(([w, n]) => window.bench.picture(w, n), [who, name]),
        'base64',
      ),
    )
    rows.push({
      photo: name,
      who,
      ms: median(runs[who].map((r) => r.ms)),
      blocked: median(runs[who].map((r) => r.blocked)),
      bytes: runs[who][0].bytes,
      ssim: ssim(picture.data, reference.data, reference.info.width, reference.info.height),
    })
  }
  await page.close()
  rows.push({
    photo: name,
    who: 'sharp, one thread',
    ms: median(sharps),
    blocked: 0,
    bytes: 0,
    ssim: NaN,
  })
  rows.push({
    photo: name,
    who: 'ours: reading and decoding alone',
    ms: median(floors),
    blocked: 0,
    bytes: 0,
    ssim: NaN,
  })
  table.push(...rows)
  const [ours, ...peers] = rows.slice(0, CONTENDERS.length)
  const fastest = peers.toSorted((a, b) => a.ms - b.ms)[0]
  const below = peers.filter((p) => p.ssim < ours.ssim).toSorted((a, b) => b.ssim - a.ssim)[0]
  goal(
    `${name}: time / fastest peer (${fastest.who})`,
    ours.ms / fastest.ms,
    { '12 MP JPEG': 0.65, '12 MP PNG': 0.8 }[name] ?? 0.85,
  )
  goal(`${name}: SSIM − best peer's`, ours.ssim - Math.max(...peers.map((p) => p.ssim)), 0, true)
  if (below)
    goal(`${name}: bytes / peer of the next lower SSIM (${below.who})`, ours.bytes / below.bytes, 1)
  goal(
    `${name}: time / sharp on one thread (reading and decoding alone ${(median(floors) / median(sharps)).toFixed(2)})`,
    ours.ms / median(sharps),
    1.15,
  )
  goal(`${name}: longest main-thread task, ms`, ours.blocked, 20)
}

/**
 * The first photo of a visit, each time in a page of its own. «chosen»: the worker starts with the
 * picker, as in the app.
 */
const cold = async (name) => {
  const all = ['ours, chosen', ...CONTENDERS]
  const times = Object.fromEntries(all.map((who) => [who, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const who of all.map((_, i) => all[(i + round) % all.length])) {
      const page = await open()
      await page.evaluate(
        ([n, warmed]) => {
          if (warmed) window.bench.warm()
          return window.bench.load(n)
        },
        [name, who === 'ours, chosen'],
      )
      times[who].push((await run(page, who.split(',')[0], name)).ms)
      await page.close()
    }
  }
  const rows = all.map((who) => ({
    photo: `${name}, first of a visit`,
    who,
    ms: median(times[who]),
    blocked: NaN,
    bytes: NaN,
    ssim: NaN,
  }))
  table.push(...rows)
  const fastest = rows.slice(2).toSorted((a, b) => a.ms - b.ms)[0]
  goal(`${name}, cold: time / fastest peer (${fastest.who})`, rows[0].ms / fastest.ms, 1)
}

/** The renderer's peak while it works, over what it held before with its worker warm, in decoded frames. */
const memory = async (name, [width, height]) => {
  if (process.platform !== 'linux') return
  const page = await open()
  await page.evaluate((n) => {
    window.bench.warm()
    return window.bench.load(n)
  }, name)
  const before = new Map((await renderers()).map((pid) => [pid, status(pid, 'VmRSS')]))
  for (const pid of before.keys()) writeFileSync(`/proc/${pid}/clear_refs`, '5')
  await run(page, 'ours', name)
  const peak = Math.max(...[...before].map(([pid, rss]) => status(pid, 'VmHWM') - rss))
  const frame = width * height * 4
  console.log(
    `${name}: peak ${(peak / 1e6).toFixed(0)} MB over the idle page with its worker; ` +
      `decoded to ${width} × ${height}, a frame of RGBA has ${(frame / 1e6).toFixed(0)} MB`,
  )
  goal(`${name}: peak memory / decoded frame`, peak / frame, 2.5)
  await page.close()
}

const batches = async (name) => {
  const page = await open()
  const times = { s: [], p: [], sc: [], pc: [] }
  for (let round = 0; round < 3; round++) {
    for (const [key, how, uploaded] of [
      ['s', 'sequential', true],
      ['p', 'pipelined', true],
      ['sc', 'sequential', false],
      ['pc', 'pipelined', false],
    ]) {
      times[key].push(
        await page.evaluate((a) => window.bench.batch(...a), [name, BATCH, how, uploaded]),
      )
    }
  }
  await page.close()
  const [s, p, sc, pc] = ['s', 'p', 'sc', 'pc'].map((key) => median(times[key]))
  console.log(
    `${BATCH} × ${name}: converted and uploaded at ${(LINE * 8) / 1e6} Mbit/s one after the ` +
      `other ${s.toFixed(0)} ms, pipelined ${p.toFixed(0)} ms; conversion alone ${sc.toFixed(0)} ` +
      `and ${pc.toFixed(0)} ms (${(sc / pc).toFixed(2)} ×)`,
  )
  goal(`${BATCH} photos: sequential / pipelined`, s / p, 1.6, true)
}

try {
  for (const name of made.keys()) if (!ONLY || ONLY === name) await warm(name)
  if (!ONLY || ONLY === 'rest') {
    await cold('12 MP JPEG')
    await cold('12 MP PNG')
    await batches('12 MP JPEG')
    await memory('12 MP JPEG', [4000, 3000])
    await memory('48 MP JPEG', [4000, 3000])
    await memory('12 MP PNG', [4000, 3000])
  }
} finally {
  await browser.close()
  await server.close()
}
const rounded = table.map((r) => {
  const ours = table.find((o) => o.photo === r.photo && o.who === 'ours')
  return {
    photo: r.photo,
    who: r.who,
    ms: Math.round(r.ms),
    'ours / it': Number((ours.ms / r.ms).toFixed(2)),
    blocked: Math.round(r.blocked),
    kB: Math.round(r.bytes / 1000),
    ssim: Number(r.ssim.toFixed(4)),
  }
})
if (process.argv.includes('--json')) console.log(JSON.stringify({ rows: rounded, goals }))
else {
  console.log(
    `medians of ${ROUNDS} interleaved rounds, ${availableParallelism()} cores, ` +
      `load ${loadavg()[0].toFixed(1)}; blocked: longest main-thread task, ` +
      `ms; SSIM against sharp's Lanczos-3`,
  )
  console.table(rounded)
  console.table(goals)
}
