import { expect, test } from 'vitest'
import { setPeople } from '#contract/agreements'
import {
  createEvent,
  deleteEvent,
  getEvent,
  publishEvent,
  updateEvent,
} from '#contract/events/events'
import { addCoOrganizer, removeCoOrganizer } from '#contract/events/participants'
import {
  addParticipants,
  createGroup,
  leaveConversation,
  removeParticipant,
  setAdmin,
  updateGroup,
} from '#contract/messaging/groups'
import { getConversation } from '#contract/messaging/messages'
import { addPublicPhotos } from '#contract/profile/photos'
import { createRelation } from '../../../server/relations/service'
import type { Member } from '../../support/server/server'
import { addPhoto } from '../../support/world/couples'
import { answer, listOf, scene, setUp, t } from './agreements-setup'

setUp()

/** A group of the other member, which the couple administers too. */
const groupOf = async ({ couple, other }: Awaited<ReturnType<typeof scene>>): Promise<string> => {
  const { id } = (
    await other.call(createGroup, { body: { title: 'Nous', account_ids: [couple.accountId] } })
  ).body.conversation
  const params = { id }
  const body = { account_id: couple.accountId, is_admin: true }
  expect((await other.call(setAdmin, { params, body })).status).toBe(200)
  return id
}
const pictureOf = async (who: Member, id: string) =>
  (await who.call(getConversation, { params: { id } })).body.conversation.avatarUrl

const ENDS = {
  'who left': (s: Awaited<ReturnType<typeof scene>>, id: string) =>
    s.couple.call(leaveConversation, { params: { id } }),
  'who was removed': ({ couple, other }: Awaited<ReturnType<typeof scene>>, id: string) =>
    other.call(removeParticipant, { params: { id }, body: { account_id: couple.accountId } }),
  'who no longer administers it': (
    { couple, other }: Awaited<ReturnType<typeof scene>>,
    id: string,
  ) =>
    other.call(setAdmin, {
      params: { id },
      body: { account_id: couple.accountId, is_admin: false },
    }),
}

test.each(Object.entries(ENDS))(
  'a picture of a group that waits is dropped with the right of %s',
  async (_who, end) => {
    const s = await scene()
    const [group, kept] = [await groupOf(s), await groupOf(s)]
    const photo = await addPhoto(s.couple, [s.anne, s.paul])
    for (const id of [group, kept])
      await s.couple.call(updateGroup, { params: { id }, body: { avatar_media_id: photo } })
    expect((await end(s, group)).status).toBe(200)
    expect((await answer(s.couple, s.paul, photo, 'yes')).status).toBe(200)
    expect(await pictureOf(s.other, group)).toBeNull()
    expect(await pictureOf(s.other, kept)).toContain(photo)
  },
)

test('a banner that waits is dropped with the right of who no longer organizes the event', async () => {
  const s = await scene()
  const make = async (): Promise<string> => {
    const { id } = (
      await s.other.call(createEvent, {
        body: { title: 'Soirée', start_date: new Date(t.ctx.now() + 9e7).toISOString() },
      })
    ).body.event
    const params = { id }
    await s.other.call(publishEvent, { params, body: { status: 'published' } })
    await s.other.call(addCoOrganizer, { params, body: { account_id: s.couple.accountId } })
    return id
  }
  const [event, kept] = [await make(), await make()]
  const photo = await addPhoto(s.couple, [s.anne, s.paul])
  for (const id of [event, kept])
    expect(
      (await s.couple.call(updateEvent, { params: { id }, body: { banner_media_id: photo } }))
        .status,
    ).toBe(200)
  const params = { id: event, accountId: s.couple.accountId }
  expect((await s.other.call(removeCoOrganizer, { params })).status).toBe(200)
  expect((await answer(s.couple, s.paul, photo, 'yes')).status).toBe(200)
  const banner = async (id: string) =>
    JSON.stringify((await s.other.call(getEvent, { params: { id }, query: {} })).body)
  expect(await banner(event)).not.toContain(photo)
  expect(await banner(kept)).toContain(photo)
})

test('a banner that waits goes when another is chosen, or its event is deleted, unless it is used', async () => {
  const s = await scene()
  const body = { title: 'Soirée', start_date: new Date(t.ctx.now() + 9e7).toISOString() }
  const { id } = (await s.couple.call(createEvent, { body })).body.event
  const params = { id }
  const waiting = () => addPhoto(s.couple, [s.anne, s.paul])
  const [first, second, used, last] = [
    await waiting(),
    await waiting(),
    await waiting(),
    await waiting(),
  ]
  const shown = await addPhoto(s.couple, [s.anne])
  const all = [first, second, used, last, shown]
  const left = async (): Promise<string[]> =>
    (await t.ctx.db.selectFrom('media').where('id', 'in', all).select('id').execute())
      .map((m) => m.id)
      .sort()
  await s.couple.call(addPublicPhotos, { body: { media_ids: [used] } })
  const choose = (banner: string | null) =>
    s.couple.call(updateEvent, { params, body: { banner_media_id: banner } })
  await choose(first)
  // chosen again, and an edit of something else: it still waits
  await choose(first)
  await s.couple.call(updateEvent, { params, body: { title: 'Grande soirée' } })
  expect(await left()).toEqual([...all].sort())
  await choose(second)
  expect(await left()).toEqual([second, used, last, shown].sort())
  await choose(null)
  expect(await left()).toEqual([used, last, shown].sort())
  await choose(used)
  await choose(shown)
  await choose(last)
  expect(await left()).toEqual([used, last, shown].sort())
  expect((await s.couple.call(deleteEvent, { params })).status).toBeLessThan(300)
  expect(await left()).toEqual([used])
})

test('a banner goes when the one that waited takes its place', async () => {
  const s = await scene()
  const shown = await addPhoto(s.couple, [s.anne])
  const waiting = await addPhoto(s.couple, [s.anne, s.paul])
  const body = { title: 'Soirée', start_date: new Date(t.ctx.now() + 9e7).toISOString() }
  const { id } = (await s.couple.call(createEvent, { body: { ...body, banner_media_id: shown } }))
    .body.event
  await s.couple.call(updateEvent, { params: { id }, body: { banner_media_id: waiting } })
  expect((await answer(s.couple, s.paul, waiting, 'yes')).status).toBe(200)
  await t.ctx.bus.idle()
  const left = await t.ctx.db
    .selectFrom('media')
    .where('id', 'in', [shown, waiting])
    .select('id')
    .execute()
  expect(left.map((m) => m.id)).toEqual([waiting])
})

test('a picture that is hidden where another one waits is its own account’s, in lists too', async () => {
  const s = await scene()
  const group = await groupOf(s)
  const [second, params] = [await scene(), { id: group }]
  const { accountId } = second.couple
  await t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, s.other.accountId, accountId, 'link', t.ctx.now()))
  await s.other.call(addParticipants, { params, body: { account_ids: [accountId] } })
  await s.other.call(setAdmin, { params, body: { account_id: accountId, is_admin: true } })
  const waiting = await addPhoto(s.couple, [s.anne, s.paul])
  const shown = await addPhoto(second.couple, [second.anne])
  const set = (who: Member, id: string) =>
    who.call(updateGroup, { params, body: { avatar_media_id: id } })
  second.couple.identity = second.anne
  expect((await set(second.couple, shown)).status).toBe(200)
  expect((await set(s.couple, waiting)).status).toBe(200)
  expect(await pictureOf(s.other, group)).toContain(shown)
  await second.couple.call(setPeople, {
    params: { id: shown },
    body: { people: 'named', shows: [second.anne, second.paul] },
  })
  expect(JSON.stringify((await listOf(s.couple)).places)).not.toContain(shown)
  expect(JSON.stringify((await listOf(second.couple)).places)).toContain(shown)
})
