/**
 * Runs `work` under a lock shared by all tabs. Without Web Locks (old browsers, pages over plain
 * HTTP) it runs at once: repeated work is harmless, work that never runs is not.
 */
export const withLock = async <T>(
  name: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> =>
  // insecure pages and old browsers lack it, whatever the types say
  !('locks' in navigator)
    ? work()
    : signal
      ? navigator.locks.request(name, { signal }, work)
      : navigator.locks.request(name, work)
