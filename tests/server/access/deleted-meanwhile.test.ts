import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createAlbum } from '#contract/albums/albums'
import { createAlbumShare } from '#contract/albums/shares'
import { createEvent, deleteEvent } from '#contract/events/events'
import { deleteMessage } from '#contract/messaging/acts'
import { openBrief } from '#contract/messaging/brief'
import { sendMessage } from '#contract/messaging/messages'
import { endRelation, listOutgoingSharing, setSharing } from '#contract/sharing'
import { saveWishes } from '#contract/wishes'
import { addZone, exceptFromZones } from '#contract/zones'
import { grantAlbum } from '../../../server/albums/shares'
import { isPostgres, takeNextClock } from '../../../server/db/dialect'
import { findEvent } from '../../../server/access/events'
import { presentCurrent } from '../../../server/events/present'
import { purgeAccount } from '../../../server/life/deletion'
import { handleErrors } from '../../../server/plugins/errors'
import { newId } from '../../../server/tokens'
import { sharedApp } from '../../support/server/shared-app'
import { addPhoto } from '../../support/world/couples'
import { pairOf, say } from '../../support/world/exchanges'
import { endsOrWaits } from '../../support/server/waiting'

const t = sharedApp()

const ROUNDS = 6

test('a row about what another call has deleted is a conflict, not a failure of the server', async () => {
  const app = Fastify()
  handleErrors(app)
  app.get('/', () =>
    t.ctx.db
      .insertInto('album_media')
      .values({ album_id: newId(), media_id: newId(), position: 0, added_at: 0 })
      .execute(),
  )
  const answer = await app.inject('/')
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'conflict' }])
  await app.close()
})

test('the reply of a change to an event that was deleted meanwhile is «not found»', async () => {
  const host = await t.member()
  const { body } = await host.call(createEvent, {
    body: { title: 'Soirée', start_date: new Date(t.ctx.now() + 9e7).toISOString() },
  })
  const event = await findEvent(t.ctx.db, body.event.id)
  await host.call(deleteEvent, { params: { id: body.event.id } })
  const viewer = { ...host, sessionId: '', identityId: null }
  await expect(presentCurrent(t.ctx, viewer, event as never)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a photo is opened while its message is deleted: seen or gone, no deadlock', async () => {
  const [owner, other, talk] = await pairOf(t)
  for (let n = 0; n < ROUNDS; n += 1) {
    const sent = await owner.call(sendMessage, {
      params: { id: talk },
      body: {
        content: '',
        sender_identity_id: owner.identityIds[0] ?? null,
        client_msg_id: newId(),
        media_ids: [await addPhoto(owner, [])],
        brief: 'once',
      },
    })
    const photo = sent.body.brief?.photos[0]?.id ?? ''
    const open = () => other.call(openBrief, { params: { id: photo }, body: { view_id: newId() } })
    const answers = await Promise.all([
      open(),
      owner.call(deleteMessage, { params: { id: sent.body.id } }),
      open(),
    ])
    expect(Math.max(...answers.map((x) => x.status))).toBeLessThan(500)
    expect(answers[1].status).toBe(200)
  }
})

test('zones and the end of a relation at the same moment wait for each other', async () => {
  const [a, b] = [await t.member(), await t.member()]
  for (let n = 0; n < ROUNDS; n += 1) {
    await t.relate(a, b)
    const except = () =>
      a.call(exceptFromZones, { params: { id: b.accountId }, body: { excepted: true } })
    await except()
    const answers = await Promise.all([
      a.call(addZone, { body: { place_id: '69123', radius_km: 5, except: [b.accountId] } }),
      b.call(endRelation, { params: { id: a.accountId } }),
      except(),
      a.call(addZone, { body: { place_id: '69123', radius_km: 20 } }),
    ])
    expect(Math.max(...answers.map((x) => x.status))).toBeLessThan(500)
  }
})

test('what needs a relation does not outlive one that ends at the same moment', async () => {
  const [a, b] = [await t.member(), await t.member()]
  const { body } = await a.call(createAlbum, { body: { name: 'À deux', isPublic: false } })
  const sharing = {
    shareNames: true,
    shareEvents: true,
    shareAllPrivateAlbums: true,
    sharedAlbumIds: [],
  }
  const left = async () =>
    [
      (await a.call(listOutgoingSharing, {})).body.relations,
      await t.ctx.db
        .selectFrom('zone_exceptions')
        .where('account_id', '=', a.accountId)
        .select('account_id')
        .execute(),
      await t.ctx.db
        .selectFrom('wishes')
        .where('account_id', '=', a.accountId)
        .select('account_id')
        .execute(),
    ].flat()
  for (let n = 0; n < ROUNDS * 3; n += 1) {
    await t.relate(a, b)
    await Promise.all([
      a.call(exceptFromZones, { params: { id: b.accountId }, body: { excepted: true } }),
      a.call(saveWishes, { params: { id: b.accountId }, body: { open: true, ratings: {} } }),
      a.call(setSharing, { params: { id: b.accountId }, body: sharing }),
      a.call(createAlbumShare, { body: { album_id: body.album.id, account_id: b.accountId } }),
      b.call(endRelation, { params: { id: a.accountId } }),
    ])
    expect(await left()).toEqual([])
  }
})

test('an album that is being shared is closed by the end of the relation, which waits', async ({
  skip,
}) => {
  if (!isPostgres(t.ctx.db)) skip('SQLite has one writer')
  const [a, b] = [await t.member(), await t.member()]
  await t.relate(a, b)
  const { body } = await a.call(createAlbum, { body: { name: 'À deux', isPublic: false } })
  let ending: Promise<{ status: number }> | undefined
  await t.ctx.db.transaction().execute(async (trx) => {
    const viewer = { ...a, sessionId: '', identityId: null }
    const given = { album_id: body.album.id, account_id: b.accountId, expires_at: null }
    await grantAlbum(trx, viewer, { ...given, now: t.ctx.now() })
    ending = b.call(endRelation, { params: { id: a.accountId } })
    await endsOrWaits(t.ctx.db, ending)
  })
  expect((await ending)?.status).toBe(200)
  expect((await a.call(listOutgoingSharing, {})).body.relations).toEqual([])
})

test('a message that waits for its conversation while its account is deleted is not stored', async ({
  skip,
}) => {
  if (!isPostgres(t.ctx.db)) skip('SQLite has one writer')
  const [gone, other, talk] = await pairOf(t)
  await say(other, talk, 'Bonsoir')
  const sending = await t.ctx.db.transaction().execute(async (trx) => {
    await takeNextClock(trx, talk, t.ctx.now())
    const sent = gone.call(sendMessage, {
      params: { id: talk },
      body: {
        content: 'Encore un mot',
        sender_identity_id: gone.identityIds[0] ?? null,
        client_msg_id: newId(),
      },
    })
    await endsOrWaits(t.ctx.db, sent)
    await purgeAccount(t.ctx, gone.accountId)
    return [sent]
  })
  expect((await Promise.all(sending)).map((sent) => sent.status)).toEqual([404])
  expect(
    await t.ctx.db
      .selectFrom('messages')
      .where('sender_account_id', '=', gone.accountId)
      .selectAll()
      .execute(),
  ).toEqual([])
})
