import { describe, expect, test } from 'vitest'
import { deleteMessage, editMessage } from '#contract/messaging/acts'
import * as m from '#contract/messaging/messages'
import * as talk from '../../../server/messaging/service'
import { tapPublisher } from '../live-client'
import { setUp, t, sortie, sync, direct, send, lines, seen, inside } from './events-setup'

setUp()

describe('a participant and the organizers', () => {
  test('one event-direct per participant, also when both sides open it at once', async () => {
    const s = await sortie()
    expect(await talk.checkEventDirect(t.ctx.db, s.eventId, s.guest.accountId)).toBeNull()
    const opened = await Promise.all([
      direct(s, s.guest, s.guest),
      direct(s, s.guest, s.organizer),
      direct(s, s.guest, s.guest),
    ])
    await Promise.all(opened.map((o) => o.after()))
    const id = opened[0].id
    expect(new Set(opened.map((o) => o.id)).size).toBe(1)
    expect(opened.filter((o) => o.created)).toHaveLength(1)
    expect(await talk.checkEventDirect(t.ctx.db, s.eventId, s.guest.accountId)).toBe(id)
    expect((await direct(s, s.other, s.other)).id).not.toBe(id)
    expect(await lines(s.guest, id)).toEqual([
      'event_direct_opened: Discussion ouverte avec les organisateurs',
    ])
    expect(await seen(s.guest, id)).toMatchObject({
      type: 'event-direct',
      title: s.title,
      event_id: s.eventId,
      event_title: s.title,
      is_event_organizer: false,
    })
    expect((await inside(s.organizer, id)).map((p) => [p.account_id, p.is_admin])).toEqual([
      [s.organizer.accountId, true],
      [s.guest.accountId, false],
    ])
    expect((await s.other.call(m.getConversation, { params: { id } })).status).toBe(404)
  })

  test('it follows the organizers, and stays with a participant who cancels', async () => {
    const s = await sortie()
    const { id } = await direct(s, s.guest, s.guest)
    await send(s.guest, id, 'une question')
    await sync(s.eventId, [s.second], [s.organizer, s.guest])
    expect((await inside(s.guest, id)).map((p) => p.account_id)).toEqual([
      s.second.accountId,
      s.guest.accountId,
    ])
    expect(await lines(s.second, id)).toContain('une question')
    expect((await s.organizer.call(m.getConversation, { params: { id } })).status).toBe(404)
    await sync(s.eventId, [s.second], [])
    expect((await seen(s.guest, id)).participant_count).toBe(2)
    expect((await send(s.guest, id, 'merci quand même')).status).toBe(201)
  })

  test('MSG-105: event-direct messages have receipts, event messages have none', async () => {
    const s = await sortie()
    const { id } = await direct(s, s.guest, s.guest, [s.organizer, s.second])
    await send(s.guest, id)
    await send(s.guest, s.id)
    const last = async (conversation: string) =>
      (await s.guest.call(m.listMessages, { params: { id: conversation } })).body.messages.at(-1)
    expect((await last(id))?.readByOther).toBe(false)
    for (const conversation of [id, s.id])
      await s.organizer.call(m.markRead, {
        params: { id: conversation },
        body: { identityId: s.organizer.identityIds[0] ?? '' },
      })
    expect([
      (await last(id))?.readByOther,
      (await last(id))?.readByIdentityIds,
      (await last(s.id))?.readByOther,
    ]).toEqual([true, s.organizer.identityIds, false])
  })
})

test('a payload that goes to all passes on no receipt: a block may separate two of them', async () => {
  const s = await sortie()
  const { id } = await direct(s, s.guest, s.guest, [s.organizer, s.second])
  const first = (await send(s.second, id, 'à changer')).body.id
  await t.ctx.db
    .insertInto('blocks')
    .values({
      account_id: s.organizer.accountId,
      blocked_account_id: s.guest.accountId,
      created_at: 1,
    })
    .execute()
  await s.guest.call(m.markRead, {
    params: { id },
    body: { identityId: s.guest.identityIds[0] ?? '' },
  })
  await t.ctx.bus.idle()
  const tap = tapPublisher(t)
  await s.second.call(editMessage, { params: { id: first }, body: { content: 'changé' } })
  await s.second.call(deleteMessage, { params: { id: first } })
  const told = () =>
    tap.events.filter(
      (e) =>
        e.name === 'conversation.message.created' &&
        e.channel === `private-account-${s.organizer.accountId}`,
    )
  await expect.poll(() => told().length).toBe(2)
  tap.stop()
  expect(JSON.stringify(told())).not.toContain(s.guest.identityIds[0])
})
