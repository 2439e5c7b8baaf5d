import type { AfterCommit, Ctx } from '../../context'
import type { Freed } from '../../safety/service'

/** Failures are logged, since the decision is stored. */
export const runAfterCommits = async (
  ctx: Pick<Ctx, 'log'>,
  after: readonly AfterCommit[],
): Promise<void> => {
  for (const work of after)
    await work().catch((error: unknown) =>
      ctx.log.error({ err: error }, 'announcing a decision failed'),
    )
}

/** Photos that others see again: their owner and open screens are notified. */
export const announceFreedPhotos =
  (ctx: Pick<Ctx, 'bus'>, freed: readonly Freed[]): AfterCommit =>
  () => {
    for (const one of freed) ctx.bus.emit('photo.freed', one)
    return Promise.resolve()
  }
