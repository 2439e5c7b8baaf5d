import type { Conversation } from '#contract/messaging'
import { areBlocked } from '../access'
import type { Ctx, Viewer } from '../context'
import { fold, type Conn } from '../db/dialect'
import { fail } from '../fail'
import { newId } from '../tokens'
import { conversationOf } from './service'

export const directKey = (a: string, b: string): string => [a, b].sort().join(':')

/** Finds or makes the direct conversation of two accounts. Two at once find the same one. Rejects only when the database does. */
export const ensureDirect = async (db: Conn, a: string, b: string, startedBy: string, nowMs: number): Promise<string> => {
  const find = () => db.selectFrom('conversations').where('direct_key', '=', directKey(a, b)).select('id').executeTakeFirst()
  const found = await find()
  if (found) return found.id
  const id = newId()
  // no violation that would end a surrounding transaction: whoever comes second writes nothing and finds the first's
  const make = async (trx: Conn): Promise<boolean> => {
    const made = await trx.insertInto('conversations').values({
      id, type: 'direct', title: null, title_key: null, description: null, avatar_media_id: null, direct_key: directKey(a, b), event_id: null,
      metadata: JSON.stringify({ startedBy }), created_at: nowMs, clock: nowMs, last_message_id: null, last_message_at: null,
    }).onConflict((c) => c.column('direct_key').doNothing()).returning('id').executeTakeFirst()
    if (!made) return false
    await trx.insertInto('conversation_participants').values([a, b].map((account_id) => ({
      conversation_id: id, account_id, is_admin: 0 as const, joined_at: nowMs, visible_after: 0, left_at: null, has_written: 0 as const,
    }))).execute()
    return true
  }
  const made = await (db.isTransaction ? make(db) : db.transaction().execute(make))
  return made ? id : ((await find())?.id ?? fail('conflict'))
}

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
