/**
 * Micro-batching of transactions: items that arrive while a batch runs share the next one, so that
 * one commit to disk serves all of them. Each call resolves after the commit of its item. Sends
 * reach 0.50 of the barest inserts with 8 writers and 0.79 with 32 on the embedded database
 * (docs/performance.md, «Sends»).
 */
interface BatcherOptions<I, O> {
  /** Runs a batch; rejects when nothing was done. `alone`: run this item without the others. */
  readonly runBatch: (items: readonly I[]) => Promise<readonly (O | 'alone')[]>
  readonly runOne: (item: I) => Promise<O>
  /** Items that share a key never share a batch: the later one waits for the next. */
  readonly keys: (item: I) => readonly string[]
  /** Whether the failure of a batch concerns every item: then none is retried alone. */
  readonly isCommon: (error: unknown) => boolean
}
interface QueuedItem<I, O> {
  readonly item: I
  readonly resolve: (done: O | Promise<O>) => void
  readonly reject: (error: unknown) => void
}

/** Larger batches would delay later items. */
const BATCH_MAX = 32
/** Longest wait for a hanging batch (a connection that is silently cut), ms. */
const TIMEOUT_MS = 250

export const createBatcher = <I, O>({
  runBatch,
  runOne,
  keys,
  isCommon,
}: BatcherOptions<I, O>): ((item: I) => Promise<O>) => {
  let queue: QueuedItem<I, O>[] = []
  /** The batch that others wait for. */
  let running: object | null = null
  const takeBatch = (): QueuedItem<I, O>[] => {
    const taken: QueuedItem<I, O>[] = []
    const left: QueuedItem<I, O>[] = []
    const seen = new Set<string>()
    for (const queued of queue) {
      const own = keys(queued.item)
      // items left over keep their keys: a later item with the same key must not overtake them
      const fits = taken.length < BATCH_MAX && !own.some((key) => seen.has(key))
      ;(fits ? taken : left).push(queued)
      for (const key of own) seen.add(key)
    }
    queue = left
    return taken
  }
  const run = async (self: object): Promise<void> => {
    const taken = takeBatch()
    const timeout = setTimeout(() => finish(self), TIMEOUT_MS)
    try {
      const results = await runBatch(taken.map((queued) => queued.item))
      taken.forEach(({ item, resolve }, i) => {
        const result = results[i]
        resolve(result === 'alone' || result === undefined ? runOne(item) : result)
      })
    } catch (error) {
      for (const { item, resolve, reject } of taken) {
        if (isCommon(error)) reject(error)
        else resolve(runOne(item))
      }
    }
    clearTimeout(timeout)
    finish(self)
  }
  const finish = (self: object): void => {
    if (running === self) running = null
    start()
  }
  const start = (): void => {
    if (running || queue.length === 0) return
    const self = {}
    running = self
    // wait for items of the same turn
    setImmediate(() => void run(self))
  }
  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      start()
    })
}

/**
 * DataLoader: loads the keys of one event-loop turn with one call. `load` returns a lookup by key.
 */
export const createLoader = <K, V>(
  load: (keys: readonly K[]) => Promise<(key: K) => V>,
): ((key: K) => Promise<V>) => {
  let open: { keys: K[]; lookup: Promise<(key: K) => V> } | null = null
  return async (key) => {
    if (!open || open.keys.length >= BATCH_MAX) {
      const keys: K[] = []
      open = {
        keys,
        lookup: new Promise((resolve) => {
          setImmediate(() => {
            if (open?.keys === keys) open = null
            resolve(load(keys))
          })
        }),
      }
    }
    open.keys.push(key)
    return (await open.lookup)(key)
  }
}
