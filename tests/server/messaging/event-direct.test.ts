import { describe, expect, test } from 'vitest'
import { deleteMessage, editMessage } from '#contract/messaging/acts'
import * as m from '#contract/messaging/messages'
import type { ChannelWithdrawal } from '../../../server/hub/grants'
import { publishChanges } from '../../../server/messaging/conversations/event-changes'
import * as talk from '../../../server/messaging/service'
import type { Member } from '../../support/server/server'
import { tapPublisher } from '../live-client'
import { setUp, t, sortie, sync, direct, send, lines, seen, inside } from './events-setup'

setUp()

describe('a participant and the organizers', () => {
  test('one event-direct per participant, also when both sides open it at once', async () => {
    const s = await sortie()
    expect(await talk.eventDirectId(t.ctx.db, s.eventId, s.guest.accountId)).toBeNull()
    const opened = await Promise.all([
      direct(s, s.guest, s.guest),
      direct(s, s.guest, s.organizer),
      direct(s, s.guest, s.guest),
    ])
    await Promise.all(opened.map((o) => o.after()))
    const id = opened[0].id
    expect(new Set(opened.map((o) => o.id)).size).toBe(1)
    expect(opened.filter((o) => o.created)).toHaveLength(1)
    expect(await talk.eventDirectId(t.ctx.db, s.eventId, s.guest.accountId)).toBe(id)
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

test('the end of an event takes as many statements for many discussions as for a few', async () => {
  const closing = async (talks: number): Promise<number> => {
    const s = await sortie()
    const ids: string[] = []
    for (let n = 0; n < talks; n += 1) {
      const one = await t.member()
      ids.push((await direct(s, one, one)).id)
    }
    const queries = await t.queriesOf(() =>
      t.ctx.db.transaction().execute((trx) => talk.announceEventDeletion(t.ctx, trx, s.eventId)),
    )
    for (const id of ids)
      expect((await lines(s.organizer, id)).at(-1)).toBe(
        'info: La sortie a été supprimée. Cette discussion reste ouverte.',
      )
    // a second time, nothing is said
    await talk.announceEventDeletion(t.ctx, t.ctx.db, s.eventId)
    expect(await lines(s.organizer, ids[0] ?? '')).toHaveLength(2)
    expect((await lines(s.organizer, s.id)).at(-1)).toContain('supprimée')
    return queries
  }
  expect(await closing(9)).toBe(await closing(2))
})

test('a change of an event takes as many statements for many discussions as for a few', async () => {
  const changing = async (talks: number): Promise<number> => {
    const s = await sortie()
    for (let n = 0; n < talks; n += 1) {
      const one = await t.member()
      await direct(s, one, one)
    }
    return t.queriesOf(() => sync(s.eventId, [s.organizer], [s.guest]))
  }
  expect(await changing(9)).toBe(await changing(2))
})

test('who has left listens no more, also when the database is away right after it', async () => {
  const s = await sortie()
  const ended: unknown[] = []
  const publisher = {
    ...t.ctx.realtime.publisher,
    withdraw: (match: unknown) => void ended.push(match),
  }
  const away = new Proxy(t.ctx.db, {
    get: () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    },
  })
  const conversation = { id: s.id, type: 'event' } as const
  const leaving = (one: string) => ({
    conversation,
    said: [],
    added: [],
    left: [one],
    secluded: [],
    renewed: [],
  })
  const done = publishChanges({ ...t.ctx, db: away, realtime: { ...t.ctx.realtime, publisher } }, [
    leaving(s.guest.accountId),
    leaving(s.other.accountId),
  ])
  await expect(done).rejects.toThrow('connect')
  expect(ended).toEqual(
    [s.guest, s.other].map(({ accountId }) => ({
      channel: `private-conversation-${s.id}`,
      accountId,
    })),
  )
})

test('who becomes hidden, or organizes no more, and the others lose each other’s presence at once', async () => {
  const s = await sortie()
  const ended: ChannelWithdrawal[] = []
  const publisher = {
    ...t.ctx.realtime.publisher,
    // as with several processes
    presencePartners: () => null,
    withdrawAll: (all: readonly ChannelWithdrawal[]) => void ended.push(...all),
  }
  const follow = async (organizers: readonly Member[], hidden: readonly Member[]) => {
    ended.length = 0
    const announce = await talk.syncEventMembers(
      { ...t.ctx, realtime: { ...t.ctx.realtime, publisher } },
      t.ctx.db,
      {
        eventId: s.eventId,
        organizers: organizers.map((o) => o.accountId),
        accepted: [s.organizer, s.second, s.guest, s.other].map((one) => ({
          accountId: one.accountId,
          hidden: hidden.includes(one),
        })),
      },
    )
    await announce()
    return [...ended]
  }
  const of = (watched: Member, watcher: Member): ChannelWithdrawal => ({
    channel: `presence-account-${watched.accountId}`,
    accountId: watcher.accountId,
  })
  const hiding = await follow([s.organizer, s.second], [s.guest])
  expect(hiding).toContainEqual(of(s.guest, s.other))
  expect(hiding).not.toContainEqual(of(s.guest, s.second))
  expect(await follow([s.organizer], [s.guest])).toContainEqual(of(s.guest, s.second))
})
