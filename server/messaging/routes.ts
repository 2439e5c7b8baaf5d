import * as m from '#contract/messaging'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { markRead } from './reads'
import { postMessage } from './send'
import { changesSince, conversationOf, listOf, pageBefore, search } from './service'
import { startDirect } from './start'

export const serveMessaging = (server: Server, ctx: Ctx): void => {
  server.serve(m.listConversations, async ({ viewer }) => ({ conversations: await listOf(ctx, viewer) }))
  server.serve(m.searchConversations, {
    limits: [{ name: 'conversation-search', points: 120, perS: 60, by: 'account' }],
    handler: async ({ viewer, query }) => ({ conversations: await search(ctx, viewer, query.q) }),
  })
  server.serve(m.startConversation, {
    // handles are guessable: knocking on doors is slow
    limits: [{ name: 'conversation-start', points: 30, perS: 60, by: 'account' }],
    handler: async ({ viewer, body }) => ({ conversation: await startDirect(ctx, viewer, body.handle) }),
  })
  server.serve(m.getConversation, async ({ viewer, params }) => ({ conversation: await conversationOf(ctx, viewer, params.id) }))
  server.serve(m.listMessages, ({ viewer, params, query }) => pageBefore(ctx, viewer, params.id, query.limit, query.oldestLoadedMessageId))
  server.serve(m.sendMessage, {
    limits: [{ name: 'send', points: 240, perS: 60, by: 'account' }],
    handler: ({ viewer, params, body }) => postMessage(ctx, viewer, params.id, body),
  })
  server.serve(m.markRead, async ({ viewer, params, body }) => ({ success: true as const, unread_count: await markRead(ctx, viewer, params.id, body) }))
  server.serve(m.syncConversation, ({ viewer, params, query }) => changesSince(ctx, viewer, params.id, query.since))
}
