import { importsOf, isScript, withoutComments, withoutExtension, type Sources } from './source'

/** What breaks a rule, one line each; empty when the rule holds. */
export type Guard = (sources: Sources) => string[]

const under = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`)
const underAny = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => under(path, folder))

const forbidImports =
  (isForbidden: (from: string, to: string, dynamic: boolean) => boolean): Guard =>
  (sources) =>
    importsOf(sources)
      .filter((i) => isForbidden(i.from, i.to, i.dynamic))
      .map((i) => `${i.from} → ${i.to}`)

const SRC_LAYERS: Readonly<Record<string, readonly string[]>> = {
  'src/lib': ['src/lib', 'contract'],
  'src/ui': ['src/ui', 'src/lib', 'src/styles'],
  'src/data': ['src/data', 'src/lib', 'contract', 'workers'],
  'src/parts': ['src/parts', 'src/ui', 'src/data', 'src/lib', 'contract'],
}
const featureOf = (path: string): string | undefined => /^src\/features\/([^/]+)/.exec(path)?.[1]
/** `screen`, `panel`, `realtime`, and `…-screen`, `…-panel` at the root of a feature. */
const isEntryPoint = (path: string): boolean =>
  /^src\/features\/[^/]+\/(?:(?:[\w-]+-)?(?:screen|panel)|realtime)$/.test(path)

/** What every room may use, each only what is before it. */
const SERVER_BASE = ['link', 'db', 'mail', 'plugins', 'access', 'hub']
/** A room may use the `service.ts` of the rooms before it. */
const SERVER_ROOMS = [
  'session',
  'age',
  'staff',
  'places',
  'profile',
  'agreements',
  'media',
  'photos',
  'relations',
  'notes',
  'safety',
  'zones',
  'wishes',
  'messaging',
  'news',
  'albums',
  'subjects',
  'events',
  'radar',
  'push',
  'presence',
  'feedback',
  'verification',
  'moderation',
  'life',
  'parting',
  'operator',
]
/** Commands that move a whole community: they use what they need of the base and of `media`. */
const SERVER_TOOLS = ['moving']
const serverFolder = (path: string): string | undefined => /^server\/([^/]+)\//.exec(path)?.[1]

const breaksServerOrder = (from: string, to: string): boolean => {
  const own = serverFolder(from)
  const other = serverFolder(to)
  if (!own || !other || own === other || SERVER_TOOLS.includes(own)) return false
  const ownBase = SERVER_BASE.indexOf(own)
  const otherBase = SERVER_BASE.indexOf(other)
  if (ownBase >= 0) return otherBase < 0 || otherBase > ownBase
  if (otherBase >= 0) return false
  const ownRoom = SERVER_ROOMS.indexOf(own)
  const otherRoom = SERVER_ROOMS.indexOf(other)
  return !to.endsWith('/service') || otherRoom < 0 || otherRoom > ownRoom
}

/** Cycles over values, types and dynamic imports. */
const cycles: Guard = (sources) => {
  const next = new Map<string, string[]>()
  for (const { from, to } of importsOf(sources)) {
    const key = withoutExtension(from)
    if (key !== to) next.set(key, [...(next.get(key) ?? []), to])
  }
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const visit = (node: string, path: readonly string[]): void => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') {
      found.push([...path.slice(path.indexOf(node)), node].join(' → '))
      return
    }
    state.set(node, 'open')
    for (const to of next.get(node) ?? []) visit(to, [...path, node])
    state.set(node, 'done')
  }
  for (const node of next.keys()) visit(node, [])
  return found
}

/** Migrations are history; demonstration data, the access matrix and the crawl are data. */
const SIZE_EXEMPT =
  /^server\/db\/migrations\/|^demo\/|^tests\/server\/access\/(?:matrix|crawl)\.ts$/
const linesOf = (text: string): number => text.split('\n').length - 1

const longFiles: Guard = (sources) =>
  [...sources]
    .filter(([path, text]) => isScript(path) && !SIZE_EXEMPT.test(path) && linesOf(text) > 400)
    .map(([path, text]) => `${path}: ${linesOf(text)} lines`)

const manyLargeFiles: Guard = (sources) => {
  const files = [...sources].filter(([path]) => isScript(path) && !SIZE_EXEMPT.test(path))
  const large = files.filter(([, text]) => linesOf(text) > 250)
  return large.length > files.length * 0.05
    ? large.map(([path, text]) => `${path}: ${linesOf(text)} lines`)
    : []
}

const wideLines: Guard = (sources) => {
  // conversations of the demonstration data are one line per message
  const count = new Map<string, { lines: number; wide: string[] }>()
  for (const [path, text] of sources) {
    if (under(path, 'demo')) continue
    const folder = path.split('/')[0] ?? ''
    const entry = count.get(folder) ?? { lines: 0, wide: [] }
    const lines = text.split('\n')
    entry.lines += lines.length
    lines.forEach((line, at) => {
      if (line.length > 120) entry.wide.push(`${path}:${at + 1}`)
    })
    count.set(folder, entry)
  }
  return [...count].flatMap(([folder, { lines, wide }]) =>
    wide.length > lines * 0.005
      ? [`${folder}: ${wide.length} of ${lines} lines over 120 columns: ${wide.join(', ')}`]
      : [],
  )
}

const fullFolders: Guard = (sources) => {
  const sizes = new Map<string, number>()
  for (const path of sources.keys()) {
    const folder = path.replace(/\/[^/]+$/, '')
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  return [...sizes].filter(([, n]) => n > 25).map(([folder, n]) => `${folder}: ${n} files`)
}

/** A touch leaves `:hover` on what was tapped, until the next tap. */
const hoverOnTouch: Guard = (sources) =>
  [...sources]
    .filter(
      ([path, text]) =>
        path.endsWith('.css') &&
        withoutComments(text)
          .replaceAll(/@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
          .includes(':hover'),
    )
    .map(([path]) => path)

/** Rules of imports. */
export const IMPORT_GUARDS: Readonly<Record<string, Guard>> = {
  'contract imports only itself': forbidImports(
    (from, to) => under(from, 'contract') && !under(to, 'contract'),
  ),
  'a worker imports contract, its own folder and the wasm build': forbidImports((from, to) => {
    const own = /^workers\/[^/]+/.exec(from)?.[0]
    return own !== undefined && !underAny(to, [own, 'contract', 'wasm'])
  }),
  'layers of src import downwards only': forbidImports((from, to) => {
    const layer = Object.keys(SRC_LAYERS).find((l) => under(from, l))
    return layer !== undefined && !underAny(to, SRC_LAYERS[layer] ?? [])
  }),
  'src reaches a worker only by its entry, as a URL': forbidImports(
    (from, to) => under(from, 'src') && under(to, 'workers') && !/\.worker$|\/sw$/.test(to),
  ),
  'features import neither each other nor app': forbidImports((from, to) => {
    const own = featureOf(from)
    const other = featureOf(to)
    return own !== undefined && (under(to, 'src/app') || (other !== undefined && other !== own))
  }),
  'app enters a feature only by its entry points': forbidImports(
    (from, to) => under(from, 'src/app') && featureOf(to) !== undefined && !isEntryPoint(to),
  ),
  'server and browser meet only in contract': forbidImports(
    (from, to) =>
      (under(from, 'server') && underAny(to, ['src', 'workers'])) ||
      (underAny(from, ['src', 'workers']) && underAny(to, ['server', 'demo'])),
  ),
  'server rooms use the service of an earlier room': forbidImports(breaksServerOrder),
  'demonstration data are loaded only when they are on': forbidImports(
    (from, to, dynamic) => under(to, 'demo') && !under(from, 'demo') && !dynamic,
  ),
  'the product does not import tests': forbidImports(
    (from, to) => under(to, 'tests') && !under(from, 'scripts'),
  ),
  'no cycles, types and dynamic imports included': cycles,
}

/** Rules of size, for the product and for its tests. */
export const SIZE_GUARDS: Readonly<Record<string, Guard>> = {
  'no file above 400 lines': longFiles,
  'at most 0.5 % of the lines of a top folder are wider than 120 columns': wideLines,
  'no folder has more than 25 files': fullFolders,
}

/** Rules of one file or folder. */
export const FILE_GUARDS: Readonly<Record<string, Guard>> = {
  '95 of 100 files have at most 250 lines': manyLargeFiles,
  'fetch, workers and storage are used only in src/data': (sources) =>
    [...sources]
      .filter(
        ([path, text]) =>
          under(path, 'src') &&
          !under(path, 'src/data') &&
          isScript(path) &&
          /\bfetch\(|\bnew (?:Shared)?Worker\(|\b(?:localStorage|sessionStorage|indexedDB)\b/.test(
            withoutComments(text),
          ),
      )
      .map(([path]) => path),
  'hover styles are only for devices that hover': hoverOnTouch,
  '«Annuler» beside a primary button is quiet': (sources) =>
    [...sources]
      .filter(
        ([path, text]) =>
          under(path, 'src') &&
          !path.endsWith('/blur-dialog.tsx') &&
          /variant="ghost"(?:[^<]|<(?!Button))*?>\s*Annuler\s*</.test(text),
      )
      .map(([path]) => path),
  'public holds no scripts': (sources) =>
    [...sources.keys()].filter((path) => under(path, 'public') && isScript(path)),
  'file names are kebab-case': (sources) =>
    [...sources.keys()].filter((path) => !/^[a-z0-9.-]+$/.test(path.split('/').at(-1) ?? '')),
  'exports are named': (sources) =>
    [...sources]
      .filter(([path, text]) => !EXPORT_DEFAULT.test(path) && /^export default /m.test(text))
      .map(([path]) => path),
  'nothing is any, nothing is an enum': (sources) =>
    [...sources]
      .filter(
        ([path, text]) =>
          isScript(path) &&
          !under(path, 'wasm') &&
          /:\s*any\b|\bas any\b|^\s*(?:export )?(?:const )?enum /m.test(withoutComments(text)),
      )
      .map(([path]) => path),
}
/** Formats that ask for a default export. */
const EXPORT_DEFAULT = /vite\.config|\.d\.ts$|^scripts\/(lint\/plugin|unhandled-errors)\.mjs$/
