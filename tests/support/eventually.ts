import { vi } from 'vitest'

/**
 * Calls `check` until it throws no more. Vitest waits one second for that, which a busy machine
 * takes for a single render.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000 })
