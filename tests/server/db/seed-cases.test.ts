import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { getCase, listCases } from '#contract/staff/cases'
import { seedCases } from '../../../demo/cases'
import { seedDemo } from '../../../demo/demo'
import { testApp } from '../../support/server/server'
import { staffMember } from '../../support/world/staff'

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
    const signals = await t.ctx.db
      .selectFrom('cases as c')
      .innerJoin('evidence as e', 'e.case_id', 'c.id')
      .where('c.kind', '=', 'signal')
      .select('e.payload')
      .execute()
    expect(signals.map((s) => JSON.parse(s.payload ?? '') as unknown)).toEqual([{ blocks: 6 }])
    const staff = await staffMember(t, 'vigie', 'operator')
    const [held] = (await staff.call(listCases, { query: { kept: '1', state: 'decided' } })).body
      .cases
    expect(
      (await staff.call(getCase, { params: { id: held?.id ?? '' } })).body.case.hold,
    ).toMatchObject({ isAsked: true })
    // the audit log stays in the order of its times
    const times = await t.ctx.db.selectFrom('audit_log').select('at').orderBy('seq').execute()
    expect(times.map((r) => r.at)).toEqual(times.map((r) => r.at).toSorted((a, b) => a - b))
    expect(lines.filter((line) => line.includes('received'))).toEqual([])
  } finally {
    await t.close()
  }
}, 60_000)
