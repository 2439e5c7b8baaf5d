// The queue of the desk: its first page with 10,000 open cases beside 50, by turns (goal 1.5).
import { listCases } from '../../contract/staff/cases'
import { newId } from '../../server/tokens'
import { testApp } from '../support/server/server'
import { staffMember } from '../support/world/staff'

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const world = async (count) => {
  const t = await testApp()
  const staff = await staffMember(t, 'banc')
  const reporter = await t.member()
  // a staff member with relations and blocks: the conflicts of each case are checked
  for (let i = 0; i < 20; i += 1) {
    const other = await t.member()
    await t.ctx.db
      .insertInto('relations')
      .values([
        {
          account_id: staff.accountId,
          with_account_id: other.accountId,
          created_at: 1,
          origin: 'link',
        },
        {
          account_id: other.accountId,
          with_account_id: staff.accountId,
          created_at: 1,
          origin: 'link',
        },
      ])
      .execute()
  }
  const now = t.ctx.now()
  for (let done = 0; done < count; done += 500) {
    const rows = Array.from({ length: Math.min(500, count - done) }, (_, i) => ({
      id: newId(),
      kind: 'report',
      subject_kind: 'profile',
      subject_id: newId(),
      account_id: null,
      priority: (done + i) % 3,
      state: 'open',
      claimed_by: null,
      claim_until: null,
      version: 1,
      proposal: null,
      opened_at: now - i,
      ranked_at: now - i,
      closed_at: null,
    }))
    await t.ctx.db.insertInto('cases').values(rows).execute()
    await t.ctx.db
      .insertInto('reports')
      .values(
        rows.map((c) => ({
          id: newId(),
          account_id: reporter.accountId,
          kind: 'profile',
          target_id: c.subject_id,
          target_account_id: null,
          reason: 'spam',
          comment: '',
          copy: null,
          created_at: now,
          handled_at: null,
          case_id: c.id,
        })),
      )
      .execute()
  }
  return { t, staff }
}
const [few, many] = [await world(50), await world(10_000)]
const times = { few: [], many: [] }
for (let i = 0; i < 40; i += 1)
  for (const [name, { staff }] of [
    ['few', few],
    ['many', many],
  ]) {
    const start = performance.now()
    const { status } = await staff.call(listCases, {})
    if (status !== 200) throw new Error(String(status))
    if (i >= 5) times[name].push(performance.now() - start)
  }
const [a, b] = [median(times.few), median(times.many)]
console.log(
  `first page of the queue: 50 cases ${a.toFixed(1)} ms, 10,000 cases ${b.toFixed(1)} ms, ` +
    `ratio ${(b / a).toFixed(2)} (goal 1.5)`,
)
await Promise.all([few.t.close(), many.t.close()])
