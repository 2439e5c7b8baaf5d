/** Insecure pages and old browsers lack it, whatever the types say. */
export const locks = (): LockManager | undefined => navigator.locks

/**
 * Runs `work` under a lock shared by all tabs. Without Web Locks (old browsers, pages over plain
 * HTTP) it runs at once: repeated work is harmless, work that never runs is not.
 */
export const withLock = <T>(
  name: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => locks()?.request(name, { signal } as LockOptions, work) ?? work()
