import type { Conversation } from '#contract/messaging'
import { areBlocked } from '../access'
import type { Ctx, Viewer } from '../context'
import { fold } from '../db/dialect'
import { fail } from '../fail'
import { ensureDirect } from './direct'
import { conversationOf } from './service'

/** With the member of a handle; unknown, deleted and blocked read alike. */
export const startDirect = async (ctx: Ctx, viewer: Viewer, handle: string): Promise<Conversation> => {
  const target = await ctx.db.selectFrom('accounts').where('handle_key', '=', fold(handle.replace(/^@/, ''))).where('deleted_at', 'is', null).select('id').executeTakeFirst()
  if (!target || (target.id !== viewer.accountId && (await areBlocked(ctx.db, viewer.accountId, target.id)))) return fail('member_not_found')
  if (target.id === viewer.accountId) return fail('own_conversation')
  const id = await ensureDirect(ctx.db, viewer.accountId, target.id, viewer.accountId, ctx.now())
  const conversation = await conversationOf(ctx, viewer, id)
  // the other one's list shows it with the first message
  ctx.realtime.publish('conversation.created', { conversation }, { accounts: [viewer.accountId] })
  return conversation
}
