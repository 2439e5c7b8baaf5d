import type { staffFigures } from '#contract/staff/cases'
import type { Reply } from '#contract/route'
import type { Ctx } from '../context'

type Month = Reply<typeof staffFigures>['months'][number]
const MONTHS = 12

const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7)
const count = (into: Record<string, number>, key: string): void => {
  into[key] = (into[key] ?? 0) + 1
}
const medianOf = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  return middle === undefined
    ? null
    : Math.round((middle + (sorted[Math.floor(sorted.length / 2)] ?? middle)) / 2)
}

/** Newcomers and comments have answers instead of decisions. */
const countAnswers = async (
  ctx: Pick<Ctx, 'db'>,
  from: number,
  note: (at: number, key: 'admit' | 'refuse' | 'answer') => void,
): Promise<void> => {
  const applications = await ctx.db
    .selectFrom('applications')
    .where('closed_at', '>=', from)
    .select(['state', 'closed_at'])
    .execute()
  for (const a of applications)
    note(a.closed_at ?? from, a.state === 'admitted' ? 'admit' : 'refuse')
  const answered = await ctx.db
    .selectFrom('feedbacks')
    .where('closed_at', '>=', from)
    .where('answer', 'is not', null)
    .select('closed_at')
    .execute()
  for (const f of answered) note(f.closed_at ?? from, 'answer')
}

/** Counts of the last twelve months, computed from the rows: they cannot drift from them. */
export const figures = async (ctx: Pick<Ctx, 'db' | 'now'>): Promise<Month[]> => {
  const start = new Date(ctx.now())
  start.setUTCMonth(start.getUTCMonth() - (MONTHS - 1), 1)
  start.setUTCHours(0, 0, 0, 0)
  const from = start.getTime()
  const months = new Map<string, Month & { hours: number[] }>()
  for (let i = 0; i < MONTHS; i += 1) {
    const month = monthOf(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + i, 1))
    months.set(month, {
      month,
      opened: {},
      measures: {},
      medianHours: null,
      appeals: 0,
      overturned: 0,
      hours: [],
    })
  }
  const cases = await ctx.db
    .selectFrom('cases')
    .where('opened_at', '>=', from)
    .select(['kind', 'opened_at'])
    .execute()
  for (const c of cases) {
    const month = months.get(monthOf(c.opened_at))
    if (month) count(month.opened, c.kind)
  }
  const decisions = await ctx.db
    .selectFrom('decisions as d')
    .innerJoin('cases as c', 'c.id', 'd.case_id')
    .where('d.made_at', '>=', from)
    .select(['d.measure', 'd.made_at', 'c.opened_at'])
    .execute()
  for (const d of decisions) {
    const month = months.get(monthOf(d.made_at))
    if (!month) continue
    count(month.measures, d.measure)
    month.hours.push((d.made_at - d.opened_at) / 3_600_000)
  }
  await countAnswers(ctx, from, (at, key) => {
    const month = months.get(monthOf(at))
    if (month) count(month.measures, key)
  })
  const appeals = await ctx.db
    .selectFrom('appeals')
    .where('created_at', '>=', from)
    .select(['created_at', 'state'])
    .execute()
  for (const a of appeals) {
    const month = months.get(monthOf(a.created_at))
    if (!month) continue
    month.appeals += 1
    if (a.state === 'overturned') month.overturned += 1
  }
  return [...months.values()].map(({ hours, ...month }) => ({
    ...month,
    medianHours: medianOf(hours),
  }))
}
