import { beforeAll, describe, expect, test } from 'vitest'
import { createAlbum, listAlbums } from '#contract/albums/albums'
import { createEvent, deleteEvent, duplicateEvent, listMyEvents } from '#contract/events/events'
import { createGroup } from '#contract/messaging/groups'
import { listConversations, listMessages } from '#contract/messaging/messages'
import { createRelation } from '../../server/relations/service'
import type { Member } from '../support/server/server'
import { sharedApp } from '../support/server/shared-app'

const t = sharedApp()
let friend: Member
beforeAll(async () => {
  friend = await t.member()
})

const newcomer = async (): Promise<Member> => {
  const member = await t.member()
  await t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, member.accountId, friend.accountId, 'link', t.ctx.now()))
  return member
}
const inHours = (h: number): string => new Date(t.ctx.now() + h * 3_600_000).toISOString()

interface Made {
  readonly id: string
  readonly name: string | null
}
interface Creation {
  readonly make: (who: Member, name: string, key?: string) => Promise<[status: number, Made]>
  readonly list: (who: Member) => Promise<string[]>
}
const groups: Creation = {
  make: async (who, title, idempotency_key) => {
    const { status, body } = await who.call(createGroup, {
      body: { title, account_ids: [friend.accountId], idempotency_key },
    })
    return [status, { id: body.conversation.id, name: body.conversation.title }]
  },
  list: async (who) =>
    (await who.call(listConversations)).body.conversations
      .filter((c) => c.type === 'group')
      .map((c) => c.id),
}
const listEvents = async (who: Member): Promise<string[]> =>
  (await who.call(listMyEvents, { query: {} })).body.events.map((e) => e.id)
const events: Creation = {
  make: async (who, title, idempotency_key) => {
    const { status, body } = await who.call(createEvent, {
      // its own code is not taken by itself
      body: { title, start_date: inHours(72), slug: `code-${who.handle}`, idempotency_key },
    })
    return [status, { id: body.event?.id, name: body.event?.title }]
  },
  list: listEvents,
}
const albums: Creation = {
  make: async (who, name, idempotency_key) => {
    const { status, body } = await who.call(createAlbum, { body: { name, idempotency_key } })
    return [status, { id: body.album.id, name: body.album.name }]
  },
  list: async (who) =>
    (await who.call(listAlbums, { query: {} })).body.albums.map((album) => album.id),
}

describe.each(Object.entries({ groups, events, albums }))('%s', (_, { make, list }) => {
  test('a repetition after a lost reply answers the first, whatever it says now', async () => {
    const me = await newcomer()
    const key = crypto.randomUUID()
    const first = await make(me, 'Un soir', key)
    expect(first).toMatchObject([201, { name: 'Un soir' }])
    expect(await make(me, 'Un soir', key)).toEqual(first)
    expect(await make(me, 'Autre chose', key)).toEqual(first)
    expect(await list(me)).toEqual([first[1].id])
  })

  test('at the same moment too', async () => {
    const me = await newcomer()
    const key = crypto.randomUUID()
    const [a, b] = await Promise.all([make(me, 'Un soir', key), make(me, 'Un soir', key)])
    expect(a[0]).toBe(201)
    expect(b).toEqual(a)
    expect(await list(me)).toEqual([a[1].id])
  })

  test('the key of another account makes one’s own', async () => {
    const [me, other] = [await newcomer(), await newcomer()]
    const key = crypto.randomUUID()
    const mine = await make(me, 'À moi', key)
    const theirs = await make(other, 'À toi', key)
    expect(theirs).toMatchObject([201, { name: 'À toi' }])
    expect(theirs[1].id).not.toBe(mine[1].id)
    expect(await list(other)).toEqual([theirs[1].id])
  })
})

test('without a key, or with another one, two are made', async () => {
  const me = await newcomer()
  for (const key of [undefined, undefined, crypto.randomUUID(), crypto.randomUUID()])
    for (const { make } of [groups, albums]) expect((await make(me, 'Un soir', key))[0]).toBe(201)
  expect([await groups.list(me), await albums.list(me)].map((all) => all.length)).toEqual([4, 4])
})

test('a group that is answered again says once that it was made', async () => {
  const me = await newcomer()
  const key = crypto.randomUUID()
  const [, { id }] = await groups.make(me, 'Un soir', key)
  await groups.make(me, 'Un soir', key)
  const { messages } = (await friend.call(listMessages, { params: { id }, query: {} })).body
  expect(messages).toHaveLength(1)
})

test('a copy of an event is made once, and again after it was deleted', async () => {
  const me = await newcomer()
  const [, { id }] = await events.make(me, 'Bal', crypto.randomUUID())
  const body = { start_date: inHours(200), idempotency_key: crypto.randomUUID() }
  const copy = async () => (await me.call(duplicateEvent, { params: { id }, body })).body.event
  const first = await copy()
  expect((await copy()).id).toBe(first.id)
  expect(await listEvents(me)).toHaveLength(2)
  await me.call(deleteEvent, { params: { id: first.id } })
  // its closed conversation is not that of the next one
  const next = await copy()
  expect(next.id).not.toBe(first.id)
  expect(await listEvents(me)).toEqual(expect.arrayContaining([id, next.id]))
})
