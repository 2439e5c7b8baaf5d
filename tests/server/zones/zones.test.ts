import { describe, expect, test } from 'vitest'
import { createAlbum } from '#contract/albums/albums'
import { createAlbumShare, deleteAlbumShare, updateAlbumShare } from '#contract/albums/shares'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import {
  getConversation,
  listConversations,
  listMessages,
  sendMessage,
  startConversation,
} from '#contract/messaging/messages'
import { getAccount, saveProfile } from '#contract/profile/data'
import { listRelationLocations } from '#contract/radar'
import { listRelations } from '#contract/relations'
import { block, unblock } from '#contract/safety'
import { endRelation, setSharing } from '#contract/sharing'
import { addZone, exceptFromZones, listZones, previewZone, removeZone } from '#contract/zones'
import { zoneCovers, distanceKm } from '../../../server/access/zones'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { placeInput, profile } from '../../support/world/profiles'
import { renewToken } from '../../support/world/staff'
import { tapPublisher } from '../live-client'

const t = sharedApp()

const LYON = '69123'
const VILLEURBANNE = '69266'
const NANTES = '44109'
const livesAt = async (one: Member, place: string | null): Promise<void> => {
  const { status } = await one.call(saveProfile, {
    body: { data: profile({ location: place === null ? null : placeInput(place) }) },
  })
  expect(status).toBe(200)
}
const pair = async (place: string): Promise<[Member, Member]> => {
  const [owner, other] = [await t.member(), await t.member()]
  await livesAt(other, place)
  await t.relate(owner, other)
  return [owner, other]
}
const sees = async (a: Member, b: Member): Promise<boolean> =>
  (await a.call(getAccount, { params: { id: b.accountId } })).status === 200
const seeEachOther = async (a: Member, b: Member): Promise<boolean[]> => [
  await sees(a, b),
  await sees(b, a),
]
const relationsOf = async (one: Member): Promise<string[]> =>
  (await one.call(listRelations, { query: {} })).body.relations.map((r) => r.with_account_handle)
const add = (one: Member, place_id: string, radius_km: number, except: string[] = []) =>
  one.call(addZone, { body: { place_id, radius_km, except } })

describe('zones where a member is not shown', () => {
  test('who lives there and the owner no longer see each other: profile, relations, map, messages', async () => {
    const [owner, other] = await pair(VILLEURBANNE)
    const { body } = await owner.call(startConversation, {
      body: { handle: other.handle },
    })
    const id = body.conversation.id
    const write = (by: Member) =>
      by.call(sendMessage, {
        params: { id },
        body: {
          content: 'Bonsoir',
          sender_identity_id: by.identityIds[0] ?? null,
          client_msg_id: newId(),
        },
      })
    expect((await write(other)).status).toBe(201)
    expect(await seeEachOther(owner, other)).toEqual([true, true])
    expect((await add(owner, LYON, 5)).status).toBe(200)
    expect(await seeEachOther(owner, other)).toEqual([false, false])
    expect(await relationsOf(owner)).toEqual([])
    expect(await relationsOf(other)).toEqual([])
    for (const one of [owner, other]) {
      const around = { query: { bbox: '40,-5,52,9' } }
      expect((await one.call(listRelationLocations, around)).body.relations).toEqual([])
      expect((await write(one)).body).toMatchObject({ code: 'conversation_readonly' })
    }
    expect((await other.call(listConversations)).status).toBe(200)
  })

  test('a member outside the radius, and one without a commune, are not hidden', async () => {
    const [owner, far] = await pair(NANTES)
    const nowhere = await t.member()
    await t.relate(owner, nowhere)
    await add(owner, LYON, 50)
    expect(await seeEachOther(owner, far)).toEqual([true, true])
    expect(await seeEachOther(owner, nowhere)).toEqual([true, true])
  })

  test('a radius of 0 is the commune alone', async () => {
    const [owner, near] = await pair(VILLEURBANNE)
    const inside = await t.member()
    await livesAt(inside, LYON)
    await add(owner, LYON, 0)
    expect(await seeEachOther(owner, near)).toEqual([true, true])
    expect(await seeEachOther(owner, inside)).toEqual([false, false])
  })

  test('who moves into a zone is hidden, who moves away is seen again', async () => {
    const [owner, other] = await pair(NANTES)
    await add(owner, LYON, 10)
    await livesAt(other, LYON)
    expect(await seeEachOther(owner, other)).toEqual([false, false])
    await livesAt(other, NANTES)
    expect(await seeEachOther(owner, other)).toEqual([true, true])
    await livesAt(other, VILLEURBANNE)
    await livesAt(other, null)
    expect(await seeEachOther(owner, other)).toEqual([true, true])
  })

  test('without the zone they see each other again, with the relation that they had', async () => {
    const [owner, other] = await pair(LYON)
    const { body } = await add(owner, LYON, 5)
    const wide = await add(owner, VILLEURBANNE, 10)
    await owner.call(removeZone, { params: { id: body.zone.id } })
    // the other zone still covers it
    expect(await seeEachOther(owner, other)).toEqual([false, false])
    await owner.call(removeZone, { params: { id: wide.body.zone.id } })
    expect(await seeEachOther(owner, other)).toEqual([true, true])
    expect(await relationsOf(other)).toEqual([owner.handle])
  })

  test('a smaller radius in its place: the lists of who is seen again load them', async () => {
    const [owner, other] = await pair(VILLEURBANNE)
    await add(owner, LYON, 10)
    await t.ctx.bus.idle()
    const tap = tapPublisher(t)
    await add(owner, LYON, 0)
    tap.stop()
    expect(await seeEachOther(owner, other)).toEqual([true, true])
    const told = tap.events.filter((h) => h.name === 'account.relation.updated')
    for (const one of [owner, other])
      expect(told.some((h) => h.channel.includes(one.accountId))).toBe(true)
  })

  test('a relation that is excepted stays, until the relation ends', async () => {
    const [owner, other] = await pair(LYON)
    const stranger = await t.member()
    await livesAt(stranger, LYON)
    const asked = await owner.call(previewZone, { query: { place_id: LYON, radius_km: 5 } })
    expect(asked.body.relations).toMatchObject([{ account_id: other.accountId, excepted: false }])
    await add(owner, LYON, 5, [other.accountId, stranger.accountId])
    expect(await seeEachOther(owner, other)).toEqual([true, true])
    // an exception is for relations only
    expect(await seeEachOther(owner, stranger)).toEqual([false, false])
    const except = (excepted: boolean) =>
      owner.call(exceptFromZones, { params: { id: other.accountId }, body: { excepted } })
    await except(false)
    expect(await seeEachOther(owner, other)).toEqual([false, false])
    await except(true)
    expect((await owner.call(listZones)).body.relations).toMatchObject([{ excepted: true }])
    await owner.call(endRelation, { params: { id: other.accountId } })
    expect(await seeEachOther(owner, other)).toEqual([false, false])
  })

  test('a block on top of a zone: taken back, the zone still hides', async () => {
    const [owner, other] = await pair(LYON)
    await owner.call(block, { params: { id: other.accountId } })
    await add(owner, LYON, 5)
    await owner.call(unblock, { params: { id: other.accountId } })
    expect(await seeEachOther(owner, other)).toEqual([false, false])
  })

  test('each leaves the events of the other; what was shared opens nothing', async () => {
    const [owner, other] = await pair(LYON)
    await owner.call(setSharing, {
      params: { id: other.accountId },
      body: {
        shareNames: true,
        shareEvents: true,
        shareAllPrivateAlbums: true,
        sharedAlbumIds: [],
      },
    })
    const { body } = await owner.call(e.createEvent, {
      body: { title: 'Soirée', start_date: new Date(t.ctx.now() + 9e7).toISOString() },
    })
    const id = body.event.id
    await owner.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
    await owner.call(p.inviteToEvent, { params: { id }, body: { account_handle: other.handle } })
    expect((await other.call(e.participateInEvent, { params: { id } })).status).toBe(200)
    await add(owner, LYON, 5)
    await t.ctx.bus.idle()
    await expect
      .poll(async () => {
        const row = await t.ctx.db
          .selectFrom('event_participants')
          .where('event_id', '=', id)
          .where('account_id', '=', other.accountId)
          .select('status')
          .executeTakeFirst()
        return row?.status
      })
      .toBe('declined')
    expect((await other.call(e.getEvent, { params: { id }, query: {} })).status).toBe(404)
  })

  test.each(['zone', 'block'])(
    'after an evening nobody of it learns of a %s: no line in its discussion, no news of a free place',
    async (by) => {
      const [owner, other] = await pair(LYON)
      const [second, friend] = [await t.member(), await t.member()]
      const start = t.ctx.now() + 2 * 3_600_000
      const { body } = await owner.call(e.createEvent, {
        body: {
          title: 'Soirée',
          start_date: new Date(start).toISOString(),
          access_type: 'open_to_relations',
          max_participants: 3,
          has_waitlist: true,
        },
      })
      const { id, conversation_id } = body.event
      await owner.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
      // the last of them waits for a place
      for (const one of [second, other, friend]) {
        if (one !== other) await t.relate(owner, one)
        expect((await one.call(e.participateInEvent, { params: { id } })).status).toBe(200)
      }
      await owner.call(p.addCoOrganizer, {
        params: { id },
        body: { account_id: second.accountId },
      })
      const read = async () => {
        await t.ctx.bus.idle()
        const { messages } = (
          await second.call(listMessages, { params: { id: conversation_id ?? '' } })
        ).body
        const told = await t.ctx.db
          .selectFrom('news')
          .where('event_id', '=', id)
          .where('account_id', '!=', other.accountId)
          .select(['id', 'news_type'])
          .orderBy('id')
          .execute()
        return { lines: messages.map((m) => m.content), told }
      }
      t.clock.now += 12 * 3_600_000
      for (const one of [owner, second, other]) await renewToken(t, one)
      const before = await read()
      expect(before.lines.length).toBeGreaterThan(1)
      if (by === 'zone') await add(owner, LYON, 5)
      else await owner.call(block, { params: { id: other.accountId } })
      await expect
        .poll(
          async () =>
            (await other.call(getConversation, { params: { id: conversation_id ?? '' } })).status,
        )
        .toBe(404)
      expect(await read()).toEqual(before)
      const listed = await second.call(p.listEventParticipants, { params: { id }, query: {} })
      expect(
        listed.body.participants.map((one) => [one.account_handle, one.status]).toSorted(),
      ).toEqual(
        [
          [owner.handle, 'accepted'],
          [second.handle, 'accepted'],
          [friend.handle, 'waitlist'],
        ].toSorted(),
      )
    },
  )

  test('a relation whose own zone hides the caller is in no zone of theirs', async () => {
    const [owner, other] = await pair(LYON)
    await livesAt(owner, NANTES)
    expect((await add(owner, LYON, 50)).status).toBe(200)
    const preview = await other.call(previewZone, { query: { place_id: NANTES, radius_km: 50 } })
    expect(preview.body.relations).toEqual([])
    const except = (id: string) =>
      other.call(exceptFromZones, { params: { id }, body: { excepted: true } })
    expect((await except(owner.accountId)).body).toEqual(
      (await except((await t.member()).accountId)).body,
    )
    // the owner still finds whom they may except
    expect((await owner.call(listZones)).body.relations).toMatchObject([
      { account_id: other.accountId },
    ])
    await add(other, NANTES, 0, [owner.accountId])
    expect((await other.call(listZones)).body.relations).toEqual([])
  })

  test('what one changes of the sharing reaches no screen of who is hidden', async () => {
    const [owner, other] = await pair(LYON)
    const made = await owner.call(createAlbum, { body: { name: 'À deux', isPublic: false } })
    const { body } = await owner.call(createAlbumShare, {
      body: { album_id: made.body.album.id, account_id: other.accountId },
    })
    const { id } = body.share
    await t.ctx.bus.idle()
    const zone = tapPublisher(t)
    await add(owner, LYON, 5)
    // the lists of both are loaded again after the commit
    const reloading = () =>
      zone.events.filter((h) => h.name === 'account.relation.updated').map((h) => h.channel)
    await expect.poll(() => new Set(reloading()).size).toBe(2)
    zone.stop()
    const tap = tapPublisher(t)
    const expires_at = new Date(t.ctx.now() + 1000).toISOString()
    await owner.call(updateAlbumShare, { params: { id }, body: { expires_at } })
    t.clock.now += 2000
    await t.app.jobs.run()
    await owner.call(deleteAlbumShare, { params: { id } })
    for (const [one, id] of [
      [owner, other.accountId],
      [other, owner.accountId],
      [other, newId()],
    ] as const)
      expect((await one.call(endRelation, { params: { id } })).status).toBe(404)
    await t.ctx.bus.idle()
    tap.stop()
    const told = tap.events.filter((h) => h.name === 'account.relation.updated')
    expect(JSON.stringify(told)).toContain(`account-${owner.accountId}`)
    expect(told.filter((h) => h.channel.includes(other.accountId))).toEqual([])
  })

  test('a change that is stored succeeds, though its announcement fails at first', async () => {
    const [owner, other] = await pair(LYON)
    await add(owner, LYON, 5)
    const id = (await owner.call(listZones)).body.zones[0]?.id ?? ''
    const tap = tapPublisher(t)
    let failures = 0
    const { publish } = t.ctx.realtime
    t.ctx.realtime.publish = () => {
      failures += 1
      t.ctx.realtime.publish = publish
      throw new Error('away')
    }
    try {
      expect((await owner.call(removeZone, { params: { id } })).status).toBe(200)
      await t.ctx.bus.idle()
    } finally {
      t.ctx.realtime.publish = publish
      tap.stop()
    }
    expect(failures).toBe(1)
    expect(tap.events.some((h) => h.channel.includes(other.accountId))).toBe(true)
  })

  test('at most five; the same commune again replaces its radius', async () => {
    const owner = await t.member()
    for (const place of [LYON, VILLEURBANNE, NANTES, '75056', '13055'])
      expect((await add(owner, place, 5)).status).toBe(200)
    expect((await add(owner, '31555', 5)).body).toMatchObject({ code: 'zones_full' })
    expect((await add(owner, LYON, 20)).status).toBe(200)
    expect((await owner.call(listZones)).body.zones.map((z) => z.radius_km)).toEqual([
      5, 5, 5, 5, 20,
    ])
    expect((await add(owner, 'nulle-part', 5)).body).toMatchObject({ code: 'place_unknown' })
    const other = await t.member()
    const id = (await owner.call(listZones)).body.zones[0]?.id ?? ''
    expect((await other.call(removeZone, { params: { id } })).status).toBe(404)
  })
})

test('distances are those of the map', () => {
  const lyon = { lat: 45.76, lng: 4.84 }
  expect(distanceKm(lyon, { lat: 48.86, lng: 2.35 })).toBeCloseTo(392, -1)
  expect(zoneCovers({ ...lyon, radius_km: 0 }, lyon)).toBe(true)
})
