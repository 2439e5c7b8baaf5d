import { embedded, postgres, stepsOf, Theatre } from './run'

// one process of `npm run histories`: seeds [from, to) on the embedded engine or on PostgreSQL
const [from = '1', to = '2', url, redis] = process.argv.slice(2)
const theatre = new Theatre(url ? await postgres(url, redis) : embedded())
const done = { histories: 0, steps: 0, failed: 0 }
for (let seed = Number(from); seed < Number(to); seed += 1) {
  const history = stepsOf(seed)
  const problem = await theatre.play(history)
  done.histories += 1
  done.steps += history.length
  if (problem === null) continue
  done.failed += 1
  console.log(`\nseed ${seed}: ${problem}`)
  const short = await theatre.shrink(history)
  console.log(`the same with ${short.length} steps:`)
  for (const step of short) console.log(`  ${JSON.stringify(step)}`)
}
await theatre.close()
process.send?.(done)
process.exit(done.failed === 0 ? 0 : 1)
