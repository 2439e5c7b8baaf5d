/** Changes of one thing that is kept by the server: shown at once over what it said last, sent one after the other, each taken back alone. */
export interface Changes<S, P> {
  /** The server says how it is. */
  take(said: S): void
  /** Somebody else is here: nothing that was under way counts any more, and what was not sent yet never is. */
  reset(said: S): void
  /** Answers what the server says to it; null: somebody else is here now. Rejects as `send` does, and takes this change back. */
  save(patch: P, send: () => Promise<S>): Promise<S | null>
  /** Nothing is on its way. */
  isIdle(): boolean
}

/** `over`: a state with a change in it, as a new object. `show` is given what is to be seen. */
export const changesOver = <S, P>(
  first: S,
  over: (state: S, patch: P) => S,
  show: (state: S) => void,
): Changes<S, P> => {
  let said = first
  /** On their way, oldest first. */
  let waiting: readonly P[] = []
  let before: Promise<unknown> = Promise.resolve()
  const draw = (): void => show(waiting.reduce(over, said))
  const take = (answer: S): void => {
    said = answer
    draw()
  }
  return {
    take,
    reset: (state) => {
      waiting = []
      take(state)
    },
    save: async (patch, send) => {
      waiting = [...waiting, patch]
      draw()
      const counts = (): boolean => waiting.includes(patch)
      const saving = before.then(() => (counts() ? send() : null))
      before = saving.catch(() => undefined)
      try {
        const answer = await saving
        if (answer === null || !counts()) return null
        said = answer
        return answer
      } finally {
        if (counts()) {
          waiting = waiting.filter((w) => w !== patch)
          draw()
        }
      }
    },
    isIdle: () => waiting.length === 0,
  }
}
