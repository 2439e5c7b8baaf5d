import { expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { countNews, listNews, newsType } from '#contract/news'
import { inviteToEvent } from '#contract/events/participants'
import { parseEvent } from '#contract/realtime'
import { readNewsPage } from '../../server/news/page'
import { addNews } from '../../server/news/service'
import { tapPublisher } from './live-client'
import { afterRead } from '../support/server/after-reads'
import { sharedApp } from '../support/server/shared-app'

const t = sharedApp()

test('MSG-091 MSG-157: 30 items come as a page of 25 with a cursor and one of 5', async () => {
  const [m, actor, gone] = [
    await t.member('lectrice'),
    await t.member('acteur', ['woman', 'man']),
    await t.member('partante'),
  ]
  for (let i = 0; i < 30; i += 1)
    await addNews(
      t.ctx.db,
      [
        {
          accountId: m.accountId,
          actorAccountId: i % 3 ? actor.accountId : null,
          eventId: null,
          type: newsType.options[i % 14] ?? 'event_invited',
          payload: { title: `Sortie ${i}` },
        },
      ],
      t.ctx.now() - i * 1_000,
    )
  await addNews(
    t.ctx.db,
    [
      {
        accountId: gone.accountId,
        actorAccountId: actor.accountId,
        eventId: null,
        type: 'event_invited',
        payload: {},
      },
    ],
    t.ctx.now(),
  )
  expect((await m.call(countNews, {})).body.unread).toBe(30)
  const first = (await m.call(listNews, { query: { limit: 25 } })).body
  expect([first.items.length, first.unread, first.nextCursor === null]).toEqual([25, 30, false])
  expect(first.items.map((i) => i.payload['title'])).toEqual(
    Array.from({ length: 25 }, (_, i) => `Sortie ${i}`),
  )
  expect(Object.keys(first.items[1] ?? {}).sort()).toEqual([
    'accountId',
    'actorAccountId',
    'createdAt',
    'deletedAt',
    'event',
    'eventId',
    'id',
    'newsType',
    'payload',
    'readAt',
  ])
  expect(first.actors).toMatchObject([
    { id: actor.accountId, account_handle: 'acteur', deleted: false },
  ])
  expect(first.actors[0]?.identities.map((i) => i.firstname)).toEqual([null, null])
  const second = (
    await m.call(listNews, { query: { limit: 25, cursor: first.nextCursor as string } })
  ).body
  expect([second.items.length, second.nextCursor]).toEqual([5, null])
  // the first page is being read
  expect((await m.call(countNews, {})).body.unread).toBe(0)
  expect((await m.call(listNews, { query: {} })).body.items.every((i) => i.readAt !== null)).toBe(
    true,
  )
})

test('repeated publishing and pausing leaves one current news item per reader', async () => {
  const [lead, comes, asked, no] = [
    await t.member(),
    await t.member(),
    await t.member(),
    await t.member(),
  ]
  const { id } = (
    await lead.call(e.createEvent, {
      body: { title: 'Bal', start_date: new Date(t.ctx.now() + 9e7).toISOString() },
    })
  ).body.event
  const turn = (status: 'draft' | 'published') =>
    lead.call(e.publishEvent, { params: { id }, body: { status } })
  await turn('published')
  for (const who of [comes, asked, no])
    await lead.call(inviteToEvent, { params: { id }, body: { account_handle: who.handle } })
  for (const who of [comes, no]) await who.call(e.participateInEvent, { params: { id } })
  await turn('draft')
  await no.call(e.leaveEvent, { params: { id } })
  for (const who of [comes, asked, no]) await who.call(listNews, { query: {} })
  const tap = tapPublisher(t)
  for (let i = 0; i < 20; i += 1) await turn(i % 2 ? 'draft' : 'published')
  await turn('published')
  tap.stop()
  const kinds = async (who: typeof comes) =>
    (await who.call(listNews, { query: {} })).body.items.map((n) => n.newsType)
  expect((await comes.call(countNews, {})).body.unread).toBe(1)
  expect(await kinds(comes)).toEqual(['event_published', 'event_invited'])
  // an open invitation is not announced again
  expect(await kinds(asked)).toEqual(['event_published', 'event_invited'])
  // former participants keep their news items
  expect(await kinds(no)).toEqual(['event_unpublished', 'event_invited'])
  // whoever only heard the events has the same
  const shown = new Set<string>()
  for (const event of tap.events.map((x) => parseEvent(x.data))) {
    if (event?.name !== 'account.event.news.created' || event.payload.accountId !== comes.accountId)
      continue
    if (event.payload.deletedAt === null) shown.add(event.payload.id)
    else shown.delete(event.payload.id)
  }
  expect([...shown]).toEqual([(await comes.call(listNews, { query: {} })).body.items[0]?.id])
  // nor does the database fill
  expect(
    (
      await t.ctx.db
        .selectFrom('news')
        .where('account_id', '=', comes.accountId)
        .select('id')
        .execute()
    ).length,
  ).toBeLessThanOrEqual(3)
})

test('what is stored while the news are opened stays unread', async () => {
  const m = await t.member()
  const add = () =>
    addNews(
      t.ctx.db,
      [
        {
          accountId: m.accountId,
          actorAccountId: null,
          eventId: null,
          type: 'event_invited',
          payload: {},
        },
      ],
      t.ctx.now(),
    )
  await add()
  const viewer = {
    userId: m.userId,
    sessionId: '',
    accountId: m.accountId,
    identityId: null,
    identityIds: m.identityIds,
  }
  const { items } = await readNewsPage(afterRead(t.ctx, 'news as n', add), viewer, 25, undefined)
  expect(items).toHaveLength(1)
  const rows = await t.ctx.db
    .selectFrom('news')
    .where('account_id', '=', m.accountId)
    .select(['id', 'read_at'])
    .execute()
  expect(rows.filter((row) => row.read_at === null).map((row) => row.id)).not.toContain(
    items[0]?.id,
  )
  expect(rows.filter((row) => row.read_at === null)).toHaveLength(1)
})
