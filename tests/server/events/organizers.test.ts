import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { getConversation, sendMessage } from '#contract/messaging/messages'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { block } from '#contract/safety'
import { newId } from '../../../server/tokens'
import { createRelation } from '../../../server/relations/service'
import { type Member } from '../../support/server/server'
import { setUp, t, make, invite, join } from './participation/races-setup'

setUp()

describe('the waiting list', () => {
  test('organizers are told of a free place once, not again at every change while it is free', async () => {
    const [m, a, b, c] = [await t.member(), await t.member(), await t.member(), await t.member()]
    const id = await make(m, { max_participants: 2, has_waitlist: true })
    for (const x of [a, b, c]) await invite(m, id, x)
    for (const x of [a, b, c]) await join(x, id)
    const told = async () =>
      (await m.call(listNews, { query: {} })).body.items.filter(
        (n) => n.newsType === 'waitlist_free',
      ).length
    await a.call(e.leaveEvent, { params: { id } })
    expect(await told()).toBe(1)
    await m.call(e.updateEvent, { params: { id }, body: { title: 'Grande soirée' } })
    await m.call(e.updateEvent, { params: { id }, body: { max_participants: 3 } })
    expect(await told()).toBe(1)
    // taken: it is no longer true
    for (const x of [b, c]) await join(x, id)
    expect(await told()).toBe(0)
    await a.call(e.participateInEvent, { params: { id } })
    await b.call(e.leaveEvent, { params: { id } })
    expect(await told()).toBe(1)
  })
})

test('a co-organizer who blocks the viewer is not in the talk with the organizers, which stays open', async () => {
  const [m, co, guest, other] = [
    await t.member(),
    await t.member(),
    await t.member(),
    await t.member(),
  ]
  for (const x of [co, other])
    await t.ctx.db
      .transaction()
      .execute((trx) => createRelation(trx, m.accountId, x.accountId, 'link', t.ctx.now()))
  const id = await make(m)
  const lead = (x: Member) =>
    m.call(p.addCoOrganizer, { params: { id }, body: { account_id: x.accountId } })
  await lead(co)
  await invite(m, id, guest)
  await co.call(block, { params: { id: guest.accountId } })
  const { body } = await guest.call(p.startEventConversation, { params: { id }, body: {} })
  const talk = body.conversation_id ?? ''
  const read = async () => (await guest.call(getConversation, { params: { id: talk } })).body
  expect(JSON.stringify(await read())).not.toContain(co.accountId)
  const sent = await guest.call(sendMessage, {
    params: { id: talk },
    body: {
      content: 'Bonsoir',
      sender_identity_id: guest.identityIds[0] ?? null,
      client_msg_id: newId(),
    },
  })
  expect(sent.status).toBe(201)
  // nor after the next change of the organizers
  await lead(other)
  expect(JSON.stringify(await read())).toContain(other.accountId)
  expect(JSON.stringify(await read())).not.toContain(co.accountId)
})
