import { expect, test } from 'vitest'
import {
  getEvent,
  joinBySlug,
  leaveEvent,
  listInvitedEvents,
  listMyEvents,
  listRelationEvents,
} from '#contract/events/events'
import { hideMyself, patchParticipant } from '#contract/events/participants'
import { setAvatar } from '#contract/profile/profile'
import { block } from '#contract/safety'
import { setSharing } from '#contract/sharing'
import { createRelation } from '../../../../server/relations/service'
import type { Member } from '../../../support/server/server'
import { addPhoto } from '../../../support/world/couples'
import { invite, join, make, rowOf, setUp, t } from './races-setup'

setUp()

const withFace = async (who: Member): Promise<string> => {
  const mediaId = await addPhoto(who, [])
  await who.call(setAvatar, { body: { mediaId } })
  return `/api/media/${mediaId}/url`
}

test('cards show who comes, newest first, four at most: nobody hidden, separated, deleted or only invited', async () => {
  const [host, viewer] = [await t.member(), await t.member()]
  const id = await make(host)
  const names = ['shown1', 'hidden', 'separated', 'invited', 'faceless', 'deleted'] as const
  const more = ['shown2', 'shown3', 'shown4', 'shown5'] as const
  const face: Record<string, string> = {}
  for (const name of [...names, ...more]) {
    const guest = await t.member()
    if (name !== 'faceless') face[name] = await withFace(guest)
    await invite(host, id, guest)
    if (name !== 'invited') await join(guest, id)
    t.clock.now += 1000
    if (name === 'hidden')
      await guest.call(hideMyself, { params: { id }, body: { is_hidden: true } })
    if (name === 'separated') await guest.call(block, { params: { id: viewer.accountId } })
    if (name === 'deleted')
      await t.ctx.db
        .updateTable('accounts')
        .set({ deleted_at: t.ctx.now() })
        .where('id', '=', guest.accountId)
        .execute()
  }
  await invite(host, id, viewer)
  const faces = async (who: Member) => {
    const route = who === host ? listMyEvents : listInvitedEvents
    return (await who.call(route, { query: {} })).body.events.find((e) => e.id === id)?.faces
  }
  const newest = ['shown5', 'shown4', 'shown3', 'shown2'].map((name) => face[name])
  expect(await faces(viewer)).toEqual(newest)
  const text = JSON.stringify(await faces(viewer))
  for (const name of ['hidden', 'separated', 'invited', 'deleted'])
    expect(text).not.toContain(face[name])
  expect(await faces(host)).toEqual(newest)
})

test('who asked to take part with a code sees no face until the request is accepted', async () => {
  const [host, guest, other] = [await t.member(), await t.member(), await t.member()]
  const id = await make(host, { slug: 'nuit-des-visages' })
  const face = await withFace(guest)
  await invite(host, id, guest)
  await join(guest, id)
  const { slug } = (await host.call(getEvent, { params: { id } })).body.event
  await other.call(joinBySlug, { body: { slug: slug ?? '' } })
  const faces = async () =>
    (await other.call(listMyEvents, { query: {} })).body.events.find((e) => e.id === id)?.faces
  expect(await faces()).toEqual([])
  const { id: participantId } = await rowOf(host, id, other)
  await host.call(patchParticipant, {
    params: { id },
    body: { participantId, status: 'accepted' },
  })
  expect(await faces()).toEqual([face])
})

test('an event of a relation that one may not open shows no face; nor after a refusal', async () => {
  const [host, guest, reader] = [await t.member(), await t.member(), await t.member()]
  const id = await make(host)
  const face = await withFace(guest)
  await invite(host, id, guest)
  await join(guest, id)
  await t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, guest.accountId, reader.accountId, 'link', t.ctx.now()))
  await guest.call(setSharing, {
    params: { id: reader.accountId },
    body: {
      shareNames: false,
      shareEvents: true,
      shareAllPrivateAlbums: false,
      sharedAlbumIds: [],
    },
  })
  const faces = async () =>
    (await reader.call(listRelationEvents, { params: { id: guest.accountId } })).body.events.find(
      (e) => e.id === id,
    )?.faces
  expect(await faces()).toEqual([])
  await invite(host, id, reader)
  expect(await faces()).toEqual([face])
  await reader.call(leaveEvent, { params: { id } })
  expect(await faces()).toEqual([])
})
