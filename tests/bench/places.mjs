// Search of communes: time of a keystroke (goal p99 ≤ 10 ms on the server), of the first question, and memory.
import { gunzipSync } from 'node:zlib'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseGazetteer } from '../../server/places/gazetteer'

const file = join(import.meta.dirname, '../../dist/server/places.gz')
const text = existsSync(file)
  ? gunzipSync(readFileSync(file)).toString('utf8')
  : (await import('../../server/places/build.mjs')).makePlaces()
const gc = async () => {
  const { setFlagsFromString } = await import('node:v8')
  const { runInNewContext } = await import('node:vm')
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
await gc()
const before = process.memoryUsage().heapUsed
const from = performance.now()
const places = parseGazetteer(text)
const loadMs = performance.now() - from
await gc()
const heapMb = (process.memoryUsage().heapUsed - before) / 1048576

// every beginning of every name, as somebody types it, and every beginning of every postal code
const inputs = []
for (const line of text.split('\n')) {
  const [id, name, , codes] = line.split('\t')
  if (id === '#') continue
  for (let n = 2; n <= name.length; n += 1) inputs.push(name.slice(0, n))
  for (const code of codes.split(' ')) for (let n = 2; n <= 5; n += 1) inputs.push(code.slice(0, n))
}
const sample = inputs.filter((_, i) => i % 5 === 0)
const times = sample
  .map((input) => {
    const start = performance.now()
    places.search(input)
    return performance.now() - start
  })
  .sort((a, b) => a - b)
const at = (p) => times[Math.floor(times.length * p)].toFixed(3)
console.log(
  `${places.size} places, read in ${loadMs.toFixed(0)} ms, ${heapMb.toFixed(1)} MB of heap`,
)
console.log(
  `search: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${times.at(-1).toFixed(2)} ms ` +
    `(${times.length} inputs; goal p99 ≤ 10 ms)`,
)
