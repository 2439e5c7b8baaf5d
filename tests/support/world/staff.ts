import type { StaffRole } from '#contract/staff/access'
import { signAccessToken } from '../../../server/plugins/auth'
import { grantRole } from '../../../server/staff/team'
import type { Member, TestApp } from '../server/server'

const sessionOf = async (t: TestApp, member: Member): Promise<string> =>
  (
    await t.ctx.db
      .selectFrom('sessions')
      .where('user_id', '=', member.userId)
      .where('ended_at', 'is', null)
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
  ).id

/** A token that is valid now, for a test that moves the clock. */
export const renewToken = async (t: TestApp, member: Member): Promise<void> => {
  member.token = await signAccessToken(t.ctx, member.userId, await sessionOf(t, member))
}

/** Opens the desk in the member's session, as the second factor does. */
export const openDesk = async (t: TestApp, member: Member): Promise<void> => {
  const id = await sessionOf(t, member)
  const opened = { used_at: t.ctx.now(), opened_at: t.ctx.now() }
  await t.ctx.db
    .insertInto('staff_unlocks')
    .values({ session_id: id, user_id: member.userId, ...opened })
    .onConflict((c) => c.column('session_id').doUpdateSet(opened))
    .execute()
}

/** A member whose login has a role, with an open desk. */
export const staffMember = async (
  t: TestApp,
  handle: string,
  role: StaffRole = 'moderator',
): Promise<Member> => {
  const member = await t.member(handle)
  await grantRole(t.ctx, { userId: 'command', pseudonym: 'command' }, member.userId, role, handle)
  await openDesk(t, member)
  return member
}
