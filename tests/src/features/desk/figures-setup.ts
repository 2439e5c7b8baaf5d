import type { Reply } from '#contract/route'
import type { Origin, staffFigures } from '#contract/staff/figures'
import { sheetsOf } from '../../../../src/features/desk/pages/desk-figures'

export type Figures = Reply<typeof staffFigures>

export const ORIGINS: readonly Origin[] = ['report', 'notice', 'own', 'signal', 'appeal']

export const MEASURES = ['change', 'remove', 'warn', 'exclude'] as const

/** A closed case of a member, as all tables count it. */
export interface Decided {
  readonly month: number
  readonly origin: 0 | 1 | 2 | 3
  readonly rule: number
  /** null: dismissed. */
  readonly measure: number | null
  readonly undone: boolean
  readonly appeal: 'upheld' | 'overturned' | null
}

export const MONTHS = 2

export const RULES = 3

/** The figures of these cases, with the sums that the tables have in common. */
export const figuresOf = (all: readonly Decided[]): Figures => {
  const measured = all.filter((d) => d.measure !== null)
  const appeals = measured.filter((d) => d.appeal !== null)
  return {
    months: Array.from({ length: MONTHS }, (_, month) => {
      const here = all.filter((d) => d.month === month)
      const opened: Record<string, number> = { appeal: 0 }
      const measures: Record<string, number> = {}
      for (const d of here) {
        const [kind, what] = [ORIGINS[d.origin] ?? '', MEASURES[d.measure ?? -1] ?? 'dismiss']
        opened[kind] = (opened[kind] ?? 0) + 1
        measures[what] = (measures[what] ?? 0) + 1
      }
      const asked = appeals.filter((d) => d.month === month)
      return {
        month: `2026-0${month + 1}`,
        opened: { ...opened, appeal: asked.length },
        measures,
        medianHours: 3,
        decided: here.length,
        upheld: asked.filter((d) => d.appeal === 'upheld').length,
        overturned: asked.filter((d) => d.appeal === 'overturned').length,
        undone: here.filter((d) => d.measure !== null && d.undone).length,
      }
    }),
    rules: Array.from({ length: RULES }, (_, rule) => ({
      title: `Règle ${rule}`,
      count: measured.filter((d) => d.rule === rule).length,
      undone: measured.filter((d) => d.rule === rule && d.undone).length,
    })),
    origins: ORIGINS.map((origin, at) => ({
      origin,
      cases: origin === 'appeal' ? appeals.length : all.filter((d) => d.origin === at).length,
      measures: measured.filter((d) => d.origin === at).length,
      undone: measured.filter((d) => d.origin === at && d.undone).length,
    })),
    activeMembers: 40,
  }
}

export type Cells = readonly (readonly (string | number)[])[]

export const rowsOf = (figures: Figures): { origins: Cells; rules: Cells; months: Cells } => {
  const [origins, rules, , months] = sheetsOf(figures).map((s) => s.rows)
  return { origins: origins ?? [], rules: rules ?? [], months: months ?? [] }
}
