import { expect, test } from 'vitest'
import { createAlbum, listAlbums, updateAlbum } from '#contract/albums/albums'
import * as e from '#contract/events/events'
import { createGroup } from '#contract/messaging/groups'
import { listNews } from '#contract/news'
import { getFeelings, saveFeelings } from '#contract/notes'
import * as p from '#contract/events/participants'
import { getProfile } from '#contract/profile/data'
import { setSharing } from '#contract/sharing'
import { createRelation } from '../../server/relations/service'
import type { Member } from '../support/server/server'
import { sharedApp } from '../support/server/shared-app'
import { giveFirstname } from '../support/world/first-names'

const t = sharedApp()

test('SOC-003: everything two members do on these screens takes effect for the other', async () => {
  const [anna, bruno] = [
    await t.member('anna_montre', ['woman', 'man']),
    await t.member('bruno_regarde', ['man']),
  ] as [Member, Member]
  const relate = (a: Member, b: Member) =>
    t.ctx.db
      .transaction()
      .execute((trx) => createRelation(trx, a.accountId, b.accountId, 'link', t.ctx.now()))
  await relate(anna, bruno)
  const good = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
    const { status, body } = await answer
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }

  // albums: private, public, and shown to one
  const names = async () =>
    (
      await good(
        bruno.call(listAlbums, { query: { accountId: anna.accountId, includeShared: 'true' } }),
      )
    ).albums
      .filter((a) => a.can_view)
      .map((a) => a.name)
  const { album: secret } = await good(
    anna.call(createAlbum, { body: { name: 'Secret', isPublic: false } }),
  )
  const { album: open } = await good(
    anna.call(createAlbum, { body: { name: 'Plage', isPublic: false } }),
  )
  expect(await names()).toEqual([])
  await good(anna.call(updateAlbum, { params: { id: open.id }, body: { isPublic: true } }))
  expect(await names()).toEqual(['Plage'])

  // what is shared with this relation
  const share = (given: object) =>
    good(
      anna.call(setSharing, {
        params: { id: bruno.accountId },
        body: {
          shareNames: false,
          shareEvents: false,
          shareAllPrivateAlbums: false,
          sharedAlbumIds: [],
          ...given,
        },
      }),
    )
  await giveFirstname(t.ctx.db, anna.identityIds, 'Zoé')
  const seen = async () => await good(bruno.call(getProfile, { params: { id: anna.accountId } }))
  expect(JSON.stringify(await seen())).not.toContain('Zoé')
  await share({ shareNames: true, shareEvents: true, sharedAlbumIds: [secret.id] })
  const profile = await seen()
  expect([
    profile.account.account_handle,
    JSON.stringify(profile).includes('Zoé'),
    profile.event_count,
  ]).toEqual(['anna_montre', true, 0])
  expect((await names()).sort()).toEqual(['Plage', 'Secret'])

  // notes and a feeling, for oneself alone
  await good(
    bruno.call(saveFeelings, {
      params: { id: anna.accountId },
      body: {
        global_comment: 'À revoir',
        identity_feelings: { [bruno.identityIds[0] ?? '']: { feeling: 80, comment: null } },
      },
    }),
  )
  expect(await good(bruno.call(getFeelings, { params: { id: anna.accountId } }))).toMatchObject({
    global_feeling: 80,
    global_comment: 'À revoir',
  })
  expect(
    JSON.stringify([
      await good(anna.call(getFeelings, { params: { id: bruno.accountId } })),
      await good(anna.call(getProfile, { params: { id: bruno.accountId } })),
    ]),
  ).not.toContain('À revoir')

  // a sortie: made, published, shared, its members invited one by one and by group
  const start_date = new Date(t.ctx.now() + 72 * 3_600_000).toISOString()
  const { event } = await good(
    anna.call(e.createEvent, {
      body: {
        title: 'Bal',
        start_date,
        private_location: {
          address: '3 impasse des Chênes',
          lat: 47.91,
          lng: 1.9,
          is_public: false,
        },
      },
    }),
  )
  await good(anna.call(e.publishEvent, { params: { id: event.id }, body: { status: 'published' } }))
  expect(
    (await good(bruno.call(e.listRelationEvents, { params: { id: anna.accountId } }))).events.map(
      (x) => x.title,
    ),
  ).toEqual(['Bal'])
  const third = await t.member('carla_vient', ['woman'])
  await relate(anna, third)
  await good(
    anna.call(createGroup, { body: { title: 'Les amis', account_ids: [third.accountId] } }),
  )
  const { groups } = await good(
    anna.call(p.listEventGroups, { params: { id: event.id }, query: {} }),
  )
  const guests = [
    bruno.handle,
    ...(groups.find((g) => g.name === 'Les amis')?.participants ?? [])
      .map((x) => x.account_handle)
      .filter((h) => h !== anna.handle),
  ]
  expect(guests).toEqual([bruno.handle, third.handle])
  for (const account_handle of guests)
    expect(
      (
        await good(
          anna.call(p.inviteToEvent, { params: { id: event.id }, body: { account_handle } }),
        )
      ).success,
    ).toBe(true)
  for (const who of [bruno, third])
    expect(
      (await good(who.call(e.participateInEvent, { params: { id: event?.id } }))).event
        ?.user_participation_status,
    ).toBe('accepted')

  // managed, helped, and told where
  const rows = (await good(anna.call(p.listEventParticipants, { params: { id: event.id } })))
    .participants
  const row = rows.find((r) => r.account_id === third.accountId)
  expect(
    (
      await good(
        anna.call(p.patchParticipant, {
          params: { id: event.id },
          body: { participantId: row?.id ?? '', is_vip: true, has_paid: true },
        }),
      )
    ).participant,
  ).toMatchObject({ is_vip: true, has_paid: true })
  await good(
    anna.call(p.addCoOrganizer, {
      params: { id: event.id },
      body: { account_id: bruno.accountId },
    }),
  )
  expect(
    (await good(bruno.call(e.getEvent, { params: { id: event.id }, query: {} }))).event
      .is_organizer,
  ).toBe(true)
  const where = async () =>
    (await good(third.call(e.getEvent, { params: { id: event.id }, query: {} }))).event
      .private_location?.address ?? null
  expect(await where()).toBeNull()
  await good(bruno.call(e.revealLocation, { params: { id: event.id } }))
  expect(await where()).toBe('3 impasse des Chênes')
  expect((await good(third.call(listNews, { query: {} }))).items.map((n) => n.newsType)).toContain(
    'location_revealed',
  )
})
