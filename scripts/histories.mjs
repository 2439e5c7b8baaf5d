// `npm run histories -- 1000 [--seed=n] [--postgres=URL [--redis=URL]]`: random histories of five members
// against a model, in three processes. Prints the seed of each failure; `-- 1 --seed=n` repeats it.
import { fork } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

const PROCESSES = 3
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
await build()

const valueOf = (name) => {
  const at = process.argv.findIndex((a) => a === `--${name}` || a.startsWith(`--${name}=`))
  const given = process.argv[at]
  return at < 0
    ? undefined
    : given.includes('=')
      ? given.split('=').slice(1).join('=')
      : process.argv[at + 1]
}
const count = Number(process.argv.slice(2).find((a) => /^\d+$/.test(a)) ?? 50)
const first = Number(valueOf('seed') ?? Math.floor(Math.random() * 1_000_000_000))
const engine = [valueOf('postgres') ?? '', valueOf('redis') ?? ''].filter(Boolean)
console.log(`${count} histories, seeds ${first} to ${first + count - 1}`)

const startedAt = Date.now()
const runs = Array.from({ length: Math.min(PROCESSES, count) }, (_, n) => {
  const [from, to] = [n, n + 1].map(
    (i) => first + Math.round((count * i) / Math.min(PROCESSES, count)),
  )
  const child = fork('tests/histories/part.ts', [String(from), String(to), ...engine], {
    execArgv: ['--import', join(root, 'node_modules/tsx/dist/loader.mjs')],
  })
  return new Promise((resolve) => {
    let result = { histories: 0, steps: 0, failed: 1 }
    child.on('message', (m) => {
      result = m
    })
    child.on('exit', () => resolve(result))
  })
})
const results = await Promise.all(runs)
const sum = (key) => results.reduce((n, r) => n + r[key], 0)
const seconds = Math.round((Date.now() - startedAt) / 1000)
console.log(
  `${sum('histories')} histories, ${sum('steps')} steps, ${sum('failed')} failed, ${seconds} s`,
)
process.exit(sum('failed') === 0 ? 0 : 1)
