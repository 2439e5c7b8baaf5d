/**
 * Work of many callers in common transactions: what arrives while one is under way waits for it and shares the next, so that a
 * commit to the disk is paid once for all of them. Each caller is answered after the commit that holds its work.
 */
export interface Together<I, O> {
  /** Does a list at once; rejects when none of it was done. `alone`: this one, without the others. */
  readonly all: (items: readonly I[]) => Promise<readonly (O | 'alone')[]>
  readonly alone: (item: I) => Promise<O>
  /** Two items that share one of these never share a transaction: the later one waits for the next. */
  readonly keys: (item: I) => readonly string[]
  /** Whether a common failure is also that of each: nobody is tried again. */
  readonly isCommon: (error: unknown) => boolean
}
interface Waiting<I, O> {
  readonly item: I
  readonly resolve: (done: O | Promise<O>) => void
  readonly reject: (error: unknown) => void
}

/** More would keep those who come meanwhile waiting. */
const AT_ONCE = 32
/** Nobody waits longer for one that hangs (a connection that is cut without a word), ms. */
const PATIENCE_MS = 250

export const together = <I, O>({
  all,
  alone,
  keys,
  isCommon,
}: Together<I, O>): ((item: I) => Promise<O>) => {
  let waiting: Waiting<I, O>[] = []
  /** The transaction that the others wait for. */
  let running: object | null = null
  const take = (): Waiting<I, O>[] => {
    const taken: Waiting<I, O>[] = []
    const left: Waiting<I, O>[] = []
    const seen = new Set<string>()
    for (const one of waiting) {
      const own = keys(one.item)
      // what is left keeps its keys as well: nobody is overtaken by a later one of the same key
      ;(taken.length < AT_ONCE && !own.some((key) => seen.has(key)) ? taken : left).push(one)
      for (const key of own) seen.add(key)
    }
    waiting = left
    return taken
  }
  const run = async (self: object): Promise<void> => {
    const taken = take()
    const patience = setTimeout(() => ended(self), PATIENCE_MS)
    try {
      const done = await all(taken.map((w) => w.item))
      taken.forEach((w, i) => {
        const outcome = done[i]
        w.resolve(outcome === 'alone' || outcome === undefined ? alone(w.item) : outcome)
      })
    } catch (error) {
      for (const w of taken) {
        if (isCommon(error)) w.reject(error)
        else w.resolve(alone(w.item))
      }
    }
    clearTimeout(patience)
    ended(self)
  }
  const ended = (self: object): void => {
    if (running === self) running = null
    start()
  }
  const start = (): void => {
    if (running || waiting.length === 0) return
    const self = {}
    running = self
    // after what has arrived with it
    setImmediate(() => void run(self))
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      start()
    })
}

/** Questions that are asked in one turn of the event loop are put as one. `ask` answers how to read the answer of each. */
export const gathered = <K, V>(
  ask: (keys: readonly K[]) => Promise<(key: K) => V>,
): ((key: K) => Promise<V>) => {
  let open: { keys: K[]; answer: Promise<(key: K) => V> } | null = null
  return async (key) => {
    if (!open || open.keys.length >= AT_ONCE) {
      const keys: K[] = []
      open = {
        keys,
        answer: new Promise((resolve) => {
          setImmediate(() => {
            if (open?.keys === keys) open = null
            resolve(ask(keys))
          })
        }),
      }
    }
    open.keys.push(key)
    return (await open.answer)(key)
  }
}
