import { expect, test } from 'vitest'
import { readSources } from './source'

const SET = /(--[a-z][a-z0-9-]*)\s*['"`\]]*\s*:|setProperty\(\s*['"`](--[a-z][a-z0-9-]*)/g
/** Without a fallback: an unknown one makes the whole declaration void, without any word. */
const USED = /var\(\s*(--[a-z][a-z0-9-]*)\s*\)/g

test('every custom property of a style sheet is set somewhere', () => {
  const sources = [...readSources(['src'])]
  const set = new Set(
    sources.flatMap(([, text]) => [...text.matchAll(SET)].map((m) => m[1] ?? m[2])),
  )
  const unknown = sources
    .filter(([path]) => path.endsWith('.css'))
    .flatMap(([path, text]) =>
      [...text.matchAll(USED)].flatMap((m) => (set.has(m[1]) ? [] : [`${path}: ${m[1]}`])),
    )
  expect(unknown).toEqual([])
})
