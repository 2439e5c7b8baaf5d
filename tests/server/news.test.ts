import { afterAll, beforeAll, expect, test } from 'vitest'
import { countNews, listNews, newsType } from '#contract/news'
import { addNews } from '../../server/news/service'
import { testApp, type TestApp } from '../support/server'

let t: TestApp
beforeAll(async () => { t = await testApp() })
afterAll(() => t.close())

test('MSG-091 MSG-157: 30 items are a page of 25 with a cursor and one of 5; each has its fields, and who did it is told once as the reader sees them', async () => {
  const [m, actor, gone] = [await t.member('lectrice'), await t.member('acteur', ['woman', 'man']), await t.member('partante')]
  for (let i = 0; i < 30; i += 1) await addNews(t.ctx.db, [{ accountId: m.accountId, actorAccountId: i % 3 ? actor.accountId : null, eventId: null, type: newsType.options[i % 14] ?? 'event_invited', payload: { title: `Sortie ${i}` } }], t.ctx.now() - i * 1_000)
  await addNews(t.ctx.db, [{ accountId: gone.accountId, actorAccountId: actor.accountId, eventId: null, type: 'event_invited', payload: {} }], t.ctx.now())
  expect((await m.call(countNews, {})).body.unread).toBe(30)
  const first = (await m.call(listNews, { query: { limit: 25 } })).body
  expect([first.items.length, first.unread, first.nextCursor === null]).toEqual([25, 30, false])
  expect(first.items.map((i) => i.payload['title'])).toEqual(Array.from({ length: 25 }, (_, i) => `Sortie ${i}`))
  expect(Object.keys(first.items[1] ?? {}).sort()).toEqual(['accountId', 'actorAccountId', 'createdAt', 'deletedAt', 'event', 'eventId', 'id', 'newsType', 'payload', 'readAt'])
  expect(first.actors).toMatchObject([{ id: actor.accountId, account_handle: 'acteur', deleted: false }])
  expect(first.actors[0]?.identities.map((i) => i.firstname)).toEqual([null, null])
  const second = (await m.call(listNews, { query: { limit: 25, cursor: first.nextCursor as string } })).body
  expect([second.items.length, second.nextCursor]).toEqual([5, null])
  // the first page is being read
  expect((await m.call(countNews, {})).body.unread).toBe(0)
  expect((await m.call(listNews, { query: {} })).body.items.every((i) => i.readAt !== null)).toBe(true)
})
