import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = dirname(import.meta.dirname)
const TOP = ['contract', 'src', 'workers', 'wasm', 'server', 'demo', 'scripts']

const filesOf = (dir: string): string[] =>
  readdirSync(join(root, dir)).flatMap((name) => {
    const path = join(dir, name)
    if (name === 'build' || name === 'node_modules') return []
    return statSync(join(root, path)).isDirectory()
      ? filesOf(path)
      : /\.(ts|tsx|mjs)$/.test(name)
        ? [path]
        : []
  })
const files = TOP.flatMap(filesOf)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Import {
  from: string
  to: string
  typeOnly: boolean
  dynamic: boolean
}
/** Imports inside the repository, as paths without extension; `#contract/x` → contract/x. */
const importsOf = (path: string): Import[] => {
  const text = read(path).replace(/\/\*[\s\S]*?\*\//g, '')
  const found: Import[] = []
  for (const m of text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"\n;]*?(?:\{[^}]*\})?[^'"\n;]*?\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
  )) {
    const spec = m[2] ?? m[3] ?? ''
    const to = spec.startsWith('#contract/')
      ? `contract/${spec.slice(10)}`
      : spec.startsWith('.')
        ? normalize(join(dirname(path), spec))
        : null
    if (to)
      found.push({
        from: path,
        to: to.replace(/\?.*$/, '').replace(/\.(ts|tsx|mjs)$/, ''),
        typeOnly: m[1] !== undefined,
        dynamic: m[3] !== undefined,
      })
  }
  return found
}
const imports = files.flatMap(importsOf)
const under = (path: string, dir: string): boolean => path === dir || path.startsWith(`${dir}/`)

/** Room of a path inside src or server, e.g. src/features/messaging or server/media. */
const featureOf = (path: string): string | null => /^src\/features\/([^/]+)/.exec(path)?.[1] ?? null
const SERVER_ORDER = [
  'session',
  'places',
  'profile',
  'media',
  'photos',
  'albums',
  'relations',
  'notes',
  'safety',
  'messaging',
  'news',
  'events',
  'radar',
  'push',
  'presence',
  'feedback',
  'life',
]
const roomOf = (path: string): string | null => {
  const name = /^server\/([^/]+)\//.exec(path)?.[1] ?? null
  return name && SERVER_ORDER.includes(name) ? name : null
}
const DOORS = new Set(['screen', 'panel', 'realtime'])

describe('who imports whom', () => {
  const broken = (rule: (i: Import) => boolean): string[] =>
    imports.filter(rule).map((i) => `${i.from} → ${i.to}`)

  test('contract imports only itself', () => {
    expect(broken((i) => under(i.from, 'contract') && !under(i.to, 'contract'))).toEqual([])
  })
  test('workers import contract, their own folder and the wasm build', () => {
    expect(
      broken((i) => {
        const own = /^workers\/[^/]+/.exec(i.from)?.[0]
        return (
          own !== undefined && !under(i.to, own) && !under(i.to, 'contract') && !under(i.to, 'wasm')
        )
      }),
    ).toEqual([])
  })
  test('src layers import downwards only', () => {
    const allowed: Record<string, string[]> = {
      'src/lib': ['src/lib', 'contract'],
      'src/ui': ['src/ui', 'src/lib', 'src/styles'],
      'src/data': ['src/data', 'src/lib', 'contract', 'workers'],
      'src/parts': ['src/parts', 'src/ui', 'src/data', 'src/lib', 'contract'],
    }
    expect(
      broken((i) => {
        const layer = Object.keys(allowed).find((l) => under(i.from, l))
        return layer !== undefined && !(allowed[layer] as string[]).some((a) => under(i.to, a))
      }),
    ).toEqual([])
  })
  test('src reaches a worker only by its entry, as a URL', () => {
    expect(
      broken(
        (i) => under(i.from, 'src') && under(i.to, 'workers') && !/\.worker$|\/sw$/.test(i.to),
      ),
    ).toEqual([])
  })
  test('features import neither each other nor app', () => {
    expect(
      broken((i) => {
        const own = featureOf(i.from)
        return (
          own !== null &&
          (under(i.to, 'src/app') || (featureOf(i.to) !== null && featureOf(i.to) !== own))
        )
      }),
    ).toEqual([])
  })
  test('app enters a feature only by its doors', () => {
    expect(
      broken((i) => {
        if (!under(i.from, 'src/app')) return false
        const m = /^src\/features\/[^/]+\/(.+)$/.exec(i.to)
        return m !== null && !DOORS.has((m[1] ?? '').replace(/^.*-(?=screen$)/, ''))
      }),
    ).toEqual([])
  })
  test('server and browser meet only in contract', () => {
    expect(
      broken((i) => under(i.from, 'server') && (under(i.to, 'src') || under(i.to, 'workers'))),
    ).toEqual([])
    expect(
      broken((i) => (under(i.from, 'src') || under(i.from, 'workers')) && under(i.to, 'server')),
    ).toEqual([])
  })
  test('server rooms use the service of an earlier room, never its queries or presentation', () => {
    expect(
      broken((i) => {
        const own = roomOf(i.from)
        const other = roomOf(i.to)
        if (!own || !other || own === other) return false
        return !i.to.endsWith('/service') || SERVER_ORDER.indexOf(other) > SERVER_ORDER.indexOf(own)
      }),
    ).toEqual([])
  })
  test('nothing imports tests', () => {
    expect(broken((i) => under(i.to, 'tests') && !under(i.from, 'scripts'))).toEqual([])
  })
  test('no cycles', () => {
    const next = new Map<string, string[]>()
    for (const i of imports)
      if (!i.typeOnly && !i.dynamic)
        next.set(i.from.replace(/\.(ts|tsx|mjs)$/, ''), [
          ...(next.get(i.from.replace(/\.(ts|tsx|mjs)$/, '')) ?? []),
          i.to,
        ])
    const state = new Map<string, 'open' | 'done'>()
    const cycles: string[] = []
    const visit = (node: string, path: string[]): void => {
      if (state.get(node) === 'done') return
      if (state.get(node) === 'open') {
        cycles.push([...path.slice(path.indexOf(node)), node].join(' → '))
        return
      }
      state.set(node, 'open')
      for (const to of next.get(node) ?? []) visit(to, [...path, node])
      state.set(node, 'done')
    }
    for (const node of next.keys()) visit(node, [])
    expect(cycles).toEqual([])
  })
})

/** Without its comments. */
const code = (path: string): string => read(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

describe('files', () => {
  const EXEMPT = /^server\/db\/migrations\/|^demo\//
  test('no file above 520 lines, 95 % at most 250', () => {
    const sizes = files
      .filter((f) => !EXEMPT.test(f))
      .map((f) => [read(f).split('\n').length, f] as const)
    expect(sizes.filter(([n]) => n > 520).map(([n, f]) => `${f}: ${n}`)).toEqual([])
    const big = sizes.filter(([n]) => n > 250)
    expect(
      big.length / Math.max(1, sizes.length),
      big.map(([n, f]) => `${f}: ${n}`).join(', '),
    ).toBeLessThanOrEqual(0.05)
  })
  test('fetch, workers and storage are touched only in src/data', () => {
    const bad = files.filter(
      (f) =>
        under(f, 'src') &&
        !under(f, 'src/data') &&
        /\b(?:fetch\(|new (?:Shared)?Worker\(|localStorage|sessionStorage|indexedDB)\b/.test(
          code(f),
        ),
    )
    expect(bad.map((f) => relative('.', f))).toEqual([])
  })
  test('names are kebab-case, exports are named, nothing is any', () => {
    expect(files.filter((f) => !/^[a-z0-9.-]+$/.test(f.split('/').at(-1) ?? ''))).toEqual([])
    const config = /vite\.config|\.d\.ts$/
    expect(files.filter((f) => !config.test(f) && /^export default /m.test(read(f)))).toEqual([])
    expect(
      files.filter(
        (f) =>
          /:\s*any\b|\bas any\b|^\s*(?:export )?(?:const )?enum /m.test(code(f)) &&
          !under(f, 'wasm'),
      ),
    ).toEqual([])
  })
})
