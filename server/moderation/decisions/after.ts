import type { Ctx } from '../../context'

/** What remains to be done after the commit. */
export type After = () => Promise<void>

/** Failures are logged, since the decision is stored. */
export const runAfter = async (ctx: Pick<Ctx, 'log'>, after: readonly After[]): Promise<void> => {
  for (const work of after)
    await work().catch((error: unknown) =>
      ctx.log.error({ err: error }, 'announcing a decision failed'),
    )
}
