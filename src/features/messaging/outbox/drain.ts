import type { RetryScheduler } from './retry-scheduler'

/** Drains the queue: conversations in parallel, the messages of one conversation in their order. */
export const createDrain = (
  next: () => Promise<readonly { readonly id: string; readonly key: string }[]>,
  attempt: (key: string) => Promise<boolean>,
  scheduler: () => RetryScheduler,
  isActive: () => boolean,
) => {
  const lane = async (id: string): Promise<void> => {
    while (isActive()) {
      const first = (await next()).find((m) => m.id === id)
      if (!first || !(await attempt(first.key))) return
    }
  }
  return async (): Promise<void> => {
    const lanes = new Map<string, Promise<void>>()
    while (isActive()) {
      const more = scheduler().asked()
      if (!scheduler().isPaused())
        for (const { id } of await next())
          if (!lanes.has(id))
            lanes.set(
              id,
              lane(id)
                .catch(reportError)
                .finally(() => lanes.delete(id)),
            )
      if (lanes.size === 0) return
      await Promise.race([...lanes.values(), more])
    }
  }
}
