import { presenceBootstrap, presenceHeartbeat, presenceOffline } from '#contract/presence'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { createPresence } from './service'

export const servePresence = (server: Server, ctx: Ctx): { stop(): Promise<void> } => {
  const presence = createPresence(ctx)
  server.serve(presenceBootstrap, async ({ viewer }) => ({
    presences: await presence.circle(viewer.accountId),
  }))
  server.serve(presenceHeartbeat, ({ viewer }) => presence.beat(viewer))
  server.serve(presenceOffline, ({ viewer }) => presence.leave(viewer))
  return { stop: presence.stop }
}
