import { block, listBlocks, report, unblock } from '#contract/safety'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import {
  blockAccount,
  listBlockedAccounts,
  storeReport,
  unblockAccount,
  type ResolveReportedEvent,
} from './service'

export const serveSafety = (
  server: Server,
  ctx: Ctx,
  eventTarget: ResolveReportedEvent,
  partWays: (a: string, b: string) => Promise<void>,
): void => {
  server.serve(block, {
    limits: [{ name: 'block', points: 60, perS: 3600, by: 'account' }],
    handler: async ({ viewer, params }) => {
      await blockAccount(ctx, viewer, params.id)
      await partWays(viewer.accountId, params.id)
    },
  })
  server.serve(unblock, ({ viewer, params }) => unblockAccount(ctx, viewer, params.id))
  server.serve(listBlocks, async ({ viewer }) => ({
    blocks: (await listBlockedAccounts(ctx, viewer)).map((b) => ({
      ...b,
      identities: [...b.identities],
    })),
  }))
  server.serve(report, {
    limits: [{ name: 'report', points: 30, perS: 3600, by: 'account' }],
    handler: async ({ viewer, body }) => {
      const { isHidden } = await storeReport(ctx, viewer, body, eventTarget)
      return { success: true as const, ...(isHidden ? { hidden: true } : {}) }
    },
  })
}
