import { BURST_MESSAGES, BURST_S } from '#contract/limits'
import { openBrief as openBriefRoute } from '#contract/messaging/brief'
import * as messages from '#contract/messaging/messages'
import * as acts from '#contract/messaging/acts'
import * as groups from '#contract/messaging/groups'
import { sayTyping as typingRoute } from '#contract/messaging/typing'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { openBriefPhoto } from './brief/service'
import { announcePhotoAnswer, releaseHeldMessages } from './held/photos'
import { serveHeld } from './held/routes'
import { editOwnMessage } from './messages/editing'
import { deleteOwnMessage, republishMessages } from './messages/deletion'
import { createGroup, listConversationMembers, updateGroup } from './conversations/groups'
import { publishConversation } from './conversations/members'
import {
  addParticipants,
  leaveGroup,
  removeParticipant,
  setAdmin,
} from './conversations/group-members'
import { readMessagePage } from './messages/pages'
import { listConversationPhotos } from './reading/photos'
import { addReaction, withdrawReaction } from './messages/reactions'
import { markRead } from './reading/reads'
import { searchAllConversations, searchConversation } from './reading/search'
import { postMessage } from './messages/send'
import {
  changesSince,
  readOneConversation,
  listOwnConversations,
  findConversations,
} from './service'
import { changeConversationSettings } from './conversations/settings'
import { searchMembers, startDirect } from './conversations/start'
import { publishTyping } from './conversations/typing'
import { notifyVisibilityChange } from './conversations/visibility'

export const serveMessaging = (server: Server, ctx: Ctx): void => {
  server.serve(messages.listConversations, async ({ viewer }) => ({
    conversations: await listOwnConversations(ctx, viewer),
  }))
  server.serve(messages.searchConversations, {
    limits: [{ name: 'conversation-search', points: 120, perS: 60, by: 'account' }],
    handler: async ({ viewer, query }) => ({
      conversations: await findConversations(ctx, viewer, query.q),
    }),
  })
  server.serve(messages.searchMembers, {
    limits: [{ name: 'conversation-search', points: 120, perS: 60, by: 'account' }],
    handler: async ({ viewer, query }) => ({ accounts: await searchMembers(ctx, viewer, query.q) }),
  })
  server.serve(messages.startConversation, {
    // handles are guessable: a low limit slows enumeration
    limits: [{ name: 'conversation-start', points: 30, perS: 60, by: 'account' }],
    handler: async ({ viewer, body }) => ({
      conversation: await startDirect(ctx, viewer, body.handle),
    }),
  })
  server.serve(messages.getConversation, async ({ viewer, params }) => ({
    conversation: await readOneConversation(ctx, viewer, params.id),
  }))
  server.serve(messages.listMessages, ({ viewer, params, query }) =>
    readMessagePage(ctx, viewer, params.id, query),
  )
  server.serve(messages.sendMessage, {
    limits: [
      { name: 'send', points: 240, perS: 60, by: 'account' },
      // limits flooding of a conversation; the outbox waits and retries
      {
        name: 'send-burst',
        points: BURST_MESSAGES,
        perS: BURST_S,
        by: 'account',
        part: (request) => (request.params as { id?: string }).id ?? '',
      },
    ],
    handler: ({ viewer, params, body }) => postMessage(ctx, viewer, params.id, body),
  })
  server.serve(messages.markRead, async ({ viewer, params, body }) => ({
    success: true as const,
    unread_count: await markRead(ctx, viewer, params.id, body),
  }))
  server.serve(messages.syncConversation, ({ viewer, params, query }) =>
    changesSince(ctx, viewer, params.id, query.since),
  )
  ctx.bus.on('photo.destroyed', ({ messageIds }) =>
    ctx.bus.later('destroyed-photo', () => republishMessages(ctx, messageIds)),
  )
  ctx.bus.on('photo.answered', ({ accountId, mediaId, isAgreed }) =>
    ctx.bus.later('held-photos', () =>
      (isAgreed ? releaseHeldMessages : announcePhotoAnswer)(ctx, accountId, mediaId),
    ),
  )
  ctx.bus.on('picture.changed', ({ kind, targetId }) => {
    if (kind === 'conversation') ctx.bus.later('picture', () => publishConversation(ctx, targetId))
  })
  for (const name of ['account.hidden', 'account.shown'] as const)
    ctx.bus.on(name, ({ accountId }) =>
      ctx.bus.later('visibility', () => notifyVisibilityChange(ctx, accountId)),
    )
  serveActs(server, ctx)
  serveGroups(server, ctx)
  serveHeld(server, ctx)
  server.serve(openBriefRoute, {
    limits: [{ name: 'brief', points: 120, perS: 60, by: 'account' }],
    handler: ({ viewer, params, body }) => openBriefPhoto(ctx, viewer, params.id, body.view_id),
  })
}

const serveActs = (server: Server, ctx: Ctx): void => {
  server.serve(acts.setReaction, {
    limits: [{ name: 'reaction', points: 240, perS: 60, by: 'account' }],
    handler: async ({ viewer, params, body }) => ({
      reactions: await addReaction(ctx, viewer, params.id, body.emoji, body.identity_id),
    }),
  })
  server.serve(acts.removeReaction, async ({ viewer, params }) => ({
    reactions: await withdrawReaction(ctx, viewer, params.id),
  }))
  server.serve(acts.deleteMessage, async ({ viewer, params }) => ({
    message: await deleteOwnMessage(ctx, viewer, params.id),
  }))
  server.serve(acts.editMessage, {
    limits: [{ name: 'edit', points: 120, perS: 60, by: 'account' }],
    handler: async ({ viewer, params, body }) => ({
      message: await editOwnMessage(ctx, viewer, params.id, body.content),
    }),
  })
  server.serve(typingRoute, {
    limits: [{ name: 'typing', points: 60, perS: 60, by: 'account' }],
    handler: ({ viewer, params, body }) =>
      publishTyping(ctx, viewer, params.id, body.identity_id, body.isTyping),
  })
  server.serve(acts.setConversationSettings, async ({ viewer, params, body }) => ({
    settings: await changeConversationSettings(ctx, viewer, params.id, body),
  }))
  server.serve(acts.listPhotos, ({ viewer, params, query }) =>
    listConversationPhotos(ctx, viewer, params.id, query),
  )
  // these read many messages
  const limits = [{ name: 'message-search', points: 60, perS: 60, by: 'account' as const }]
  server.serve(acts.searchMessages, {
    limits,
    handler: ({ viewer, params, query }) => searchConversation(ctx, viewer, params.id, query),
  })
  server.serve(acts.searchAllMessages, {
    limits,
    handler: ({ viewer, query }) => searchAllConversations(ctx, viewer, query),
  })
}

const serveGroups = (server: Server, ctx: Ctx): void => {
  server.serve(groups.createGroup, {
    limits: [{ name: 'group-create', points: 20, perS: 60, by: 'account' }],
    handler: async ({ viewer, body }) => ({ conversation: await createGroup(ctx, viewer, body) }),
  })
  // each change is a line that all members read, past the limits of messages
  const limits = [{ name: 'group-change', points: 60, perS: 60, by: 'account' as const }]
  server.serve(groups.updateGroup, {
    limits,
    handler: async ({ viewer, params, body }) => ({
      conversation: await updateGroup(ctx, viewer, params.id, body),
    }),
  })
  server.serve(groups.listParticipants, async ({ viewer, params }) => ({
    participants: await listConversationMembers(ctx, viewer, params.id),
  }))
  server.serve(groups.addParticipants, {
    limits: [{ name: 'group-add', points: 60, perS: 60, by: 'account' }],
    handler: async ({ viewer, params, body }) => ({
      conversation: await addParticipants(ctx, viewer, params.id, body.account_ids),
    }),
  })
  server.serve(groups.removeParticipant, ({ viewer, params, body }) =>
    removeParticipant(ctx, viewer, params.id, body.account_id),
  )
  server.serve(groups.setAdmin, {
    limits,
    handler: ({ viewer, params, body }) =>
      setAdmin(ctx, viewer, params.id, body.account_id, body.is_admin),
  })
  server.serve(groups.leaveConversation, ({ viewer, params }) => leaveGroup(ctx, viewer, params.id))
}
