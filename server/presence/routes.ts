import { presenceBootstrap, presenceHeartbeat, presenceOffline } from '#contract/presence'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { createPresence } from './service'

export const servePresence = (server: Server, ctx: Ctx): { stop(): Promise<void> } => {
  const presence = createPresence(ctx)
  server.serve(presenceBootstrap, async ({ viewer }) => ({
    presences: await presence.circle(viewer.accountId),
  }))
  server.serve(presenceHeartbeat, async ({ viewer }) => {
    await presence.beat(viewer)
    return { success: true as const }
  })
  server.serve(presenceOffline, async ({ viewer }) => {
    await presence.leave(viewer)
    return { success: true as const }
  })
  return { stop: presence.stop }
}
