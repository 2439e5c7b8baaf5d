import { expect, test } from 'vitest'
import * as e from '#contract/events/events'
import * as g from '#contract/messaging/groups'
import * as m from '#contract/messaging/messages'
import * as p from '#contract/events/participants'
import { createRelation } from '../../../../server/relations/service'
import { renewToken } from '../../../support/world/staff'
import type { Member } from '../../../support/server/server'
import { list, pair, send, setUp, t } from '../messaging-setup'

setUp()

const WEEK = 7 * 86_400_000
const start = async (who: Member, whom: Member) =>
  (await who.call(m.startConversation, { body: { handle: whom.handle } })).body.conversation

test('an empty conversation that the other one opened is told by no call', async () => {
  const [a, b, id] = await pair()
  const opened = t.ctx.now()
  t.clock.now += WEEK
  for (const who of [a, b]) await renewToken(t, who)
  const later = t.ctx.now()
  const mine = await start(b, a)
  expect(mine.id).toBe(id)
  expect(Date.parse(mine.createdAt)).toBeGreaterThanOrEqual(later)
  const people = (await b.call(g.listParticipants, { params: { id } })).body.participants
  expect(people.every((x) => Date.parse(x.joined_at) >= later)).toBe(true)
  // what is new has no earlier time of the clock either, and no time in its id
  const page = (await b.call(m.listMessages, { params: { id } })).body
  expect(Date.parse(page.lastSyncDate)).toBe(0)
  expect(id.charAt(14)).toBe('4')
  // their own start is listed, as it was for the first
  expect((await list(b)).map((c) => [c.id, c.createdAt])).toEqual([[id, mine.createdAt]])
  // and says nothing to who opened it before
  const theirs = (await list(a)).find((c) => c.id === id)
  expect(Date.parse(theirs?.createdAt ?? '')).toBeLessThanOrEqual(opened)
  expect(
    (await a.call(g.listParticipants, { params: { id } })).body.participants.every(
      (x) => Date.parse(x.joined_at) <= opened,
    ),
  ).toBe(true)
  expect((await send(b, id, 'bonsoir')).status).toBe(201)
  const sync = await a.call(m.syncConversation, {
    params: { id },
    query: { since: page.lastSyncDate },
  })
  expect(sync.body.messages.map((x) => x.content)).toEqual(['bonsoir'])
})

test('nor by the question whether two guests of an event have one', async () => {
  const [lead, a, b] = [await t.member(), await t.member(), await t.member()]
  for (const who of [a, b])
    await t.ctx.db
      .transaction()
      .execute((trx) => createRelation(trx, lead.accountId, who.accountId, 'link', t.ctx.now()))
  const { id } = (
    await lead.call(e.createEvent, {
      body: { title: 'Dîner', start_date: new Date(t.ctx.now() + WEEK).toISOString() },
    })
  ).body.event
  await lead.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  for (const who of [a, b]) {
    await lead.call(p.inviteToEvent, { params: { id }, body: { account_handle: who.handle } })
    await who.call(e.participateInEvent, { params: { id } })
  }
  const rowOf = async (by: Member, who: Member) =>
    (await by.call(p.listEventParticipants, { params: { id } })).body.participants.find(
      (x) => x.account_id === who.accountId,
    )?.id ?? ''
  const asks = async (by: Member, who: Member) =>
    (
      await by.call(p.checkEventConversation, {
        params: { id, participantId: await rowOf(by, who) },
      })
    ).body
  const talk = await start(a, b)
  expect([await asks(a, b), await asks(b, a)]).toEqual([
    { exists: true, conversation_id: talk.id },
    { exists: false, conversation_id: null },
  ])
  await send(a, talk.id, 'bonsoir')
  expect(await asks(b, a)).toEqual({ exists: true, conversation_id: talk.id })
})
