import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KyselyPlugin } from 'kysely'
import * as e from '#contract/events/events'
import { getConversation, listConversations, sendMessage } from '#contract/messaging/messages'
import { listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { block } from '#contract/safety'
import type { Ctx, Viewer } from '../../../server/context'
import { makeEvent } from '../../../server/events/editing/edit'
import { record } from '../../../server/events/participation/check-in'
import { inviteByLink } from '../../../server/events/participation/invites'
import { addOrganizer } from '../../../server/events/participation/organizers'
import { participate, stopParticipating } from '../../../server/events/participation/participation'
import { changeParticipant } from '../../../server/events/participation/people'
import { newId } from '../../../server/tokens'
import { createRelation } from '../../../server/relations/service'
import { testApp, type Member, type TestApp } from '../../support/server/server'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const inHours = (h: number): string => new Date(t.ctx.now() + h * 3_600_000).toISOString()
const viewer = (m: Member): Viewer => ({
  userId: m.userId,
  sessionId: '',
  accountId: m.accountId,
  identityId: null,
  identityIds: m.identityIds,
})
const make = async (m: Member, patch: Partial<e.EventInput> = {}): Promise<string> => {
  const { body } = await m.call(e.createEvent, {
    body: { title: 'Soirée', start_date: inHours(72), ...patch },
  })
  const { id } = body.event
  await m.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  return id
}
const invite = (m: Member, id: string, who: Member) =>
  m.call(p.inviteToEvent, { params: { id }, body: { account_handle: who.handle } })
const join = (m: Member, id: string) => m.call(e.participateInEvent, { params: { id } })
const rowOf = async (m: Member, id: string, who: Member): Promise<p.ParticipantRow> =>
  (await m.call(p.listEventParticipants, { params: { id } })).body.participants.find(
    (x) => x.account_id === who.accountId,
  ) as p.ParticipantRow

/** The server's own parts, with something before the nth transaction (from 0), or a plugin in it. */
const before = (n: number, happens: () => Promise<unknown>, plugin?: KyselyPlugin): Ctx => {
  let begun = 0
  const db = new Proxy(t.ctx.db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (name !== 'transaction')
        return typeof value === 'function'
          ? (value as (...all: unknown[]) => unknown).bind(target)
          : value
      return () => ({
        execute: async (work: (trx: never) => Promise<unknown>) => {
          const isChosen = begun++ === n
          if (isChosen) await happens()
          return target
            .transaction()
            .execute((trx) => work((isChosen && plugin ? trx.withPlugin(plugin) : trx) as never))
        },
      })
    },
  })
  return { ...t.ctx, db } as Ctx
}

describe('check-in', () => {
  test('an older record that is written after a newer one changes nothing; who left meanwhile is refused', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const id = await make(m)
    await invite(m, id, guest)
    await join(guest, id)
    const { id: participant_id } = await rowOf(m, id, guest)
    const entry = (is_present: boolean, h: number) => ({
      participant_id,
      is_present,
      at: inHours(h),
    })
    const late = before(0, () => record(t.ctx, viewer(m), id, [entry(false, -1)]))
    await record(late, viewer(m), id, [entry(true, -2)])
    expect((await rowOf(m, id, guest)).is_present).toBe(false)
    const gone = before(0, () => guest.call(e.leaveEvent, { params: { id } }))
    expect(await record(gone, viewer(m), id, [entry(true, 0)])).toMatchObject([{ accepted: false }])
    expect((await rowOf(m, id, guest)).is_present).toBe(false)
  })
})

describe('creation', () => {
  test('a crash after the first commit leaves no event without its conversation', async () => {
    const m = await t.member()
    const crash = before(1, () => Promise.reject(new Error('crash')))
    await makeEvent(
      crash,
      viewer(m),
      { title: 'Soirée', start_date: inHours(5) },
      async () => undefined,
    ).catch(() => undefined)
    const [event] = await t.ctx.db
      .selectFrom('events as e')
      .leftJoin('conversations as c', 'c.event_id', 'e.id')
      .where('e.creator_account_id', '=', m.accountId)
      .select('c.id as conversation')
      .execute()
    expect(event?.conversation).toEqual(expect.any(String))
  })
})

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

describe('many calls for one event', () => {
  test('a repeat of a join returns what is stored, on the waiting list too', async () => {
    const [m, a, b] = [await t.member(), await t.member(), await t.member()]
    const id = await make(m, { max_participants: 2, has_waitlist: true })
    for (const x of [a, b]) await invite(m, id, x)
    for (const [x, status] of [
      [a, 'accepted'],
      [b, 'waitlist'],
    ] as const)
      for (let i = 0; i < 2; i += 1)
        expect((await join(x, id)).body.event?.user_participation_status).toBe(status)
  })

  test('a change that is stored is answered so, although the conversations cannot be synced now', async () => {
    const [m, a] = [await t.member(), await t.member()]
    const id = await make(m)
    await invite(m, id, a)
    const away = before(1, () => Promise.reject(Object.assign(new Error(), { code: '57P03' })))
    await participate(away, viewer(a), id)
    await t.ctx.bus.idle()
    expect((await a.call(e.getEvent, { params: { id } })).body.event).toMatchObject({
      user_participation_status: 'accepted',
    })
    const { conversations } = (await a.call(listConversations)).body
    expect(conversations.map((c) => c.title)).toHaveLength(1)
  })

  test('joining and leaving ask as many queries with 30 guests as with 3', async () => {
    const cost = async (guests: number): Promise<number> => {
      const [m, x] = [await t.member(), await t.member()]
      const id = await make(m)
      for (let i = 0; i < guests; i += 1) {
        const guest = await t.member()
        await invite(m, id, guest)
        await join(guest, id)
        // a conversation with the organizers each: they were all looked at
        await guest.call(p.startEventConversation, { params: { id }, body: {} })
      }
      await invite(m, id, x)
      let asked = 0
      const db = t.ctx.db.withPlugin({
        transformQuery: ({ node }) => {
          asked += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const ctx: Ctx = { ...t.ctx, db }
      await participate(ctx, viewer(x), id)
      await stopParticipating(ctx, viewer(x), id)
      return asked
    }
    expect(await cost(30)).toBe(await cost(3))
  })

  test('at most one of its transactions takes a connection at a time', async () => {
    const m = await t.member()
    const id = await make(m)
    const guests: Member[] = []
    for (let i = 0; i < 12; i += 1) guests.push(await t.member())
    for (const x of guests) await invite(m, id, x)
    let [open, most] = [0, 0]
    const db = new Proxy(t.ctx.db, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (name !== 'transaction')
          return typeof value === 'function'
            ? (value as (...all: unknown[]) => unknown).bind(target)
            : value
        return () => ({
          execute: async (work: (trx: never) => Promise<unknown>) => {
            most = Math.max(most, (open += 1))
            return target
              .transaction()
              .execute(work as never)
              .finally(() => (open -= 1))
          },
        })
      },
    })
    const ctx = { ...t.ctx, db } as Ctx
    await Promise.all(guests.map((x) => participate(ctx, viewer(x), id)))
    expect(most).toBe(1)
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

describe('locks', () => {
  const order: string[] = []
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const text = JSON.stringify(node)
      if (node.kind === 'UpdateQueryNode' && text.includes('"seats_taken"')) order.push('event')
      if (node.kind === 'SelectQueryNode' && text.includes('"blocked_account_id"'))
        order.push('block')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  /** The server's own parts; `order` gets the locks and block checks of the first transaction. */
  const watched = (): Ctx => {
    order.length = 0
    return before(0, async () => undefined, watch)
  }
  const isBlockFirst = (): boolean =>
    order[0] === 'block' && order.lastIndexOf('block') < order.indexOf('event')

  test('a block is looked for before the event is locked, as in every other transaction', async () => {
    const [m, a, b] = [await t.member(), await t.member(), await t.member()]
    for (const x of [a, b])
      await t.ctx.db
        .transaction()
        .execute((trx) => createRelation(trx, m.accountId, x.accountId, 'link', t.ctx.now()))
    const id = await make(m)
    await invite(m, id, b)
    await join(b, id)
    await addOrganizer(watched(), viewer(m), id, a.accountId)
    expect(isBlockFirst()).toBe(true)
    await changeParticipant(watched(), viewer(m), id, {
      participantId: (await rowOf(m, id, b)).id,
      status: 'invited',
    })
    expect(isBlockFirst()).toBe(true)
    const c = await t.member()
    await inviteByLink(watched(), id, c.accountId, m.accountId)
    expect(isBlockFirst()).toBe(true)
  })
})
