import type { Conversation } from '#contract/messaging/messages'
import type { Account } from '#contract/profile/profile'
import { separatedAccounts } from '../../access/blocks'
import { mayStartDirect } from '../../access/contact'
import { refuseInConstantTime } from '../../constant-time'
import type { Ctx, Viewer } from '../../context'
import { foldText } from '../../db/dialect'
import { fail } from '../../fail'
import { presentAccounts } from '../../profile/service'
import { listOwnRelations } from '../../relations/service'
import { ensureDirect } from './direct'
import { directPartners } from './queries-list'
import { readOneConversation } from '../service'

/**
 * Starts a direct conversation with the owner of a handle. Unknown, deleted, blocked and unwilling
 * members fail alike, after the same time.
 */
export const startDirect = (ctx: Ctx, viewer: Viewer, handle: string): Promise<Conversation> =>
  refuseInConstantTime(() => start(ctx, viewer, handle))

const start = async (ctx: Ctx, viewer: Viewer, handle: string): Promise<Conversation> => {
  const target = await ctx.db
    .selectFrom('accounts')
    .where('handle_key', '=', foldText(handle.replace(/^@/, '')))
    .where('deleted_at', 'is', null)
    .select(['id', 'preferences'])
    .executeTakeFirst()
  if (
    !target ||
    (target.id !== viewer.accountId &&
      !(await mayStartDirect(ctx.db, viewer.accountId, target, ctx.now())))
  )
    return fail('not_reachable')
  if (target.id === viewer.accountId) return fail('own_conversation')
  const id = await ensureDirect(ctx.db, viewer.accountId, target.id, viewer, ctx.now())
  const conversation = await readOneConversation(ctx, viewer, id)
  // the other member's list shows it with the first message
  ctx.realtime.publish('conversation.created', { conversation }, { accounts: [viewer.accountId] })
  return conversation
}

const FOUND_MAX = 20
/**
 * Members the viewer already knows whose handle contains the text, prefix matches first. No text:
 * none.
 */
export const searchMembers = async (ctx: Ctx, viewer: Viewer, q: string): Promise<Account[]> => {
  const wanted = foldText(q.replace(/[<>]/g, '')).replace(/^@/, '')
  if (!wanted) return []
  const [relations, partners, blocked] = [
    await listOwnRelations(ctx, viewer, wanted),
    await directPartners(ctx.db, viewer.accountId),
    await separatedAccounts(ctx.db, viewer.accountId),
  ]
  const ids = [...new Set([...relations.map((r) => r.with_account_id), ...partners])].filter(
    (id) => !blocked.has(id),
  )
  const place = (a: Account): string =>
    `${foldText(a.account_handle).startsWith(wanted) ? 0 : 1}${foldText(a.account_handle)}`
  return [...(await presentAccounts(ctx, viewer, ids)).values()]
    .filter((a) => !a.deleted && foldText(a.account_handle).includes(wanted))
    .sort((a, b) => (place(a) < place(b) ? -1 : 1))
    .slice(0, FOUND_MAX)
}
