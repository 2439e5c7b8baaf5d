// First-load budgets, gzip: what the browser must fetch before a route can be shown. `npm run size` fails beyond them.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const app = join(root, 'dist/app')
const assets = readdirSync(join(app, 'assets')).filter((n) => !/\.(br|gz)$/.test(n))
const gzip = (name) => gzipSync(readFileSync(join(app, 'assets', name)), { level: 9 }).length
const text = (name) => readFileSync(join(app, 'assets', name), 'utf8')

/** Scripts that a script imports statically, itself included. */
const closure = (names) => {
  const seen = new Set()
  const visit = (name) => {
    if (seen.has(name) || !existsSync(join(app, 'assets', name))) return
    seen.add(name)
    for (const m of text(name).matchAll(/(?:import|from)\s*["']\.\/([^"']+\.js)["']/g))
      if (!isDynamic(text(name), m.index)) visit(m[1])
  }
  names.forEach(visit)
  return seen
}
const isDynamic = (source, at) => source.slice(Math.max(0, at - 1), at + 7).includes('import(')
const html = readFileSync(join(app, 'index.html'), 'utf8')
const named = [...html.matchAll(/assets\/([^"']+\.js)/g)].map((m) => m[1])
const early = named.filter((n) => n.startsWith('early-'))
const entry = named.filter((n) => !n.startsWith('early-'))
const entryCss = [...html.matchAll(/assets\/([^"']+\.css)/g)].map((m) => m[1])
const find = (pattern) => assets.filter((n) => pattern.test(n))
const sum = (names) => [...names].reduce((n, name) => n + gzip(name), 0)

const route = (pattern) => closure([...entry, ...find(pattern)])
const inside = closure([...entry, ...find(/^signed-in-.*\.js$/)])
// swr: loaded after the first paint by the shell (src/app/shell/inside.tsx), on whatever screen
const idle = closure(find(/^cache-.*\.js$/))
const only = (set) => [...set].filter((n) => !inside.has(n) && !idle.has(n))
const rows = [
  // a script of its own, before the bundle; 4.7 kB when it was public/theme.js
  ['before the bundle', sum(early), 4_000],
  ['/login, script', sum(route(/^login-screen-.*\.js$/)), 100_000],
  ['/conversations, script', sum(route(/^(signed-in|messaging-screen)-.*\.js$/)), 130_000],
  ['after the first paint', sum([...idle].filter((n) => !inside.has(n))), 8_000],
  // loaded with the first map
  ['country of the map', sum(find(/^country-.*\.json$/)), 135_000],
  // only with a map of the operator
  ['streets', sum(find(/^streets-.*\.js$/)), 45_000],
  ['hub', sum(find(/^hub.*\.js$/)), 32_000],
  [
    'CSS, first load',
    sum(new Set([...entryCss, ...find(/^(login-screen|messaging-screen|signed-in)-.*\.css$/)])),
    20_000,
  ],
]
for (const name of find(/-screen-.*\.js$/))
  if (!/^(login|messaging)-/.test(name))
    rows.push([
      name.replace(/-screen-.*/, ''),
      sum(only(route(new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)))),
      // the whole desk of the staff in one piece; no member loads it
      name.startsWith('desk-') ? 40_000 : name.startsWith('albums-') ? 26_500 : 25_000,
    ])
let bad = 0
for (const [title, bytes, limit] of rows) {
  const over = bytes > limit || bytes === 0
  if (over) bad += 1
  const size = (bytes / 1000).toFixed(1).padStart(7)
  const share = (bytes / limit).toFixed(2)
  console.log(`${over ? '✗' : '✓'} ${title.padEnd(28)} ${size} kB of ${limit / 1000} kB (${share})`)
}
// a chunk that waits for itself starts with half of what it imports: the page would stay white
const edges = new Map(
  find(/\.js$/).map((name) => [
    name,
    [...text(name).matchAll(/(?:import|from)\s*["']\.\/([^"']+\.js)["']/g)].map((m) => m[1]),
  ]),
)
const done = new Set()
const cycle = (name, path) => {
  if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
  if (done.has(name)) return null
  for (const next of edges.get(name) ?? []) {
    const found = cycle(next, [...path, name])
    if (found) return found
  }
  done.add(name)
  return null
}
for (const name of edges.keys()) {
  const found = cycle(name, [])
  if (!found) continue
  bad += 1
  console.log(`✗ chunks that import each other: ${found.join(' → ')}`)
  break
}

// the chunks that src/app/early preloads must be those that the routes import
const chunksMeta = /<meta name="chunks"([^>]*)>/.exec(html)?.[1] ?? ''
for (const [screen, wanted] of [
  ['login', /^login-screen-/],
  ['member', /^signed-in-/],
  ['thread', /^thread-/],
]) {
  const value = new RegExp(`data-for-${screen}="([^"]*)"`).exec(chunksMeta)?.[1] ?? ''
  const names = value.split(' ').filter(Boolean)
  if (names.some((n) => wanted.test(n)) && names.every((n) => assets.includes(n))) continue
  bad += 1
  console.log(`✗ preloaded chunks of "${screen}" in the page: ${names.join(' ') || 'none'}`)
}

if (process.argv.includes('--files'))
  for (const name of route(/^(signed-in|messaging-screen)-.*\.js$/))
    console.log(`${(gzip(name) / 1000).toFixed(1).padStart(7)} ${name}`)
process.exitCode = bad ? 1 : 0
