import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACTS } from '../../../../src/features/desk/pages/audit-labels'
import { sheetsOf, shownCount } from '../../../../src/features/desk/pages/desk-figures'
import { NBSP } from '../../../../src/lib/text'

test('every act that the server writes to the audit log has a French name', () => {
  const written = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap(
      (file) =>
        readFileSync(`server/${file}`, 'utf8').match(/\bact:[^}]*?'[a-z]+\.[a-z_]+'[^},]*/g) ?? [],
    )
    .flatMap((text) => text.match(/[a-z]+\.[a-z_]+(?=')/g) ?? [])
  expect(written.length).toBeGreaterThan(20)
  expect(Object.keys(ACTS).sort()).toEqual([...new Set(written)].sort())
})

test('figures from 1 to 4 are not written out', () => {
  expect([0, 1, 4, 5, 12].map(shownCount)).toEqual([0, `<${NBSP}5`, `<${NBSP}5`, 5, 12])
})

test('the tables by origin and by rule show small counts as such, and no measures of appeals', () => {
  const [byOrigin, byRule] = sheetsOf({
    months: [],
    rules: [{ title: 'Le respect', count: 7, undone: 1 }],
    origins: [
      { origin: 'report', cases: 12, measures: 3, undone: 0 },
      { origin: 'appeal', cases: 2, measures: 0, undone: 0 },
    ],
    activeMembers: 8,
  })
  const small = `<${NBSP}5`
  expect(byOrigin?.rows).toEqual([
    ['Signalements de membres', 12, small, 0],
    ['Contestations', small, '', ''],
  ])
  expect(byRule?.rows).toEqual([['Le respect', 7, small]])
})

test('every job of the server has a French name on the page of the instance', () => {
  const jobs = readFileSync('server/jobs.ts', 'utf8')
    .split(/Readonly<Record<string, Job>> = \{/)
    .slice(1, 3)
    .flatMap((text) => text.slice(0, text.indexOf('\n}')).match(/^ {2}\w+/gm) ?? [])
    .map((name) => name.trim())
  expect(jobs.length).toBeGreaterThan(15)
  const page = readFileSync('src/features/desk/community/instance-page.tsx', 'utf8')
  expect(jobs.filter((name) => !page.includes(`  ${name}: '`))).toEqual([])
})
