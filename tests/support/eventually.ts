import { vi } from 'vitest'

/**
 * Calls `check` until it stops throwing. Vitest's own limit is one second, which one render can take
 * on a busy machine.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000 })
