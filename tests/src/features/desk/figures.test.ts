import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measure } from '#contract/staff/measures'
import { HIDDEN_CELL } from '../../../../src/features/desk/pages/desk-figures'
import {
  type Figures,
  ORIGINS,
  MEASURES,
  MONTHS,
  RULES,
  figuresOf,
  type Cells,
  rowsOf,
} from './figures-setup'

/** Columns of «Mois par mois»; the head is not asked, as the reader of the CSV would. */
const OPENED = { report: 1, appeal: 2, own: 3, notice: 4, signal: 5 } as const
const column = (rows: Cells, at: number, from = 0, to = rows.length): string[] =>
  rows.slice(from, to).map((_, i) => `${from + i},${at}`)

/** What a reader of the tables knows to be equal, by «table row,column». */
const knownSums = (rows: ReturnType<typeof rowsOf>): string[][][] => {
  const o = (at: number, from = 0, to = 4) => column(rows.origins, at, from, to).map((c) => `o${c}`)
  const r = (at: number) => column(rows.rules, at).map((c) => `r${c}`)
  const m = (...at: number[]) => at.flatMap((c) => column(rows.months, c).map((x) => `m${x}`))
  const dismiss = 9
  const measures = [10, 11, 12, 13, 14, 15]
  const [upheld, overturned, undone] = [21, 22, 23] as const
  return [
    [o(2), r(1), m(...measures)],
    [o(3), r(2), m(undone)],
    [o(1), m(dismiss, ...measures)],
    [['o4,1'], m(upheld, overturned)],
    [['o4,1'], m(OPENED.appeal)],
    ...(['report', 'notice', 'own', 'signal'] as const).map((kind, at) => [
      [`o${at},1`],
      m(OPENED[kind]),
    ]),
    ...rows.months.map((_, at) => [
      [`m${at},${OPENED.appeal}`],
      [`m${at},${upheld}`, `m${at},${overturned}`],
    ]),
  ]
}

/** Repeatable: a linear congruential generator. */
const dice = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

/**
 * Whether a reader may believe another number of a hidden cell. Searches for other numbers of hidden
 * cells, none negative, with every sum kept: changes this cell by one, then walks, mostly to what
 * breaks fewer sums. What it finds is a proof.
 */
const hasAnother = (
  cell: string,
  truth: ReadonlyMap<string, number>,
  hidden: ReadonlySet<string>,
  sums: readonly (readonly (readonly string[])[])[],
): boolean => {
  const pairs = sums.flatMap((tables) =>
    tables.slice(1).map((table, i) => {
      const sign = new Map<string, number>()
      for (const [cells, by] of [
        [table, 1],
        [tables[i] ?? [], -1],
      ] as const)
        for (const c of cells) if (hidden.has(c)) sign.set(c, (sign.get(c) ?? 0) + by)
      return sign
    }),
  )
  const roll = dice(7)
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const off = pairs.map(() => 0)
    const now = new Map(truth)
    const move = (c: string, n: number): void => {
      now.set(c, (now.get(c) ?? 0) + n)
      for (const [i, sign] of pairs.entries()) off[i] = (off[i] ?? 0) + n * (sign.get(c) ?? 0)
    }
    const first = attempt % 2 === 0 ? 1 : -1
    if ((now.get(cell) ?? 0) + first < 0) continue
    move(cell, first)
    for (let step = 0; step < 30; step += 1) {
      const broken = off.flatMap((n, i) => (n === 0 ? [] : [i]))
      if (broken.length === 0) return true
      const sign = pairs[broken[roll(broken.length)] ?? 0] ?? new Map<string, number>()
      const total = off[pairs.indexOf(sign)] ?? 0
      const moves = [...sign]
        .filter(([c, by]) => c !== cell && by !== 0)
        .map(([c, by]) => [c, total * by > 0 ? -1 : 1] as const)
        .filter(([c, n]) => (now.get(c) ?? 0) + n >= 0)
      if (moves.length === 0) break
      const cost = ([c, n]: readonly [string, number]): number =>
        pairs.reduce((sum, s, i) => sum + Math.abs((off[i] ?? 0) + n * (s.get(c) ?? 0)), 0)
      const costs = moves.map(cost)
      const best = Math.min(...costs)
      const good = roll(5) === 0 ? moves : moves.filter((_, i) => costs[i] === best)
      const [c, n] = good[roll(good.length)] ?? ['', 0]
      move(c, n)
    }
  }
  return false
}

const decided = fc.record({
  month: fc.nat(MONTHS - 1),
  origin: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  rule: fc.nat(RULES - 1),
  measure: fc.option(fc.nat(MEASURES.length - 1)),
  undone: fc.boolean(),
  appeal: fc.constantFrom('upheld' as const, 'overturned' as const, null),
})
/** Many cases of few sorts: some cells are large, some are one. */
const some = fc
  .array(fc.tuple(decided, fc.integer({ min: 1, max: 14 })), { maxLength: 6 })
  .map((sorts) => sorts.flatMap(([d, n]) => Array.from({ length: n }, () => d)))

test('no number from 1 to 4 is shown, and none follows from the others', () => {
  fc.assert(
    fc.property(some, (all) => {
      const figures = figuresOf(all)
      const rows = rowsOf(figures)
      const open = openRows(figures)
      const truth = new Map<string, number>()
      const hidden = new Set<string>()
      for (const [name, table] of [
        ['o', 'origins'],
        ['r', 'rules'],
        ['m', 'months'],
      ] as const)
        for (const [at, row] of rows[table].entries())
          for (const [column, cell] of row.entries()) {
            const value = open[table][at]?.[column]
            if (column === 0 || typeof value !== 'number' || isMedian(name, column)) continue
            truth.set(`${name}${at},${column}`, value)
            if (cell === HIDDEN_CELL) hidden.add(`${name}${at},${column}`)
            else expect(value > 0 && value < 5).toBe(false)
          }
      const sums = knownSums(rows)
      for (const tables of sums) {
        const totals = tables.map((t) => t.reduce((sum, c) => sum + (truth.get(c) ?? 0), 0))
        expect(new Set(totals).size).toBe(1)
      }
      for (const cell of hidden) {
        const value = truth.get(cell) ?? 0
        if (value > 0 && value < 5)
          expect([cell, hasAnother(cell, truth, hidden, sums)]).toEqual([cell, true])
      }
    }),
    { numRuns: 400 },
  )
})
const MEDIAN = 20
const isMedian = (table: string, column: number): boolean => table === 'm' && column === MEDIAN

/** The same cells, none hidden: each number is shown when it is ten times as large, plus ten. */
const openRows = (figures: Figures): ReturnType<typeof rowsOf> => {
  const lift = (n: number): number => (n + 1) * 100
  const lifted = rowsOf({
    months: figures.months.map((m) => ({
      ...m,
      opened: liftAll(m.opened, KINDS, lift),
      measures: liftAll(m.measures, EVERY_MEASURE, lift),
      upheld: lift(m.upheld),
      overturned: lift(m.overturned),
      undone: lift(m.undone),
    })),
    rules: figures.rules.map((r) => ({ ...r, count: lift(r.count), undone: lift(r.undone) })),
    origins: figures.origins.map((o) => ({
      ...o,
      cases: lift(o.cases),
      measures: lift(o.measures),
      undone: lift(o.undone),
    })),
    activeMembers: 40,
  })
  const lower = (rows: Cells): Cells =>
    rows.map((row) =>
      row.map((cell) => (typeof cell === 'number' && cell >= 100 ? cell / 100 - 1 : cell)),
    )
  return {
    origins: lower(lifted.origins),
    rules: lower(lifted.rules),
    months: lower(lifted.months),
  }
}
const KINDS = [...ORIGINS, 'newcomer', 'comment', 'verification']
const EVERY_MEASURE = measure.options
const liftAll = (
  counts: Readonly<Record<string, number>>,
  keys: readonly string[],
  lift: (n: number) => number,
): Record<string, number> => Object.fromEntries(keys.map((k) => [k, lift(counts[k] ?? 0)]))
