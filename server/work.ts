import type { Ctx } from './context'
import { lapseOffers, remind } from './events/work'
import { purgeDue } from './life/deletion'

/** Every minute: reminders, offers whose time is over. Each piece is safe when several servers do it at once. */
const EVERY_MS = 60_000
const JOBS = { remind, lapseOffers, purgeDue } as const

export interface Work {
  /** Does everything that is due now, one after the other; a failure is reported and stops nothing. */
  run(): Promise<void>
  stop(): Promise<void>
}

/** `more`: pieces of rooms that keep something open (push). */
export const startWork = (ctx: Ctx, more: Readonly<Record<string, () => Promise<unknown>>> = {}): Work => {
  let running: Promise<void> = Promise.resolve()
  const once = async (): Promise<void> => {
    for (const [name, job] of Object.entries({ ...JOBS, ...more }))
      try {
        await job(ctx)
      } catch (error) {
        ctx.log.error({ err: error, job: name }, 'scheduled work failed')
      }
  }
  const run = (): Promise<void> => (running = running.then(once))
  const timer = setInterval(() => void run(), EVERY_MS)
  timer.unref()
  return {
    run,
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
