import { expect, test } from 'vitest'
import { deleteMedia } from '#contract/albums/albums'
import { setPeople } from '#contract/agreements'
import * as h from '#contract/messaging/held'
import { sendMessage } from '#contract/messaging/messages'
import { releaseAgreedMessages } from '../../../../server/messaging/service'
import { newId } from '../../../../server/tokens'
import { addPhoto } from '../../../support/world/couples'
import { blocks, pageOf } from '../../../support/world/exchanges'
import { answer, scene, send, setUp, t } from '../../subjects/agreements-setup'

setUp()

type Scene = Awaited<ReturnType<typeof scene>>
const heldIn = async ({ couple, talk }: Scene) =>
  (await couple.call(h.listHeld, { params: { id: talk } })).body.held
const textsOf = async ({ other, talk }: Scene): Promise<string[]> =>
  (await pageOf(other, talk)).messages.map((m) => m.content)
const approveAs = ({ couple }: Scene, identity: string, id: string, revision: number) => {
  couple.identity = identity
  return couple.call(h.approveHeld, { params: { id }, body: { revision } })
}
/** A message of Anne with photos of both, which waits for Paul. */
const waiting = async (s: Scene, content: string, photos = 1): Promise<[string, string[]]> => {
  const { couple, talk, anne, paul } = s
  const ids: string[] = []
  for (let i = 0; i < photos; i += 1) ids.push(await addPhoto(couple, [anne, paul]))
  const { body } = await send(couple, talk, ids, content)
  return [body.id, ids]
}
const remove = (s: Scene, id = '') => s.couple.call(deleteMedia, { params: { id } })

test('a refused photo that is deleted does not send its message: its sender must agree to the rest', async () => {
  const s = await scene()
  const [id, [photo = '']] = await waiting(s, 'Regarde Paul')
  await answer(s.couple, s.paul, photo, 'no')
  await t.ctx.bus.idle()
  expect((await remove(s, photo)).status).toBe(200)
  await releaseAgreedMessages(t.ctx)
  await releaseAgreedMessages(t.ctx)
  expect(await textsOf(s)).toEqual([])
  expect(await heldIn(s)).toMatchObject([
    { id, reason: 'four_hands', wanted: [s.anne], agreed: [], refused: [], revision: 2 },
  ])
  expect((await approveAs(s, s.paul, id, 2)).body).toMatchObject({ code: 'forbidden' })
  expect((await approveAs(s, s.anne, id, 1)).body).toMatchObject({ code: 'held_changed' })
  expect((await approveAs(s, s.anne, id, 2)).body.message).toMatchObject({
    content: 'Regarde Paul',
    media: [],
  })
  expect(await textsOf(s)).toEqual(['Regarde Paul'])
})

test('nor do its other photos leave without it, whatever server held the message', async () => {
  const s = await scene()
  const [, [kept = '', gone]] = await waiting(s, 'Nous deux', 2)
  const [early, [only = '']] = await waiting(s, 'D’avant')
  await t.ctx.db
    .updateTable('held_messages')
    .set({ media_count: null } as never)
    .where('id', '=', early)
    .execute()
  await remove(s, gone)
  await remove(s, only)
  // a yes to a message whose photo is gone is none to what is left of it
  expect((await approveAs(s, s.paul, early, 1)).body).toMatchObject({ code: 'held_changed' })
  await answer(s.couple, s.paul, kept, 'yes')
  await t.ctx.bus.idle()
  await releaseAgreedMessages(t.ctx)
  expect(await textsOf(s)).toEqual([])
  expect(await heldIn(s)).toMatchObject([
    { reason: 'four_hands', wanted: [s.anne], media: [{ id: kept }] },
    { reason: 'four_hands', wanted: [s.anne], media: [] },
  ])
})

test('a message of the photo alone ends with it', async () => {
  const s = await scene()
  const [, [photo]] = await waiting(s, '')
  await remove(s, photo)
  await releaseAgreedMessages(t.ctx)
  expect(await heldIn(s)).toEqual([])
  expect(await textsOf(s)).toEqual([])
})

test('refused at the last yes to its photo, it does not leave by itself when that is possible again', async () => {
  const s = await scene()
  const [id, [photo = '']] = await waiting(s, 'À ce soir')
  await blocks(t, s.other, s.couple)
  await answer(s.couple, s.paul, photo, 'yes')
  await t.ctx.bus.idle()
  expect(await heldIn(s)).toMatchObject([{ reason: 'four_hands', wanted: [s.anne], agreed: [] }])
  expect((await approveAs(s, s.anne, id, 2)).body).toMatchObject({ code: 'conversation_readonly' })
  await t.ctx.db.deleteFrom('blocks').where('account_id', '=', s.other.accountId).execute()
  await releaseAgreedMessages(t.ctx)
  expect(await textsOf(s)).toEqual([])
  expect((await approveAs(s, s.anne, id, 2)).body.message).toMatchObject({ media: [{ id: photo }] })
})

test('the job sends nothing for an account that is suspended or will be deleted', async () => {
  const s = await scene()
  const [, [photo = '']] = await waiting(s, 'Encore là ?')
  const account = (deleted_at: number | null) =>
    t.ctx.db
      .updateTable('accounts')
      .set({ deleted_at })
      .where('id', '=', s.couple.accountId)
      .execute()
  await t.ctx.db
    .updateTable('media_subjects')
    .set({ state: 'yes' })
    .where('media_id', '=', photo)
    .execute()
  await account(t.ctx.now())
  await releaseAgreedMessages(t.ctx)
  await account(null)
  await releaseAgreedMessages(t.ctx)
  expect(await textsOf(s)).toEqual([])
  expect(await heldIn(s)).toMatchObject([{ wanted: [s.anne] }])
})

test('«à quatre mains» begun meanwhile holds a message of both for a yes of each to its words', async () => {
  const s = await scene()
  const { couple, talk, anne, paul } = s
  const photo = await addPhoto(couple, [anne, paul])
  couple.identity = null
  const { body } = await couple.call(sendMessage, {
    params: { id: talk },
    body: {
      content: 'De nous deux',
      sender_identity_id: null,
      client_msg_id: newId(),
      media_ids: [photo],
    },
  })
  couple.identity = anne
  const [one] = await waiting(s, 'D’Anne')
  await couple.call(h.setFourHands, { params: { id: talk }, body: { on: true } })
  await answer(couple, paul, photo, 'yes')
  await t.ctx.bus.idle()
  expect(await textsOf(s)).toEqual([])
  expect(await heldIn(s)).toMatchObject([
    { id: body.id, reason: 'four_hands', wanted: couple.identityIds, agreed: [] },
    { id: one, reason: 'photo' },
  ])
  await approveAs(s, paul, body.id, 2)
  expect((await approveAs(s, anne, body.id, 2)).body.message).toMatchObject({
    content: 'De nous deux',
    media: [{ id: photo }],
  })
})

test('a person who is named later on its photo is among those it waits for', async () => {
  const s = await scene()
  const { couple, anne, paul } = s
  const photo = await addPhoto(couple, [paul])
  await send(couple, s.talk, [photo], 'Lui')
  couple.identity = paul
  await couple.call(setPeople, {
    params: { id: photo },
    body: { people: 'named', shows: [anne, paul] },
  })
  await answer(couple, paul, photo, 'yes')
  await t.ctx.bus.idle()
  expect(await heldIn(s)).toMatchObject([{ wanted: [paul, anne], agreed: [paul] }])
})

test('a database that goes away right after a release leaves no rejection unhandled', async () => {
  const s = await scene()
  const [, [photo = '']] = await waiting(s, 'Juste avant la panne')
  const away = (): never => {
    throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  }
  const broadcasts: (() => Promise<void>)[] = []
  const db = new Proxy(t.ctx.db, {
    get: (target, name) => {
      // the sender of a stored message is read from this table
      if (name === 'selectFrom')
        return (table: never) => (table === 'accounts' ? away() : target.selectFrom(table))
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const bus = {
    ...t.ctx.bus,
    later: (_: string, work: () => Promise<void>) => void broadcasts.push(work),
  }
  const unhandled: unknown[] = []
  const note = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', note)
  await t.ctx.db
    .updateTable('media_subjects')
    .set({ state: 'yes' })
    .where('media_id', '=', photo)
    .execute()
  await releaseAgreedMessages({ ...t.ctx, db, bus })
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  expect(broadcasts).toHaveLength(1)
  expect(await textsOf(s)).toEqual(['Juste avant la panne'])
})
