import type { Conversation } from '#contract/messaging/messages'
import { GROUP_MEMBERS_MAX } from '#contract/limits'
import { lockBlocks } from '../../access/blocks'
import {
  requireGroup,
  requireGroupAdmin,
  requireRelations,
  withoutSeparated,
} from '../../access/groups'
import type { AfterCommit, Ctx, Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import {
  logFailures,
  activeMembers,
  setMemberAdmin,
  addMember,
  currentMembers,
  publishConversation,
  publishDeparture,
  endMembership,
} from './members'
import { deleteIfEmpty } from './empty-groups'
import { appointAdmin } from './succession'
import { readOneConversation } from '../service'
import { postSystem, publishSystemMessages } from '../messages/system'
import { announceGroup, type SystemMessages, withGroupLock } from './groups'

/** Adds relations; current members are skipped. Fails with `not_your_relation`, `group_full`. */
export const addParticipants = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  accountIds: readonly string[],
): Promise<Conversation> => {
  const { said, added } = await withGroupLock(ctx, id, async (trx) => {
    await requireGroupAdmin(trx, viewer, id)
    const inside = new Set((await currentMembers(trx, id)).map((s) => s.account_id))
    const asked = [...new Set(accountIds)].filter((a) => !inside.has(a))
    if (asked.length > 0) {
      await lockBlocks(trx, [...inside, ...asked])
      await requireRelations(trx, viewer, asked)
    }
    const added = await withoutSeparated(trx, [...inside], asked)
    if (inside.size + added.length > GROUP_MEMBERS_MAX) fail('group_full')
    const said: SystemMessages = []
    for (const accountId of added) {
      const row = await postSystem(
        trx,
        id,
        { type: 'participant_joined', subject: accountId, text: 'a rejoint le groupe' },
        ctx.now(),
      )
      said.push(row)
      // the first message a new (or returning) member sees is its own arrival
      await addMember(trx, id, accountId, { isAdmin: false, visibleAfter: row.seq - 1 }, ctx.now())
    }
    return { said, added }
  })
  ctx.bus.later('group', async () => {
    await publishConversation(ctx, id, added)
    await publishSystemMessages(ctx, { id, type: 'group' }, said)
  })
  return readOneConversation(ctx, viewer, id)
}

/**
 * Ends a membership; appoints an administrator when none is left; deletes the group with its last
 * member. Members who are suspended, or whose deletion is pending, still count as members.
 */
const removeMember = async (
  ctx: Ctx,
  trx: Conn,
  conversation: Row<'conversations'>,
  accountId: string,
  text: string,
): Promise<AfterCommit> => {
  const { id } = conversation
  await endMembership(trx, id, accountId, ctx.now())
  const dropPhotos = await deleteIfEmpty(ctx, trx, conversation)
  if (dropPhotos)
    return logFailures(ctx, async () => {
      await publishDeparture(ctx, conversation, [accountId])
      await dropPhotos()
    })
  const said = [
    await postSystem(trx, id, { type: 'participant_left', subject: accountId, text }, ctx.now()),
    ...(await appointAdmin(trx, id, ctx.now())),
  ]
  return logFailures(ctx, async () => {
    await publishDeparture(ctx, conversation, [accountId])
    await publishSystemMessages(ctx, conversation, said)
    // the new administrator's devices load its rights
    if (said.length > 1) await publishConversation(ctx, id)
  })
}
const LEFT = 'a quitté le groupe'

/** The right to listen has ended when this resolves. */
export const leaveGroup = async (ctx: Ctx, viewer: Viewer, id: string): Promise<void> => {
  const after = await withGroupLock(ctx, id, async (trx) =>
    removeMember(
      ctx,
      trx,
      (await requireGroup(trx, viewer, id)).conversation,
      viewer.accountId,
      LEFT,
    ),
  )
  await after()
}

/** Fails with `member_absent`. Removing oneself is leaving. */
export const removeParticipant = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  accountId: string,
): Promise<void> => {
  const after = await withGroupLock(ctx, id, async (trx) => {
    const { conversation } = await requireGroupAdmin(trx, viewer, id)
    if (!(await currentMembers(trx, id)).some((s) => s.account_id === accountId))
      fail('member_absent')
    return removeMember(
      ctx,
      trx,
      conversation,
      accountId,
      accountId === viewer.accountId ? LEFT : 'ne fait plus partie du groupe',
    )
  })
  await after()
}

/** Fails with `member_absent`, and `conflict` when no administrator would remain. */
export const setAdmin = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  accountId: string,
  isAdmin: boolean,
): Promise<void> => {
  const said = await withGroupLock(ctx, id, async (trx): Promise<SystemMessages> => {
    await requireGroupAdmin(trx, viewer, id)
    const members = await activeMembers(trx, id)
    const target = members.find((s) => s.account_id === accountId) ?? fail('member_absent')
    if ((target.is_admin === 1) === isAdmin) return []
    if (!isAdmin && !members.some((s) => s.is_admin === 1 && s.account_id !== accountId))
      fail('conflict')
    await setMemberAdmin(trx, id, accountId, isAdmin)
    return [
      await postSystem(
        trx,
        id,
        {
          type: 'info',
          subject: accountId,
          text: isAdmin ? 'administre désormais le groupe' : 'n’administre plus le groupe',
        },
        ctx.now(),
      ),
    ]
  })
  announceGroup(ctx, id, said)
}
