import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createEvent, deleteEvent, participateInEvent, publishEvent } from '#contract/events/events'
import { addCoOrganizer, inviteToEvent } from '#contract/events/participants'
import { listConversations } from '#contract/messaging/messages'
import { listNews } from '#contract/news'
import { BEFORE } from '../../../server/db/migrations/0101-0125/0108-titles-of-deleted-events'
import { TITLES } from '../../../server/db/migrations/0101-0125/0111-titles-without-author'
import { ensureEventDirect } from '../../../server/events/conversations/conversations'
import { removeEventByStaff } from '../../../server/events/service'
import { purgeAccount } from '../../../server/life/deletion'
import { createRelation } from '../../../server/relations/service'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { DAY, setUp, t } from './life-setup'

setUp()

const evening = async (host: Member, guest: Member, title: string): Promise<string> => {
  const { id } = (
    await host.call(createEvent, {
      body: { title, start_date: new Date(t.ctx.now() + 40 * DAY).toISOString() },
    })
  ).body.event
  await host.call(publishEvent, { params: { id }, body: { status: 'published' } })
  await host.call(inviteToEvent, { params: { id }, body: { account_handle: guest.handle } })
  await guest.call(participateInEvent, { params: { id } })
  const event = await t.ctx.db
    .selectFrom('events')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const by = { userId: '', sessionId: '', identityId: null, identityIds: [] }
  await ensureEventDirect(t.ctx, event, guest.accountId, { ...by, accountId: guest.accountId })
  return id
}
/** A discussion of this event that its guest had before a couple parted. */
const pastTalk = async (guest: Member, eventId: string): Promise<void> => {
  const direct = await t.ctx.db
    .selectFrom('conversations')
    .where('event_id', '=', eventId)
    .where('type', '=', 'event-direct')
    .select(['id', 'title'])
    .executeTakeFirstOrThrow()
  const id = newId()
  await t.ctx.db
    .insertInto('partings')
    .values({
      id,
      account_id: guest.accountId,
      identity_id: '',
      user_id: '',
      kind: 'part',
      state: 'done',
      apart: 0,
      asked_at: 0,
      due_at: 0,
    })
    .execute()
  await t.ctx.db
    .insertInto('past_talks')
    .values({
      account_id: guest.accountId,
      conversation_id: direct.id,
      parting_id: id,
      title: direct.title ?? '',
      partner_handle: '',
      visible_after: 0,
      until_seq: 0,
    })
    .execute()
}
const removed = async (id: string): Promise<void> => {
  const after = await t.ctx.db.transaction().execute((trx) => removeEventByStaff(t.ctx, trx, id))
  await after()
}
const read = async (who: Member): Promise<string> =>
  JSON.stringify([
    (await who.call(listConversations)).body,
    (await who.call(listNews, { query: {} })).body,
    await t.ctx.db.selectFrom('past_talks').selectAll().execute(),
  ])

test('titles of events that were deleted before go with the account of their author', async () => {
  const [host, guest, other] = [await t.member(), await t.member(), await t.member()]
  const own = await evening(host, guest, 'Bal des anciens')
  const reported = await evening(host, guest, 'Bal interdit')
  const kept = await evening(other, guest, 'Bal des autres')
  await pastTalk(guest, own)
  await host.call(deleteEvent, { params: { id: own } })
  await removed(reported)
  await other.call(deleteEvent, { params: { id: kept } })
  const before = await read(guest)
  for (const title of ['Bal des anciens', 'Bal interdit', 'Bal des autres'])
    expect(before).toContain(title)
  await purgeAccount(t.ctx, host.accountId)
  const after = await read(guest)
  for (const title of ['Bal des anciens', 'Bal interdit']) expect(after).not.toContain(title)
  expect(after).toContain('Sortie supprimée')
  expect(after).toContain('Bal des autres')
})

test('of an event deleted by an earlier version, its only organizer is the author', async () => {
  const [host, guest] = [await t.member(), await t.member()]
  const [gone, running] = [await evening(host, guest, 'Hier'), await evening(host, guest, 'Demain')]
  await host.call(deleteEvent, { params: { id: gone } })
  await t.ctx.db.updateTable('conversations').set({ event_creator_account_id: null }).execute()
  await sql.raw(BEFORE).execute(t.ctx.db)
  const creators = (id: string) =>
    t.ctx.db
      .selectFrom('conversations')
      .where('event_id', '=', id)
      .select('event_creator_account_id as id')
      .execute()
  expect(await creators(gone)).toEqual([{ id: host.accountId }, { id: host.accountId }])
  expect(await creators(running)).toEqual([{ id: null }, { id: null }])
})

test('of an event deleted by an earlier version without one known author, the title is gone', async () => {
  const [host, second, guest] = [await t.member(), await t.member(), await t.member()]
  const shared = await evening(host, guest, 'Bal à deux')
  const left = await evening(host, guest, 'Bal sans hôte')
  const known = await evening(host, guest, 'Bal connu')
  await evening(host, guest, 'Bal à venir')
  await pastTalk(guest, shared)
  await t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, host.accountId, second.accountId, 'link', t.ctx.now()))
  await host.call(addCoOrganizer, {
    params: { id: shared },
    body: { account_id: second.accountId },
  })
  await removed(shared)
  for (const id of [left, known]) await host.call(deleteEvent, { params: { id } })
  // as an earlier version left them
  await t.ctx.db.updateTable('news').set({ event_creator_account_id: null }).execute()
  await t.ctx.db
    .updateTable('conversations')
    .set({ event_creator_account_id: null })
    .where('event_id', 'in', [shared, left])
    .execute()
  await t.ctx.db
    .updateTable('conversation_participants')
    .set({ is_admin: 0 })
    .where('conversation_id', 'in', (eb) =>
      eb.selectFrom('conversations').where('event_id', '=', left).select('id'),
    )
    .execute()
  await sql.raw(BEFORE).execute(t.ctx.db)
  for (const text of TITLES) await sql.raw(text).execute(t.ctx.db)
  const after = await read(guest)
  expect(after).toContain('Sortie supprimée')
  expect(after).not.toContain('Bal à deux')
  const talks = JSON.stringify((await guest.call(listConversations)).body)
  expect(talks).not.toContain('Bal sans hôte')
  for (const title of ['Bal connu', 'Bal à venir']) expect(talks).toContain(title)
})
