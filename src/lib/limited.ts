/** Maps with at most `most` at work at a time; a failed one is left out. The order is kept. */
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
        // its place stays empty
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, run))
  return results.filter((r): r is NonNullable<typeof r> => r !== undefined && r !== null)
}
