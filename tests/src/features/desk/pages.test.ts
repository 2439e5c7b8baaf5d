import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AUDIT_ACT_LABELS } from '../../../../src/features/desk/pages/audit-labels'

test('every act that the server writes to the audit log has a French name', () => {
  const written = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap(
      (file) =>
        readFileSync(`server/${file}`, 'utf8').match(/\bact:[^}]*?'[a-z]+\.[a-z_]+'[^},]*/g) ?? [],
    )
    .flatMap((text) => text.match(/[a-z]+\.[a-z_]+(?=')/g) ?? [])
  expect(written.length).toBeGreaterThan(20)
  expect(Object.keys(AUDIT_ACT_LABELS).sort()).toEqual([...new Set(written)].sort())
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
