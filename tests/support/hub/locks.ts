interface Held {
  readonly name: string
  readonly mode: LockMode
  steal(): void
}
interface Waiting {
  readonly name: string
  readonly mode: LockMode
  grant(): void
}

/**
 * Web Locks of one origin, in memory: exclusive and shared, steal, signal, query. Node has none.
 */
export class FakeLocks implements LockManager {
  readonly #held = new Set<Held>()
  #queue: Waiting[] = []

  request<T>(name: string, callback: LockGrantedCallback<T>): Promise<T>
  request<T>(name: string, options: LockOptions, callback: LockGrantedCallback<T>): Promise<T>
  request<T>(
    name: string,
    given: LockOptions | LockGrantedCallback<T>,
    then?: LockGrantedCallback<T>,
  ): Promise<T> {
    const options = typeof given === 'function' ? {} : given
    const callback = (then ?? given) as LockGrantedCallback<T>
    const mode = options.mode ?? 'exclusive'
    return new Promise<T>((resolve, reject) => {
      const grant = (): void => {
        const mine: Held = {
          name,
          mode,
          steal: () => reject(new DOMException('stolen', 'AbortError')),
        }
        this.#held.add(mine)
        Promise.resolve()
          .then(() => callback({ name, mode }))
          .then(resolve, reject)
          .finally(() => {
            this.#held.delete(mine)
            this.#next()
          })
      }
      if (options.steal) {
        for (const one of Array.from(this.#held))
          if (one.name === name) {
            this.#held.delete(one)
            one.steal()
          }
        return grant()
      }
      const waiting: Waiting = { name, mode, grant }
      this.#queue.push(waiting)
      options.signal?.addEventListener('abort', () => {
        if (!this.#queue.includes(waiting)) return
        this.#queue = this.#queue.filter((w) => w !== waiting)
        reject(new DOMException('aborted', 'AbortError'))
      })
      this.#next()
    })
  }
  query(): Promise<LockManagerSnapshot> {
    return Promise.resolve({
      held: [...this.#held].map(({ name, mode }) => ({ name, mode })),
      pending: this.#queue.map(({ name, mode }) => ({ name, mode })),
    })
  }
  #next(): void {
    for (const waiting of this.#queue.slice()) {
      const ahead = this.#queue
        .slice(0, this.#queue.indexOf(waiting))
        .some((w) => w.name === waiting.name)
      const taken = [...this.#held].some(
        (h) => h.name === waiting.name && (h.mode === 'exclusive' || waiting.mode === 'exclusive'),
      )
      if (ahead || taken) continue
      this.#queue = this.#queue.filter((w) => w !== waiting)
      waiting.grant()
    }
  }
}
