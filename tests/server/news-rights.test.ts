import { expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { listNews } from '#contract/news'
import { readEvent } from '../../server/access/events'
import { addNews } from '../../server/news/service'
import { createRelation } from '../../server/relations/service'
import { newId } from '../../server/tokens'
import { sharedApp } from '../support/server/shared-app'
import { participantRow } from '../support/world/participants'

const t = sharedApp()

test('news lead to an event exactly where its details may be read', async () => {
  const [lead, reader] = [await t.member(), await t.member()]
  const { db } = t.ctx
  const now = t.ctx.now()
  const { id } = (
    await lead.call(e.createEvent, {
      body: { title: 'Bal', start_date: new Date(now + 9e7).toISOString() },
    })
  ).body.event
  const model = await db
    .selectFrom('events')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const places = [
    null,
    ...(
      ['invited', 'accepted', 'pending_approval', 'waitlist', 'declined', 'cancelled'] as const
    ).flatMap((status) =>
      ([0, 1] as const).map((is_co_organizer) => ({ status, is_co_organizer })),
    ),
  ]
  const all = (['draft', 'published', 'cancelled'] as const).flatMap((status) =>
    (['invitation_only', 'open_to_relations'] as const).flatMap((access_type) =>
      places.map((place) => ({ id: newId(), status, access_type, place })),
    ),
  )
  await db
    .insertInto('events')
    .values(
      all.map((event) => ({
        ...model,
        id: event.id,
        status: event.status,
        access_type: event.access_type,
      })),
    )
    .execute()
  await db
    .insertInto('event_participants')
    .values(
      all.flatMap(({ id: event_id, place }) =>
        place ? [participantRow({ event_id, account_id: reader.accountId, ...place }, now)] : [],
      ),
    )
    .execute()
  await addNews(
    db,
    all.flatMap((event) =>
      [reader, lead].map((m) => ({
        accountId: m.accountId,
        actorAccountId: null,
        eventId: event.id,
        type: 'event_invited' as const,
        payload: { title: 'Bal' },
      })),
    ),
    now,
  )
  /** Events that the news of this member leads to. */
  const ledTo = async (m: typeof reader): Promise<string[]> => {
    const out: string[] = []
    for (let cursor: string | undefined, more = true; more;) {
      const { items, nextCursor } = (await m.call(listNews, { query: cursor ? { cursor } : {} }))
        .body
      out.push(...items.flatMap((item) => item.event?.id ?? []))
      cursor = nextCursor ?? undefined
      more = nextCursor !== null
    }
    return out.sort()
  }
  const wanted = (isRelated: boolean): string[] =>
    all
      .filter(
        ({ status, access_type, place }) =>
          (place && (place.is_co_organizer || !['declined', 'cancelled'].includes(place.status))) ||
          (isRelated && status !== 'draft' && access_type === 'open_to_relations'),
      )
      .map((event) => event.id)
      .sort()
  const read = async (m: typeof reader): Promise<string[]> => {
    const out: string[] = []
    for (const event of all) {
      const mayRead = await readEvent(db, m, event.id).then(
        () => true,
        () => false,
      )
      if (mayRead) out.push(event.id)
    }
    return out.sort()
  }
  for (const isRelated of [false, true]) {
    if (isRelated)
      await db
        .transaction()
        .execute((trx) => createRelation(trx, lead.accountId, reader.accountId, 'link', now))
    expect(await ledTo(reader)).toEqual(wanted(isRelated))
    expect(await read(reader)).toEqual(wanted(isRelated))
  }
  expect(wanted(true).length).toBeGreaterThan(wanted(false).length)
  for (const [by, whom] of [
    [lead, reader],
    [reader, lead],
  ] as const) {
    await db
      .insertInto('blocks')
      .values({ account_id: by.accountId, blocked_account_id: whom.accountId, created_at: now })
      .execute()
    expect([await ledTo(reader), await read(reader)]).toEqual([[], []])
    await db.deleteFrom('blocks').execute()
  }
  expect(await ledTo(lead)).toEqual(all.map((event) => event.id).sort())
})
