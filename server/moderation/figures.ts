import { DAY_MS, HOUR_MS } from '#contract/limits'
import type { Origin, staffFigures } from '#contract/staff/figures'
import { REASONED_MEASURES } from '#contract/staff/measures'
import type { Reply } from '#contract/route'
import type { Ctx } from '../context'
import { readRules } from './rules'

type Figures = Reply<typeof staffFigures>
type Month = Figures['months'][number]
const ACTIVE_MS = 30 * DAY_MS
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

const firstMonth = (now: number): Date => {
  const start = new Date(now)
  start.setUTCMonth(start.getUTCMonth() - (MONTHS - 1), 1)
  start.setUTCHours(0, 0, 0, 0)
  return start
}

/** Measures against members by rule. Rules that were renamed count under their present title. */
const byRule = async (ctx: Pick<Ctx, 'db'>, from: number): Promise<Figures['rules']> => {
  const rows = await ctx.db
    .selectFrom('decisions')
    .where('made_at', '>=', from)
    .where('measure', 'in', REASONED_MEASURES)
    .groupBy('rule')
    .select('rule')
    .select((eb) => [
      eb.fn.countAll<number>().as('n'),
      eb.fn.count<number>('undone_at').as('undone'),
    ])
    .execute()
  const { rules } = await readRules(ctx.db)
  const counts = new Map<string, { count: number; undone: number }>()
  for (const { rule, n, undone } of rows) {
    const title = rules.find((r) => r.key === rule)?.title ?? rule ?? ''
    const known = counts.get(title) ?? { count: 0, undone: 0 }
    counts.set(title, { count: known.count + n, undone: known.undone + undone })
  }
  return [...counts]
    .map(([title, n]) => ({ title, ...n }))
    .toSorted((a, b) => b.count - a.count || a.title.localeCompare(b.title))
}

const ORIGINS: readonly Origin[] = ['report', 'notice', 'own', 'signal', 'appeal']
/** By what opened the case. An appeal brings no measure: it upholds or overturns one. */
const byOrigin = async (ctx: Pick<Ctx, 'db'>, from: number): Promise<Figures['origins']> => {
  const cases = await ctx.db
    .selectFrom('cases')
    .where('closed_at', '>=', from)
    .where('kind', 'in', ORIGINS)
    .groupBy('kind')
    .select('kind')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .execute()
  const measures = await ctx.db
    .selectFrom('decisions as d')
    .innerJoin('cases as c', 'c.id', 'd.case_id')
    .where('d.made_at', '>=', from)
    .where('d.measure', 'in', REASONED_MEASURES)
    .groupBy('c.kind')
    .select('c.kind')
    .select((eb) => [
      eb.fn.countAll<number>().as('n'),
      eb.fn.count<number>('d.undone_at').as('undone'),
    ])
    .execute()
  return ORIGINS.map((origin) => {
    const made = measures.find((m) => m.kind === origin)
    return {
      origin,
      cases: cases.find((c) => c.kind === origin)?.n ?? 0,
      measures: made?.n ?? 0,
      undone: made?.undone ?? 0,
    }
  })
}

const activeMembers = async (ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> => {
  const row = await ctx.db
    .selectFrom('users')
    .where('used_at', '>', ctx.now() - ACTIVE_MS)
    .where('account_id', 'is not', null)
    .select((eb) => eb.fn.count<number>('account_id').distinct().as('n'))
    .executeTakeFirst()
  return row?.n ?? 0
}

export const readFigures = async (ctx: Pick<Ctx, 'db' | 'now'>): Promise<Figures> => {
  const start = firstMonth(ctx.now())
  return {
    months: await monthly(ctx, start),
    rules: await byRule(ctx, start.getTime()),
    origins: await byOrigin(ctx, start.getTime()),
    activeMembers: await activeMembers(ctx),
  }
}

/** Counts of the last twelve months, computed from the rows: they cannot drift from them. */
const monthly = async (ctx: Pick<Ctx, 'db' | 'now'>, start: Date): Promise<Month[]> => {
  const from = start.getTime()
  const months = new Map<string, Month & { hours: number[] }>()
  for (let i = 0; i < MONTHS; i += 1) {
    const month = monthOf(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + i, 1))
    months.set(month, {
      month,
      opened: {},
      measures: {},
      medianHours: null,
      decided: 0,
      upheld: 0,
      overturned: 0,
      undone: 0,
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
    month.hours.push((d.made_at - d.opened_at) / HOUR_MS)
  }
  await countAnswers(ctx, from, (at, key) => {
    const month = months.get(monthOf(at))
    if (month) count(month.measures, key)
  })
  const undone = await ctx.db
    .selectFrom('decisions')
    .where('undone_at', '>=', from)
    .select('undone_at')
    .execute()
  for (const { undone_at } of undone) {
    const month = months.get(monthOf(undone_at ?? from))
    if (month) month.undone += 1
  }
  const appeals = await ctx.db
    .selectFrom('appeals')
    .where('created_at', '>=', from)
    .where('state', '!=', 'open')
    .select(['created_at', 'state'])
    .execute()
  for (const a of appeals) {
    const month = months.get(monthOf(a.created_at))
    if (month && a.state !== 'open') month[a.state] += 1
  }
  return [...months.values()].map(({ hours, ...month }) => ({
    ...month,
    decided: hours.length,
    medianHours: medianOf(hours),
  }))
}
