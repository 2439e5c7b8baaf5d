/** Runs at most `size` calls at once, in order. */
export const createConcurrencyLimit = (size: number) => {
  let busy = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy >= size) await new Promise<void>((turn) => queue.push(turn))
    else busy += 1
    try {
      return await work()
    } finally {
      // the place goes to the next in line, so that no later caller takes it
      const next = queue.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
