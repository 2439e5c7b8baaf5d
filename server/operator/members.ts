import { sql, type SqlBool } from 'kysely'
import type {
  accountLogins,
  changeLoginEmail,
  deleteAccountNow,
  searchAccounts,
} from '#contract/staff/members'
import type { ParsedInput, Reply } from '#contract/route'
import type { Ctx, StaffViewer } from '../context'
import { foldText, type Conn } from '../db/dialect'
import { fail } from '../fail'
import {
  withEndedMeetingNotice,
  isConflicted,
  isParty,
  accountStateAt,
  storeStaffMessage,
} from '../moderation/service'
import { announceEndedSessions, endAllSessions, sendAddressLink } from '../session/service'
import { writeAudit } from '../staff/service'
import { revokeVerification } from '../verification/service'
import { iso } from '../iso'

const FOUND_MAX = 20

/** Accounts whose handle begins with a text; never the own one, nor one with a conflict of interest. */
export const findAccounts = async (
  ctx: Ctx,
  viewer: StaffViewer,
  q: string,
): Promise<Reply<typeof searchAccounts>['accounts']> => {
  const begin = foldText(q.replace(/^@/, ''))
  if (begin === '') return []
  const now = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    await writeAudit(trx, viewer, { act: 'account.searched', detail: { q } }, now)
    let query = trx
      .selectFrom('accounts')
      .where('handle_key', '>=', begin)
      .where('handle_key', '<', `${begin}\u{10ffff}`)
      .where((eb) =>
        eb.or([
          eb('deleted_at', 'is', null),
          eb('suspended_until', 'is not', null),
          eb('deletes_at', 'is not', null),
        ]),
      )
    if (viewer.accountId !== null) {
      const own = viewer.accountId
      query = query.where(sql<SqlBool>`not ${isParty(own, sql.ref('accounts.id'))}`)
    }
    const rows = await query.selectAll().orderBy('handle_key').limit(FOUND_MAX).execute()
    return rows.map((a) => ({
      id: a.id,
      handle: a.handle,
      state: accountStateAt(a, now),
      createdAt: iso(a.created_at),
    }))
  })
}

/** An account that this operator may act on; `not_found` for the own one and every conflict. */
const requireAccount = async (trx: Conn, viewer: StaffViewer, id: string) => {
  if (await isConflicted(trx, viewer.accountId, id)) fail('not_found')
  return (
    (await trx.selectFrom('accounts').where('id', '=', id).selectAll().executeTakeFirst()) ??
    fail('not_found')
  )
}

/** A staff member's account is changed once the role has been taken away. */
const refuseStaff = async (trx: Conn, accountId: string): Promise<void> => {
  const row = await trx
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('u.account_id', '=', accountId)
    .select('s.user_id')
    .executeTakeFirst()
  if (row) fail('staff_target')
}

/** First letter and domain. */
const masked = (email: string): string => email.replace(/^(.).*(@.*)$/s, '$1…$2')

export const listLoginsOfAccount = async (
  ctx: Ctx,
  viewer: StaffViewer,
  accountId: string,
): Promise<Reply<typeof accountLogins>['logins']> =>
  ctx.db.transaction().execute(async (trx) => {
    await requireAccount(trx, viewer, accountId)
    await writeAudit(
      trx,
      viewer,
      { act: 'account.logins_opened', targetKind: 'account', targetId: accountId },
      ctx.now(),
    )
    const rows = await trx
      .selectFrom('users as u')
      .leftJoin('sessions as s', (join) =>
        join.onRef('s.user_id', '=', 'u.id').on('s.ended_at', 'is', null),
      )
      .where('u.account_id', '=', accountId)
      .groupBy(['u.id', 'u.email', 'u.created_at'])
      .select(['u.id', 'u.email', 'u.created_at'])
      .select((eb) => [
        eb.fn.count<number>('s.id').as('sessions'),
        eb.fn.max('s.last_used_at').as('used'),
      ])
      .orderBy('u.created_at')
      .execute()
    return rows.map((r) => ({
      id: r.id,
      email: masked(r.email),
      createdAt: iso(r.created_at),
      lastUsedAt: iso(r.used),
      sessions: r.sessions,
    }))
  })

/** Ends the sessions of both logins; sockets and push devices go at once. */
export const endSessionsByStaff = async (
  ctx: Ctx,
  viewer: StaffViewer,
  accountId: string,
  reason: string,
): Promise<number> => {
  const now = ctx.now()
  const ended = await ctx.db.transaction().execute(async (trx) => {
    await requireAccount(trx, viewer, accountId)
    await refuseStaff(trx, accountId)
    const ended = await endAllSessions(trx, accountId, now)
    await writeAudit(
      trx,
      viewer,
      {
        act: 'account.sessions_ended',
        targetKind: 'account',
        targetId: accountId,
        detail: { reason, sessions: ended.length },
      },
      now,
    )
    return ended
  })
  announceEndedSessions(ctx, ended)
  return ended.length
}

/** Takes the badge of a profile back; the member is notified, and what they say of others no longer counts. */
export const endVerificationByStaff = async (
  ctx: Ctx,
  viewer: StaffViewer,
  accountId: string,
  reason: string,
): Promise<void> => {
  const now = ctx.now()
  const after = await ctx.db.transaction().execute(async (trx) => {
    await requireAccount(trx, viewer, accountId)
    const others = await withEndedMeetingNotice(ctx, trx, accountId, async () => {
      if (!(await revokeVerification(trx, accountId, viewer.userId, now))) fail('conflict')
    })
    await writeAudit(
      trx,
      viewer,
      {
        act: 'account.verification_ended',
        targetKind: 'account',
        targetId: accountId,
        detail: { reason },
      },
      now,
    )
    return [
      others,
      await storeStaffMessage(ctx, trx, [accountId], 'verification', { byMail: false }),
    ]
  })
  for (const told of after) await told()
}

/**
 * Sends a confirmation link to the new address; the old one stays valid until it is opened, and is
 * notified. All sessions end with the change. Fails with `not_found`, `staff_target`.
 */
export const changeEmailByStaff = async (
  ctx: Ctx,
  viewer: StaffViewer,
  userId: string,
  { email, reason }: ParsedInput<typeof changeLoginEmail>['body'],
): Promise<void> => {
  const now = ctx.now()
  const letters = await ctx.db.transaction().execute(async (trx) => {
    const user =
      (await trx.selectFrom('users').where('id', '=', userId).selectAll().executeTakeFirst()) ??
      fail('not_found')
    const accountId = user.account_id ?? fail('not_found')
    await requireAccount(trx, viewer, accountId)
    await refuseStaff(trx, accountId)
    await writeAudit(
      trx,
      viewer,
      {
        act: 'login.email_change_sent',
        targetKind: 'user',
        targetId: userId,
        detail: { reason, to: masked(email) },
      },
      now,
    )
    return sendAddressLink(ctx, trx, user, email)
  })
  letters()
}

/** Hides an account at once; the job `purgeDue` erases it within minutes. */
export const deleteAccountByStaff = async (
  ctx: Ctx,
  viewer: StaffViewer,
  accountId: string,
  { reason, handle }: ParsedInput<typeof deleteAccountNow>['body'],
): Promise<void> => {
  const now = ctx.now()
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const account = await requireAccount(trx, viewer, accountId)
    await refuseStaff(trx, accountId)
    if (foldText(handle.replace(/^@/, '')) !== account.handle_key) fail('handle_mismatch')
    const ended = await endAllSessions(trx, accountId, now)
    await trx
      .updateTable('accounts')
      .set({ deletes_at: now, deleted_at: now, heartbeat_at: null })
      .where('id', '=', accountId)
      .execute()
    await writeAudit(
      trx,
      viewer,
      { act: 'account.deleted', targetKind: 'account', targetId: accountId, detail: { reason } },
      now,
    )
    return ended
  })
  announceEndedSessions(ctx, ended)
  await ctx.realtime.publisher.withdraw({ accountId })
  ctx.bus.emit('account.hidden', { accountId })
}
