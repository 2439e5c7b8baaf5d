import { describe, expect, test } from 'vitest'
import * as m from '#contract/messaging/messages'
import * as g from '#contract/messaging/groups'
import * as talk from '../../../server/messaging/service'
import { type Member } from '../../support/server/server'
import { tapPublisher } from '../live-client'
import { setUp, t, sortie, sync, direct, send, lines, seen } from './events-setup'

setUp()

describe('the conversation of an event', () => {
  test('MSG-120: members follow the event, each change with its words; whoever leaves loses the right at once', async () => {
    const s = await sortie()
    await sync(s.eventId, [s.organizer, s.second], [s.guest, s.other])
    await sync(s.eventId, [s.organizer, s.second], [s.guest, s.other])
    await sync(s.eventId, [s.organizer], [s.guest, s.second])
    const tap = tapPublisher(t)
    const withdrawn: unknown[] = []
    const { publisher } = t.ctx.realtime
    const { withdraw } = publisher
    publisher.withdraw = (match) => (withdrawn.push(match), withdraw(match))
    await sync(s.eventId, [s.organizer], [s.second])
    publisher.withdraw = withdraw
    tap.stop()
    const h = (who: Member) => who.handle
    expect(await lines(s.organizer, s.id)).toEqual([
      `participant_joined: ${h(s.guest)} a rejoint la discussion`,
      `participant_joined: ${h(s.other)} a rejoint la discussion`,
      `participant_joined: ${h(s.second)} a rejoint la discussion`,
      `co_organizer_added: ${h(s.second)} co-organise maintenant la sortie`,
      `co_organizer_removed: ${h(s.second)} ne co-organise plus la sortie`,
      `participant_left: ${h(s.other)} a quitté la discussion`,
      `participant_left: ${h(s.guest)} a quitté la discussion`,
    ])
    expect(withdrawn).toContainEqual({
      channel: `private-conversation-${s.id}`,
      accountId: s.guest.accountId,
    })
    expect(tap.events.filter((e) => e.name === 'conversation.left').map((e) => e.channel)).toEqual(
      expect.arrayContaining([
        `private-account-${s.guest.accountId}`,
        `private-conversation-${s.id}`,
        `private-account-${s.organizer.accountId}`,
      ]),
    )
    expect((await s.guest.call(m.getConversation, { params: { id: s.id } })).status).toBe(404)
    expect((await send(s.guest, s.id)).status).toBe(404)
    expect((await s.second.call(g.leaveConversation, { params: { id: s.id } })).body).toMatchObject(
      { code: 'not_a_group' },
    )
  })

  test('where few have a socket, these are told, and a hidden name stays hidden to them', async () => {
    const s = await sortie()
    for (const hidden of [[], [s.other]]) {
      await sync(s.eventId, [s.organizer], [s.guest, s.second], hidden)
      const tap = tapPublisher(t)
      t.ctx.realtime.publisher.listeners = () => new Set([s.guest.accountId])
      await sync(s.eventId, [s.organizer], [s.guest], hidden)
      tap.stop()
      const told = tap.events.filter((e) => e.name === 'system.message').map((e) => e.channel)
      expect(told).toContain(`private-account-${s.guest.accountId}`)
      expect(told).not.toContain(`private-account-${s.organizer.accountId}`)
      // the shared channel, unless someone is hidden
      expect(told.includes(`private-conversation-${s.id}`)).toBe(hidden.length === 0)
    }
  })

  test('who comes later reads what was written before, and nothing of it counts as unread', async () => {
    const s = await sortie()
    await send(s.organizer, s.id, 'Rendez-vous à vingt heures')
    await sync(s.eventId, [s.organizer], [s.guest, s.other, s.second])
    expect(await lines(s.second, s.id)).toContain('Rendez-vous à vingt heures')
    expect((await seen(s.second, s.id)).unread_count).toBe(0)
    await send(s.organizer, s.id, 'À la porte bleue')
    expect((await seen(s.second, s.id)).unread_count).toBe(1)
  })

  test('MSG-120: a pause and its end are said once each', async () => {
    const s = await sortie()
    const before = (await lines(s.guest, s.id)).length
    for (const isPaused of [false, true, true, false, false])
      await (
        await talk.setEventPaused(t.ctx, t.ctx.db, s.eventId, isPaused)
      )()
    expect((await lines(s.guest, s.id)).slice(before)).toEqual([
      'event_paused: La sortie est en pause',
      'event_resumed: La sortie a repris',
    ])
  })

  test('what is undone with its transaction was never said', async () => {
    const s = await sortie()
    const before = await lines(s.guest, s.id)
    const tap = tapPublisher(t)
    await expect(
      t.ctx.db.transaction().execute(async (trx) => {
        await talk.syncEventMembers(t.ctx, trx, {
          eventId: s.eventId,
          organizers: [s.organizer.accountId],
          accepted: [],
        })
        await talk.setEventPaused(t.ctx, trx, s.eventId, true)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    tap.stop()
    expect([await lines(s.guest, s.id), tap.events]).toEqual([before, []])
  })

  test('a deleted event leaves its conversations to those who are in them, and says so once', async () => {
    const s = await sortie()
    const { id } = await direct(s, s.guest, s.guest)
    await send(s.guest, id, 'souvenir')
    for (let i = 0; i < 2; i += 1)
      await (
        await talk.announceEventDeletion(t.ctx, t.ctx.db, s.eventId)
      )()
    expect((await lines(s.guest, id)).slice(-2)).toEqual([
      'souvenir',
      'info: La sortie a été supprimée. Cette discussion reste ouverte.',
    ])
    expect((await lines(s.other, s.id)).at(-1)).toBe(
      'info: La sortie a été supprimée. Cette discussion reste ouverte.',
    )
  })
})
