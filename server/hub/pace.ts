/** So often the next ones come in, ms. */
const SLICE_MS = 100

export interface Pace {
  /** Now, or when it is this one's turn, the first come first. Answers how to give the turn up. */
  enter(go: () => void): () => void
  waiting(): number
  /** Lets everybody in at once, now and from now on. */
  end(): void
}

/**
 * At most so many in any second. After a cut of the network, or a restart, everybody comes back in the same second: each of them
 * asks for its channels and for what it has missed, and all together would keep everybody waiting, and those who were not cut too.
 */
export const createPace = (perS: number): Pace => {
  // a second touches eleven slices
  const perSlice = Math.max(1, Math.floor(perS / (1_000 / SLICE_MS + 1)))
  const waiting = new Set<() => void>()
  let left = perSlice
  let ended = false
  let timer: ReturnType<typeof setInterval> | null = null
  const next = (): void => {
    left = perSlice
    for (const go of waiting) {
      if (left === 0) return
      waiting.delete(go)
      left -= 1
      go()
    }
    if (left < perSlice || timer === null) return
    clearInterval(timer)
    timer = null
  }
  return {
    enter: (go) => {
      if (!ended) timer ??= setInterval(next, SLICE_MS).unref()
      if (ended || left > 0) {
        left -= 1
        go()
      } else waiting.add(go)
      return () => void waiting.delete(go)
    },
    waiting: () => waiting.size,
    end: () => {
      ended = true
      if (timer !== null) clearInterval(timer)
      for (const go of waiting) go()
      waiting.clear()
    },
  }
}
