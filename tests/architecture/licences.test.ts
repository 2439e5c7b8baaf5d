import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { notices } from '../../scripts/licences.mjs'

test('the notices name every dependency with its licence, and where the LGPL parts are published', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  const text = notices()
  const named = Object.entries(dependencies).filter(
    ([name, version]) => !text.includes(`${name} ${version} · `),
  )
  expect(named).toEqual([])
  expect(text).toMatch(/libheif-js 1\.\d+\.\d+ · LGPL-3\.0/)
  expect(text).toContain('https://github.com/strukturag/libheif')
  expect(text).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
  expect(text).not.toMatch(/ · unknown · /)
})
