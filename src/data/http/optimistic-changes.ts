/**
 * Optimistic changes of one server-side object: shown at once over its last known state, sent one
 * after the other, each reverted alone.
 */
export interface Changes<S, P> {
  /** Sets the state that the server reported. */
  take(confirmed: S): void
  /** Account changed: drops the changes in flight and never sends the queued ones. */
  reset(confirmed: S): void
  /**
   * Resolves to the server's response; null: the account has changed. Rejects as `send` does, after
   * reverting this change.
   */
  save(patch: P, send: () => Promise<S>): Promise<S | null>
  /** Nothing is in flight. */
  isIdle(): boolean
}

/** `over`: a new state with a change applied. `show` receives the state to display. */
export const createOptimisticChanges = <S, P>(
  first: S,
  over: (state: S, patch: P) => S,
  show: (state: S) => void,
): Changes<S, P> => {
  let confirmed = first
  /** In flight, oldest first. */
  let waiting: readonly P[] = []
  let before: Promise<unknown> = Promise.resolve()
  const showAll = (): void => show(waiting.reduce(over, confirmed))
  const take = (answer: S): void => {
    confirmed = answer
    showAll()
  }
  return {
    take,
    reset: (state) => {
      waiting = []
      take(state)
    },
    save: async (patch, send) => {
      waiting = [...waiting, patch]
      showAll()
      const isKept = (): boolean => waiting.includes(patch)
      const saving = before.then(() => (isKept() ? send() : null))
      before = saving.catch(() => undefined)
      try {
        const answer = await saving
        if (answer === null || !isKept()) return null
        confirmed = answer
        return answer
      } finally {
        if (isKept()) {
          waiting = waiting.filter((w) => w !== patch)
          showAll()
        }
      }
    },
    isIdle: () => waiting.length === 0,
  }
}
