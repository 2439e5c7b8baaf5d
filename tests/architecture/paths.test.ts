import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources } from './source'

/** What was true of a past version. */
const OF_THEN = /^docs\/(?:rows|CHANGELOG)\.md$/
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
].filter((path) => !OF_THEN.test(path))

const code = new Map([...readSources(), ...readSources(['tests'])])
const paths = [...code.keys(), ...documents]
const names = new Set(paths.map((path) => basename(path)))

const commentsOf = (text: string): string =>
  (text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm) ?? []).join('\n')
const PATH =
  /(?<![\w@./-])(?:contract|demo|docs|scripts|server|src|tests|wasm|workers)\/[\w./-]*\w/g
const NAME = /(?<![\w./@-])[a-z][a-z0-9-]*\.(?:tsx?|mjs)\b/g

/** Files that a text names and that are not there. */
const missingIn = (text: string): string[] => [
  ...(text.match(PATH) ?? []).filter(
    (named) => !existsSync(named) && !paths.some((path) => path.startsWith(named)),
  ),
  ...(text.match(NAME) ?? []).filter((named) => !names.has(named)),
]

test('documents and comments name files that exist', () => {
  const texts = [
    ...documents.map((path) => [path, readFileSync(path, 'utf8')] as const),
    ...[...code].map(([path, text]) => [path, commentsOf(text)] as const),
  ]
  expect(texts.flatMap(([path, text]) => missingIn(text).map((m) => `${path}: ${m}`))).toEqual([])
})

test('goes red: a file that was renamed', () => {
  expect(missingIn('see server/no-such-room/a.ts and `no-such-file.ts`')).toHaveLength(2)
})
