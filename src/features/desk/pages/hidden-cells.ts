/** Smaller counts could identify a member of a small community. */
export const SMALL_COUNT = 5

/** Cells of several tables that have the same sum, when no case is open and none is older. */
export type EqualSums = readonly (readonly string[])[]

type Equation = ReadonlyMap<string, number>

/** What the tables of each group say of the hidden cells: sums that are equal or known. */
const equationsOf = (groups: readonly EqualSums[], hidden: ReadonlySet<string>): Equation[] =>
  groups.flatMap((tables) =>
    tables.slice(1).map((table, at) => {
      const equation = new Map<string, number>()
      const add = (cells: readonly string[], sign: number): void => {
        for (const cell of cells)
          if (hidden.has(cell)) equation.set(cell, (equation.get(cell) ?? 0) + sign)
      }
      add(table, 1)
      add(tables[at] ?? [], -1)
      return equation
    }),
  )

const ALMOST_ZERO = 1e-9
/** `row` − `factor` · `by`. */
const less = (row: Equation, by: Equation, factor: number): Equation => {
  const result = new Map(row)
  for (const [cell, value] of by) {
    const next = (result.get(cell) ?? 0) - factor * value
    if (Math.abs(next) < ALMOST_ZERO) result.delete(cell)
    else result.set(cell, next)
  }
  return result
}

/** The hidden cells that the equations determine: Gauss-Jordan, rows left with one cell. */
const determined = (equations: readonly Equation[]): ReadonlySet<string> => {
  const rows: { pivot: string; row: Equation }[] = []
  for (const equation of equations) {
    let row = less(equation, new Map(), 0)
    for (const known of rows) row = less(row, known.row, row.get(known.pivot) ?? 0)
    const pivot = [...row].find(([, value]) => Math.abs(value) > ALMOST_ZERO)
    if (!pivot) continue
    const scaled = new Map([...row].map(([cell, value]) => [cell, value / pivot[1]]))
    for (const known of rows) known.row = less(known.row, scaled, known.row.get(pivot[0]) ?? 0)
    rows.push({ pivot: pivot[0], row: scaled })
  }
  return new Set(rows.flatMap(({ row }) => (row.size === 1 ? [...row.keys()] : [])))
}

/**
 * The cells to hide: those from 1 to 4, and as many others as it takes for none of those to follow
 * from sums. In tables of the same sum it is never known that what is hidden adds up to less than 5
 * (as a table with all its cells shown would tell), nor one hidden cell from the others. Secondary
 * suppression as in statistical disclosure control; all hidden cells look alike, so that a range
 * tells nothing either.
 */
export const hiddenCells = (
  counts: ReadonlyMap<string, number>,
  groups: readonly EqualSums[],
): ReadonlySet<string> => {
  const of = (cell: string): number => counts.get(cell) ?? 0
  const isSmall = (cell: string): boolean => of(cell) > 0 && of(cell) < SMALL_COUNT
  const hidden = new Set([...counts.keys()].filter(isSmall))
  /** The least informative cell to hide beside this one: the smallest count above zero, else a zero. */
  const hideBeside = (cell: string): boolean => {
    const beside = groups
      .filter((tables) => tables.some((table) => table.includes(cell)))
      .flatMap((tables) => [
        ...tables.filter((table) => table.includes(cell)),
        ...tables.filter((table) => !table.includes(cell)),
      ])
    for (const table of beside) {
      const shown = table.filter((one) => !hidden.has(one))
      const [next] = shown.toSorted((a, b) => (of(a) || Infinity) - (of(b) || Infinity))
      if (next === undefined) continue
      hidden.add(next)
      return true
    }
    return false
  }
  for (;;) {
    const found = determined(equationsOf(groups, hidden))
    const derived = [...hidden].find((cell) => isSmall(cell) && found.has(cell))
    const told = derived ?? smallSum(groups, hidden, of)
    if (told === undefined || !hideBeside(told)) return hidden
  }
}

/** A hidden cell of a table whose hidden cells are known to add up to less than 5. */
const smallSum = (
  groups: readonly EqualSums[],
  hidden: ReadonlySet<string>,
  of: (cell: string) => number,
): string | undefined => {
  for (const tables of groups) {
    if (tables.every((table) => table.some((cell) => hidden.has(cell)))) continue
    for (const table of tables) {
      const inside = table.filter((cell) => hidden.has(cell))
      const sum = inside.reduce((total, cell) => total + of(cell), 0)
      if (inside.length > 0 && sum < SMALL_COUNT) return inside[0]
    }
  }
  return undefined
}
