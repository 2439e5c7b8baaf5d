/** Node 20 has no Map.groupBy. */
export const groupBy = <T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> => {
  const map = new Map<string, T[]>()
  for (const one of list) {
    const group = map.get(keyOf(one))
    if (group) group.push(one)
    else map.set(keyOf(one), [one])
  }
  return map
}
