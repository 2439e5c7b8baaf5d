import { describe, expect, test } from 'vitest'
import { createEvent } from '#contract/events/events'
import { listCases } from '#contract/staff/cases'
import { keepEvidence } from '#contract/staff/evidence'
import { openOwnCase } from '#contract/staff/accounts'
import { instanceState, saveSettings } from '#contract/staff/community'
import { leaveEventsOfSuspended } from '../../../server/moderation/service'
import { queueLetters, sendQueuedLetters } from '../../../server/mail/queue'
import { alertUrgent } from '../../../server/operator/instance'
import { COMMAND_ACTOR, grantRole, revokeRole } from '../../../server/staff/team'
import { createRoleWatch } from '../../../server/staff/watch'
import { newId } from '../../../server/tokens'
import { openDesk, renewToken, staffMember } from '../../support/world/staff'
import { notice } from '../../support/world/notice'
import { tapPublisher } from '../live-client'
import { mailTo, mailsTo } from '../mailbox'
import {
  setUp,
  t,
  operator,
  moderator,
  DAY,
  RULE,
  codeOf,
  detail,
  decide,
  caseOf,
  reportProfile,
} from './team-rules-setup'
import { eventually } from '../../support/eventually'

setUp()

describe('letters', () => {
  test('a statement is sent once the mail server is back, also by another process', async () => {
    const bad = await t.member('sanctionnee')
    const id = await reportProfile(await t.member(), bad)
    const { send } = t.ctx.mailer
    t.ctx.mailer.send = () => Promise.reject(new Error('mail server away'))
    try {
      await decide(moderator, id, { measure: 'warn', ...RULE })
      await t.ctx.bus.idle()
    } finally {
      t.ctx.mailer.send = send
    }
    expect(await mailsTo(t, 'sanctionnee@test.invalid')).toHaveLength(0)
    expect((await operator.call(instanceState)).body.letters).toBe(1)
    t.clock.now += 61_000
    await Promise.all([sendQueuedLetters(t.ctx), sendQueuedLetters(t.ctx)])
    const [mail, ...more] = await mailsTo(t, 'sanctionnee@test.invalid')
    expect([mail?.subject, more]).toEqual(['Un message vous attend', []])
    expect(mail?.text).not.toMatch(/injures|avert/i)
    expect(await t.ctx.db.selectFrom('letters').select('id').execute()).toEqual([])
  })

  test('a letter that a newer server stored waits for it, and takes no other one’s words', async () => {
    const { userId } = await t.member('d_une_autre_version')
    const due = { to: { userId }, what: 'of_a_newer_version' as 'warned' }
    await queueLetters(t.ctx.db, [due], t.ctx.now())
    await sendQueuedLetters(t.ctx)
    expect(await mailsTo(t, 'd_une_autre_version@test.invalid')).toHaveLength(0)
    const left = t.ctx.db.deleteFrom('letters').where('what', '=', due.what).returning('next_at')
    expect(await left.execute()).toEqual([{ next_at: expect.any(Number) }])
  })

  test('a decision does not wait behind the letters to unused accounts', async () => {
    const { userId } = await t.member('derriere')
    const asleep = { to: { address: 'endormie@test.invalid' }, what: 'unused_first' } as const
    await queueLetters(t.ctx.db, Array<typeof asleep>(150).fill(asleep), t.ctx.now() - 1000)
    await queueLetters(t.ctx.db, [{ to: { userId }, what: 'warned' }], t.ctx.now())
    await sendQueuedLetters(t.ctx)
    expect(await mailsTo(t, 'derriere@test.invalid')).toHaveLength(1)
    await t.ctx.db.deleteFrom('letters').execute()
  })

  test('who left an address with a notice is told that there is an answer', async () => {
    const target = await t.member('visee_de_dehors')
    t.clock.now += 3_600_001
    for (const one of [operator, moderator]) {
      await renewToken(t, one)
      await openDesk(t, one)
    }
    await notice(t, {
      target: target.handle,
      reason: 'impersonation',
      text: 'Ce sont mes photos.',
      email: 'dehors@exemple.fr',
    })
    await decide(moderator, await caseOf(target.accountId), { measure: 'warn', ...RULE })
    const { text } = await mailTo(t, 'dehors@exemple.fr')
    expect(text).toContain('/signaler')
    expect(text).not.toContain(target.handle)
  })

  test('a case that becomes urgent by a later report is alerted too', async () => {
    await operator.call(saveSettings, { body: { alertAddresses: ['astreinte@exemple.fr'] } })
    const bad = await t.member()
    await reportProfile(await t.member(), bad, 'spam')
    await alertUrgent(t.ctx)
    const before = (await mailsTo(t, 'astreinte@exemple.fr')).length
    t.clock.now += 1000
    await reportProfile(await t.member(), bad, 'minor')
    await alertUrgent(t.ctx)
    expect(await mailsTo(t, 'astreinte@exemple.fr')).toHaveLength(before + 1)
    await alertUrgent(t.ctx)
    expect(await mailsTo(t, 'astreinte@exemple.fr')).toHaveLength(before + 1)
  })
})

test('the events of a suspended account are left also when the process died after the decision', async () => {
  const bad = await t.member()
  const { id: eventId } = (
    await bad.call(createEvent, {
      body: { title: 'Soirée', start_date: new Date(t.ctx.now() + 5 * DAY).toISOString() },
    })
  ).body.event
  const id = await reportProfile(await t.member(), bad)
  await decide(moderator, id, { measure: 'suspend', days: 30, ...RULE })
  await t.ctx.bus.idle()
  // as it was before: the process did not come to it
  const { db } = t.ctx
  await db.updateTable('events').set({ status: 'published' }).where('id', '=', eventId).execute()
  await leaveEventsOfSuspended(t.ctx)
  const row = await db
    .selectFrom('events')
    .where('id', '=', eventId)
    .select('status')
    .executeTakeFirst()
  expect(row?.status).toBe('draft')
})

test('a role that the command takes away reaches the open desk, without a call of its own', async () => {
  const gone = await staffMember(t, 'partie_par_commande')
  const watch = createRoleWatch(t.ctx)
  await watch.look()
  expect(watch.hasOpenDesk()).toBe(false)
  const tap = tapPublisher(t)
  try {
    // the command runs in another process: only the database says it
    await revokeRole(t.ctx, COMMAND_ACTOR, gone.userId)
    expect(watch.hasOpenDesk()).toBe(true)
    await watch.look()
    await eventually(() =>
      expect(tap.events).toContainEqual(
        expect.objectContaining({
          name: 'account.desk.changed',
          channel: `private-account-${gone.accountId}`,
        }),
      ),
    )
  } finally {
    tap.stop()
  }
})

describe('attacks on the desk', () => {
  test('wrong ids, types and sizes are refused with 4xx', async () => {
    const id = await reportProfile(await t.member(), await t.member())
    const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      (await operator.raw(method, `/api/staff/${path}`, body === undefined ? {} : { body })).status
    const version = 1
    const long = 'x'.repeat(3_000)
    for (const body of [
      null,
      [],
      'texte',
      { version: '1', measure: 'warn' },
      { version: 0, measure: 'warn' },
      { version: 1.5, measure: 'warn' },
      { version, measure: 'exile' },
      { version, measure: 'warn', rule: long, facts: 'x' },
      { version, measure: 'warn', rule: 'respect', facts: long },
      { version, measure: 'suspend', days: 91, ...RULE },
      { version, measure: 'suspend', days: -1, ...RULE },
      { version, measure: 'suspend', days: 1e300, ...RULE },
      { version, measure: 'restrict', days: 3, scopes: ['tout'], ...RULE },
      { version, measure: 'restrict', days: 3, scopes: Array(50).fill('photos'), ...RULE },
      { version, measure: 'admit' },
      { version, measure: 'overturn', facts: 'x' },
      { version, measure: '__proto__' },
    ])
      expect([body, await send('POST', `cases/${id}/decide`, body)]).toEqual([body, 400])
    for (const path of ['cases/x', 'accounts/x', "cases/'; drop table cases;--", 'audit?before=x'])
      expect([path, await send('GET', path)]).toEqual([path, 400])
    for (const path of ['cases?cursor=0.0.x', 'cases?state=toutes', 'cases?kind=rien'])
      expect([path, await send('GET', path)]).toEqual([path, 400])
    for (const path of [`cases/${newId()}`, `accounts/${newId()}`])
      expect([path, await send('GET', path)]).toEqual([path, 404])
    expect(await send('POST', `evidence/${newId()}/photos/999/open`, { reason: 'voir' })).toBe(400)
    expect(await send('POST', `evidence/${newId()}/photos/0/open`, { reason: 'voir' })).toBe(404)
    expect((await detail(operator, id)).line).toMatchObject({ state: 'open', version: 1 })
  })

  test('a moderator acts as no operator, a former one as nobody, and a desk left open closes', async () => {
    const former = await staffMember(t, 'ancienne', 'operator')
    const stolen = former.token
    await revokeRole(t.ctx, COMMAND_ACTOR, former.userId)
    former.token = stolen
    expect((await former.call(listCases, {})).status).toBe(404)
    // the role comes back: the desk that was open before does not
    await grantRole(t.ctx, COMMAND_ACTOR, former.userId, 'moderator', 'ancienne')
    expect(codeOf(await former.call(listCases, {}))).toBe('staff_locked')
    await openDesk(t, former)
    for (const call of [
      former.call(saveSettings, { body: { registration: 'open' } }),
      former.call(instanceState, {}),
      former.call(keepEvidence, { params: { id: newId() }, body: { reason: 'essai' } }),
    ])
      expect((await call).status).toBe(404)
    await revokeRole(t.ctx, COMMAND_ACTOR, former.userId)
  })

  test('the other login of a couple cannot open the partner’s case about their own account', async () => {
    const account = await staffMember(t, 'couple_equipe')
    const opened = await account.call(openOwnCase, {
      params: { id: account.accountId },
      body: { reason: 'spam' },
    })
    expect(opened.status).toBe(404)
    await revokeRole(t.ctx, COMMAND_ACTOR, account.userId)
  })
})
