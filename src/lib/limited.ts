/** Maps with at most `most` calls in flight; failed items are left out. Keeps the order. */
export const mapLimited = async <T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: (R | undefined)[] = items.map(() => undefined)
  let next = 0
  const run = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) {
      try {
        results[i] = await work(items[i] as T)
      } catch {
        // keeps its place empty
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, run))
  return results.filter((r): r is NonNullable<typeof r> => r !== undefined && r !== null)
}
