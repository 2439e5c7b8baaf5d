import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  listAudit,
  listTeam,
  lockDesk,
  removeStaff,
  staffMe,
  startUnlock,
  unlockDesk,
} from '#contract/staff/access'
import { me, refresh } from '#contract/session/session'
import { listCases } from '#contract/staff/cases'
import { staffFigures } from '#contract/staff/figures'
import { DESK_CODE_S, DESK_IDLE_S, DESK_OPEN_S } from '#contract/staff/measures'
import { verifyAudit } from '../../../server/staff/audit'
import { COMMAND_ACTOR, endEverySession, grantRole, revokeRole } from '../../../server/staff/team'
import { newId } from '../../../server/tokens'
import { testApp, type Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { openDesk, renewToken, staffMember } from '../../support/world/staff'
import { until } from '../hub/engine'
import { liveClient } from '../live-client'
import { mailTo, newcomer } from '../mailbox'

const t = sharedApp()

const later = async <T>(ms: number, member: Member, work: () => Promise<T>): Promise<T> => {
  t.clock.now += ms
  await renewToken(t, member)
  try {
    return await work()
  } finally {
    t.clock.now -= ms
    await renewToken(t, member)
  }
}
const codeOf = (answer: { body: unknown }): unknown => (answer.body as { code?: string }).code
const codeIn = (text: string): string => /\b(\d{6})\b/.exec(text)?.[1] ?? ''
const locked = async (member: Member) => codeOf(await member.call(listCases, {}))

describe('roles', () => {
  test('a role belongs to one login: the other login of the account sees nothing of the desk', async () => {
    const operator = await staffMember(t, 'chef_un', 'operator')
    expect((await operator.call(staffMe, {})).body).toMatchObject({
      role: 'operator',
      unlocked: true,
      method: 'mail',
    })
    const partner = await t.member('autre_login')
    await t.ctx.db
      .updateTable('users')
      .set({ account_id: operator.accountId })
      .where('id', '=', partner.userId)
      .execute()
    expect((await partner.call(staffMe, {})).status).toBe(404)
    expect((await partner.call(listCases, {})).status).toBe(404)
    // both listen to the channel of the account
    const base = await t.listen()
    const desk = await liveClient(base, operator)
    const other = await liveClient(base, partner)
    try {
      const channel = `private-account-${operator.accountId}`
      await desk.subscribe(channel)
      await other.subscribe(channel)
      t.ctx.bus.emit('case.changed', { caseId: newId() })
      await until(() => desk.named('account.desk.changed').length === 1)
      t.ctx.bus.emit('staff.changed', { userId: operator.userId })
      await until(() => desk.named('account.desk.changed').length === 2)
      // what comes last has come: nothing before it was for the other one
      t.ctx.realtime.publish(
        'account.held.updated',
        { accountId: operator.accountId, id: newId() },
        { accounts: [operator.accountId] },
      )
      await until(() => other.heard.length > 0)
      expect(other.heard.map((h) => h.name)).toEqual(['account.held.updated'])
    } finally {
      desk.pusher.disconnect()
      other.pusher.disconnect()
    }
  })

  test('a moderator sees the queue, and neither team, log nor figures', async () => {
    const moderator = await staffMember(t, 'mode_un')
    expect((await moderator.call(listCases, {})).status).toBe(200)
    for (const route of [listTeam, listAudit, staffFigures])
      expect((await moderator.call(route, {})).status, route.id).toBe(404)
  })

  test('a role that is taken away ends at the next call; the last operator stays', async () => {
    const [chief, other] = [
      await staffMember(t, 'chef_deux', 'operator'),
      await staffMember(t, 'mode_deux'),
    ]
    const gone = await chief.call(removeStaff, { params: { id: other.userId } })
    expect(gone.status).toBe(200)
    expect((await other.call(listCases, {})).status).toBe(404)
    expect(codeOf(await chief.call(removeStaff, { params: { id: chief.userId } }))).toBe(
      'staff_last',
    )
    const { team } = (await chief.call(listTeam, {})).body
    expect(team.filter((m) => m.mine).map((m) => m.id)).toEqual([chief.userId])
    const operators = team.filter((m) => m.role === 'operator')
    for (const one of operators.filter((m) => m.id !== chief.userId))
      await revokeRole(t.ctx, COMMAND_ACTOR, one.id)
    await expect(revokeRole(t.ctx, COMMAND_ACTOR, chief.userId)).rejects.toMatchObject({
      code: 'staff_last',
    })
  })
})

describe('the second factor', () => {
  test('a code by e-mail opens this session only, and only once', async () => {
    const member = await t.member('verrou')
    await grantRole(t.ctx, COMMAND_ACTOR, member.userId, 'moderator', 'verrou')
    expect(await locked(member)).toBe('staff_locked')
    expect((await member.call(startUnlock, {})).body).toEqual({ method: 'mail' })
    const code = codeIn((await mailTo(t, 'verrou@test.invalid')).text)
    const open = (text: string) => member.call(unlockDesk, { body: { code: text } })
    expect(codeOf(await open(code === '000000' ? '000001' : '000000'))).toBe('staff_code')
    expect((await open(code)).status).toBe(200)
    expect(await locked(member)).toBeUndefined()
    expect(codeOf(await open(code))).toBe('staff_code')
    await member.call(lockDesk, {})
    expect(await locked(member)).toBe('staff_locked')
  })

  test('five wrong codes, or ten minutes, end a code', async () => {
    const member = await t.member('essais')
    await grantRole(t.ctx, COMMAND_ACTOR, member.userId, 'moderator', 'essais')
    await member.call(startUnlock, {})
    const code = codeIn((await mailTo(t, 'essais@test.invalid')).text)
    const wrong = code === '000000' ? '000001' : '000000'
    await later(DESK_CODE_S * 1000 + 1, member, async () =>
      expect(codeOf(await member.call(unlockDesk, { body: { code } }))).toBe('staff_code'),
    )
    for (let i = 0; i < 5; i += 1) await member.call(unlockDesk, { body: { code: wrong } })
    expect(codeOf(await member.call(unlockDesk, { body: { code } }))).toBe('staff_code')
  })

  test('the desk locks after 15 minutes without use, each use keeps it open', async () => {
    const member = await staffMember(t, 'veille')
    const most = (DESK_IDLE_S - 60) * 1000
    await later(most, member, async () => {
      expect(await locked(member)).toBeUndefined()
      await later(most, member, async () => expect(await locked(member)).toBeUndefined())
    })
    await later(most + most + DESK_IDLE_S * 1000, member, async () =>
      expect(await locked(member)).toBe('staff_locked'),
    )
  })

  test('the desk locks 8 hours after it was opened, however much it is used', async () => {
    const member = await staffMember(t, 'longue_veille')
    const step = (DESK_IDLE_S - 60) * 1000
    const steps = Math.ceil((DESK_OPEN_S * 1000) / step)
    const started = t.clock.now
    for (let i = 1; i < steps; i += 1) {
      t.clock.now = started + i * step
      await renewToken(t, member)
      expect(await locked(member), String(i)).toBeUndefined()
    }
    t.clock.now = started + DESK_OPEN_S * 1000
    await renewToken(t, member)
    expect(await locked(member)).toBe('staff_locked')
    await openDesk(t, member)
    expect(await locked(member)).toBeUndefined()
    t.clock.now = started
    await renewToken(t, member)
  })

  test('a login with a passkey cannot take a code', async () => {
    const member = await t.member('cle_seule')
    await grantRole(t.ctx, COMMAND_ACTOR, member.userId, 'moderator', 'cle_seule')
    await t.ctx.db
      .insertInto('passkeys')
      .values({
        id: member.identityIds[0] ?? '',
        user_id: member.userId,
        credential_id: 'abc',
        public_key: 'abc',
        counter: 0,
        transports: '[]',
        name: 'Clé',
        created_at: t.ctx.now(),
        last_used_at: null,
      })
      .execute()
    expect((await member.call(startUnlock, {})).body.method).toBe('passkey')
    expect(codeOf(await member.call(unlockDesk, { body: { code: '123456' } }))).toBe(
      'passkey_refused',
    )
  })
})

describe('the audit log', () => {
  test('holds what was done, page by page, and cannot be changed or deleted', async () => {
    const operator = await staffMember(t, 'journal', 'operator')
    const { entries } = (await operator.call(listAudit, {})).body
    expect(entries[0]).toMatchObject({ act: 'staff.granted', targetId: operator.userId })
    expect((await operator.call(listAudit, { query: { before: 2 } })).body.entries).toHaveLength(1)
    for (const statement of [
      sql`update audit_log set act = 'x' where seq = 1`,
      sql`delete from audit_log where seq = 1`,
    ])
      await expect(statement.execute(t.ctx.db)).rejects.toThrow(/append-only/)
  })

  test('a changed or missing entry is found and named', async () => {
    expect(await verifyAudit(t.ctx.db)).toMatchObject({ broken: null })
    const rows = await t.ctx.db.selectFrom('audit_log').selectAll().orderBy('seq').execute()
    const copy = await testApp()
    await grantRole(
      copy.ctx,
      COMMAND_ACTOR,
      (await copy.member('copie')).userId,
      'moderator',
      'copie',
    )
    await copy.ctx.db
      .insertInto('audit_log')
      .values({ ...rows[1]!, who: 'somebody else' })
      .execute()
    expect(await verifyAudit(copy.ctx.db)).toMatchObject({ entries: 1, broken: 2 })
    await copy.close()
  })
})

// last: it signs everybody of this file out
test('after a leak one command ends every session, and says so in the audit log', async () => {
  const member = await t.member('avant_fuite')
  const client = await newcomer(t, 'fuite@exemple.fr')
  expect((await member.call(me)).status).toBe(200)
  expect(await endEverySession(t.ctx)).toBeGreaterThan(1)
  expect((await member.call(me)).status).toBe(401)
  expect((await client.call(refresh)).status).toBe(401)
  const last = await t.ctx.db
    .selectFrom('audit_log')
    .select(['who', 'act'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(last).toEqual({ who: 'command', act: 'sessions.ended' })
})
