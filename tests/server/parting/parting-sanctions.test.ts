import { expect, test } from 'vitest'
import { appealDecision, myDecisions } from '#contract/moderation'
import { sendMessage } from '#contract/messaging/messages'
import { report } from '#contract/safety'
import { decideCase, getCase } from '#contract/staff/cases'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { openDesk, renewToken, staffMember } from '../../support/world/staff'
import { ask, couple, part, talkWith, type Couple } from './setup'

const t = sharedApp()

/** Writing is closed to one of the couple for a month. */
const restricted = async (c: Couple, identity: string) => {
  const staff = await staffMember(t, `equipe_${c.handle}`, 'operator')
  await c.friend.call(report, { body: { kind: 'profile', id: c.account, reason: 'harassment' } })
  const { id } = await t.ctx.db
    .selectFrom('cases')
    .where('account_id', '=', c.account)
    .select('id')
    .executeTakeFirstOrThrow()
  const { version } = (await staff.call(getCase, { params: { id } })).body.case.line
  const made = await staff.call(decideCase, {
    params: { id },
    body: {
      version,
      measure: 'restrict',
      rule: 'respect',
      facts: 'Des injures.',
      days: 30,
      scopes: ['messages'],
      identity,
    },
  })
  expect(made.status).toBe(200)
  return staff
}
const write = async (who: Member, friend: Member) => {
  const { status, body } = await who.call(sendMessage, {
    params: { id: await talkWith(friend, who) },
    body: { content: 'bonsoir', sender_identity_id: who.identity, client_msg_id: newId() },
  })
  return status === 201 ? 'sent' : (body as unknown as { code: string }).code
}
const own = async (who: Member) => (await who.call(myDecisions, {})).body.decisions

test('what was decided about the leaver alone goes with them: sanction, statement and appeal', async () => {
  const c = await couple(t)
  const staff = await restricted(c, c.anneId)
  const [decision] = await own(c.paul)
  const params = { id: decision?.id ?? '' }
  await c.paul.call(appealDecision, { params, body: { text: 'Un malentendu.' } })
  const { anne, paul } = await part(t, c)
  await renewToken(t, c.friend)
  const reached = c.friend
  expect([await write(anne, reached), await write(paul, reached)]).toEqual(['restricted', 'sent'])
  expect(await own(paul)).toEqual([])
  expect(await own(anne)).toMatchObject([
    {
      id: decision?.id,
      identity: { handle: expect.any(String) as string },
      appeal: { state: 'open' },
    },
  ])
  await renewToken(t, staff)
  await openDesk(t, staff)
  const { id } = await t.ctx.db
    .selectFrom('cases')
    .where('subject_id', '=', params.id)
    .select('id')
    .executeTakeFirstOrThrow()
  const { line } = (await staff.call(getCase, { params: { id } })).body.case
  expect(line.account?.id).toBe(anne.accountId)
  await staff.call(decideCase, {
    params: { id },
    body: { version: line.version, measure: 'overturn', facts: 'Vous avez raison.' },
  })
  expect(await write(anne, reached)).toBe('sent')
})

test('what was decided about who stays alone is nothing of the leaver’s', async () => {
  const c = await couple(t)
  await restricted(c, c.paulId)
  const { anne, paul } = await part(t, c)
  await renewToken(t, c.friend)
  expect([await write(anne, c.friend), await write(paul, c.friend)]).toEqual(['sent', 'restricted'])
  expect([(await own(anne)).length, (await own(paul)).length]).toEqual([0, 1])
})

test('of a person who leaves without a new account, the sanction ends and the statement names nobody', async () => {
  const c = await couple(t)
  await restricted(c, c.anneId)
  await ask(c.anne, { kind: 'leave' })
  const { paul } = await part(t, c, { kind: 'leave' })
  expect(
    await t.ctx.db
      .selectFrom('sanctions')
      .where('account_id', '=', c.account)
      .selectAll()
      .execute(),
  ).toEqual([])
  expect(await own(paul)).toMatchObject([{ identity: { handle: null } }])
})
