/** Length of a slice, ms: each slice admits a fixed number. */
const SLICE_MS = 100

interface Throttle {
  /** Runs `go` now or queues it (FIFO). Returns a function that cancels the wait. */
  enter(go: () => void): () => void
  waiting(): number
  /** Runs all waiting callbacks, and later ones without delay. */
  end(): void
}

/**
 * Limits new connections per second. After a network outage or a restart all clients reconnect
 * within one second; each then subscribes and syncs, and serving all of them together would delay
 * everyone, also clients that never disconnected.
 */
export const createThrottle = (perS: number): Throttle => {
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
