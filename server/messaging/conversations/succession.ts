import type { AfterCommit, Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { postSystem, publishSystemMessages } from '../messages/system'
import {
  logFailures,
  lockConversation,
  activeMembers,
  currentMembers,
  setMemberAdmin,
  type MemberRow,
} from './members'

/**
 * Members that may become administrator, the oldest first. Members who are suspended, or whose
 * deletion is pending, only when there are no others.
 */
const candidates = async (
  trx: Conn,
  conversationId: string,
  but?: string,
): Promise<MemberRow[]> => {
  const others = (all: readonly MemberRow[]) => all.filter((s) => s.account_id !== but)
  const active = others(await activeMembers(trx, conversationId))
  return active.length > 0 ? active : others(await currentMembers(trx, conversationId))
}

/**
 * Makes the oldest member administrator of a group without one. Returns the system messages
 * written.
 */
export const appointAdmin = async (
  trx: Conn,
  conversationId: string,
  nowMs: number,
): Promise<Row<'messages'>[]> => {
  const members = await candidates(trx, conversationId)
  const heir = members[0]
  if (!heir || members.some((s) => s.is_admin === 1)) return []
  await setMemberAdmin(trx, conversationId, heir.account_id, true)
  return [
    await postSystem(
      trx,
      conversationId,
      { type: 'info', subject: heir.account_id, text: 'administre désormais le groupe' },
      nowMs,
    ),
  ]
}

/**
 * Before an account is deleted, in that transaction: appoints administrators for the groups it
 * administers alone.
 */
export const appointSuccessors = async (
  ctx: Ctx,
  trx: Conn,
  accountId: string,
): Promise<{ after: AfterCommit }> => {
  const groups = await trx
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .where('c.type', '=', 'group')
    .where('p.account_id', '=', accountId)
    .where('p.left_at', 'is', null)
    .where('p.is_admin', '=', 1)
    .select('c.id')
    .orderBy('c.id')
    .execute()
  const said: [string, Row<'messages'>[]][] = []
  for (const { id } of groups) {
    await lockConversation(trx, id)
    const others = await candidates(trx, id, accountId)
    await setMemberAdmin(trx, id, accountId, false)
    const heir = others.some((s) => s.is_admin === 1) ? undefined : others[0]
    if (!heir) continue
    await setMemberAdmin(trx, id, heir.account_id, true)
    said.push([
      id,
      [
        await postSystem(
          trx,
          id,
          { type: 'info', subject: heir.account_id, text: 'administre désormais le groupe' },
          ctx.now(),
        ),
      ],
    ])
  }
  return {
    after: logFailures(ctx, async () => {
      for (const [id, rows] of said) await publishSystemMessages(ctx, { id, type: 'group' }, rows)
    }),
  }
}
