import { expect, test } from 'vitest'
import { dialect } from '../../scripts/dialect.mjs'
import { FILE_GUARDS, IMPORT_GUARDS, SIZE_GUARDS, type Guard } from './guards'

const guards: Readonly<Record<string, Guard>> = { ...IMPORT_GUARDS, ...SIZE_GUARDS, ...FILE_GUARDS }
const lines = (count: number, line = 'x'): string => `${line}\n`.repeat(count)
const files = (folder: string, count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${folder}/f${n}.ts`, '']))

/** For each guard, trees that it must refuse. */
const PLANTED: Readonly<Record<string, readonly Record<string, string>[]>> = {
  'contract imports only itself': [{ 'contract/a.ts': "import { b } from '../server/b'" }],
  'a worker imports contract, its own folder and the wasm build': [
    { 'workers/hub/a.ts': "import { b } from '../image/b'" },
  ],
  'layers of src import downwards only': [
    { 'src/ui/a.tsx': "import type { b } from '../data/b'" },
    { 'src/lib/a.ts': "const b = () => import('../ui/b')" },
  ],
  'src reaches a worker only by its entry, as a URL': [
    { 'src/data/a.ts': "import { b } from '../../workers/hub/b'" },
  ],
  'features import neither each other nor app': [
    { 'src/features/news/a.ts': "import { b } from '../events/b'" },
    { 'src/features/news/a.ts': "import { b } from '../../app/b'" },
  ],
  'app enters a feature only by its entry points': [
    { 'src/app/a.ts': "import { b } from '../features/news/store'" },
    { 'src/app/a.ts': "import { b } from '../features/news/deep/screen'" },
  ],
  'server and browser meet only in contract': [
    { 'server/a.ts': "import { b } from '../src/lib/b'" },
    { 'src/lib/a.ts': "import { b } from '../../server/b'" },
  ],
  'server rooms use the service of an earlier room': [
    { 'server/session/a.ts': "import { b } from '../events/service'" },
    { 'server/events/a.ts': "import { b } from '../session/queries'" },
    { 'server/db/a.ts': "import { b } from '../hub/b'" },
    { 'server/link/a.ts': "import { b } from '../messaging/service'" },
  ],
  'demonstration data are loaded only when they are on': [
    { 'server/main.ts': "import { seedDemo } from '../demo/demo'" },
  ],
  'the product does not import tests': [{ 'src/lib/a.ts': "import { b } from '../../tests/b'" }],
  'no cycles, types and dynamic imports included': [
    {
      'src/lib/a.ts': "import type { b } from './b'",
      'src/lib/b.ts': "const a = () => import('./a')",
    },
  ],
  'no file above 400 lines': [
    { 'src/lib/a.ts': lines(401) },
    { 'tests/server/a.test.ts': lines(401) },
  ],
  '95 of 100 files have at most 250 lines': [
    { ...files('src/lib', 9), 'src/lib/a.ts': lines(251) },
  ],
  'at most 0.5 % of the lines of a top folder are wider than 120 columns': [
    { 'src/lib/a.ts': `${lines(100)}${'x'.repeat(121)}\n` },
  ],
  'no folder has more than 25 files': [files('src/lib', 26)],
  'fetch, workers and storage are used only in src/data': [
    { 'src/app/a.ts': "void fetch('/version.json')" },
    { 'src/app/a.ts': "new Worker(new URL('./w', import.meta.url))" },
    { 'src/app/a.ts': "localStorage.getItem('theme')" },
  ],
  'hover styles are only for devices that hover': [
    { 'src/ui/a.css': '.a:hover {\n  color: red;\n}' },
    { 'src/ui/a.css': '@media (hover: hover) {\n  .a:hover {\n  }\n}\n.b:hover {\n}' },
  ],
  '«Annuler» beside a primary button is quiet': [
    { 'src/ui/a.tsx': '<Button variant="ghost" onClick={() => stop()}>\n  Annuler\n</Button>' },
  ],
  'public holds no scripts': [{ 'public/theme.js': '' }],
  'file names are kebab-case': [{ 'src/lib/aB.ts': '' }],
  'exports are named': [{ 'src/lib/a.ts': 'export default 1' }],
  'nothing is any, nothing is an enum': [
    { 'src/lib/a.ts': 'export const a: any = 1' },
    { 'src/lib/a.ts': 'export enum A { B }' },
  ],
}

test('every guard has a tree that it must refuse', () => {
  expect(Object.keys(PLANTED).sort()).toEqual(Object.keys(guards).sort())
})

test.each(
  Object.entries(PLANTED).flatMap(([name, trees]) => trees.map((tree) => [name, tree] as const)),
)('goes red: %s', (name, tree) => {
  expect(guards[name]?.(new Map(Object.entries(tree)))).not.toEqual([])
})

test('goes red: comments are in plain English', () => {
  const { hits } = dialect(['tests/architecture/dialect-sample.ts'])
  expect(hits).toHaveLength(3)
})
