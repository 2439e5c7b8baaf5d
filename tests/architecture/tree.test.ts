import { describe, expect, test } from 'vitest'
import { dialect, LIMIT } from '../../scripts/dialect.mjs'
import { FILE_GUARDS, IMPORT_GUARDS, SIZE_GUARDS } from './guards'
import { readSources } from './source'

const sources = readSources()
const withTests = new Map([...sources, ...readSources(['tests'])])

describe('who imports whom', () => {
  test.each(Object.entries(IMPORT_GUARDS))('%s', (_, guard) => {
    expect(guard(sources)).toEqual([])
  })
})

describe('files', () => {
  test.each(Object.entries(FILE_GUARDS))('%s', (_, guard) => {
    expect(guard(sources)).toEqual([])
  })
})

describe('sizes, of tests too', () => {
  test.each(Object.entries(SIZE_GUARDS))('%s', (_, guard) => {
    expect(guard(withTests)).toEqual([])
  })
})

test('comments are in plain English', () => {
  const { comments, hits } = dialect()
  expect(hits.length / comments, hits.map((h) => `${h.path}:${h.line}`).join(', ')).toBeLessThan(
    LIMIT,
  )
})
