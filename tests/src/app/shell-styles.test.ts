import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const shell = new URL('../../../src/app/shell/', import.meta.url)

test('nothing around the page is styled by :has(): each element that comes or goes would style it all again', () => {
  const sheets = readdirSync(shell).filter((name) => name.endsWith('.css'))
  expect(sheets).not.toEqual([])
  for (const name of sheets) {
    const rules = readFileSync(new URL(name, shell), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
    expect(rules, name).not.toContain(':has(')
  }
})
