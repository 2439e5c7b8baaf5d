import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { seedCases } from '../../../demo/cases'
import { seedDemo } from '../../../demo/demo'
import { testApp } from '../../support/server/server'

test('the cases of the demonstration are made once, and a first start prints no warning for them', async () => {
  const lines: string[] = []
  const logStream = new Writable({
    write: (line, _, done) => {
      lines.push(String(line))
      done()
    },
  })
  const t = await testApp({ LOG_LEVEL: 'warn' }, { logStream })
  try {
    await seedDemo(t.ctx)
    const count = async () =>
      (await t.ctx.db.selectFrom('cases').select(['id', 'kind']).execute()).length
    await seedCases(t.ctx)
    await t.ctx.bus.idle()
    const made = await count()
    expect(made).toBeGreaterThan(12)
    await seedCases(t.ctx)
    expect(await count()).toBe(made)
    expect(lines.filter((line) => line.includes('received'))).toEqual([])
  } finally {
    await t.close()
  }
}, 60_000)
