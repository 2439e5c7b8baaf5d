import { expect, test } from 'vitest'
import { answerAgreement } from '#contract/agreements'
import { openBrief, type BriefMode } from '#contract/messaging/brief'
import * as m from '#contract/messaging/messages'
import * as p from '#contract/profile/parting'
import { getIdentities } from '#contract/profile/profile'
import { collectArchive } from '../../../server/life/collect'
import type { Storage } from '../../../server/media/storage'
import { divideAccount } from '../../../server/parting/split'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { addPhoto } from '../../support/world/couples'
import { say } from '../../support/world/exchanges'
import { again, ask, couple, part, PASSWORD, talkWith } from './setup'

const t = sharedApp()

/** Sends a photo to be seen once or for a day; returns its id. */
const sendBrief = async (
  who: Member,
  id: string,
  media?: string,
  brief: BriefMode = 'once',
): Promise<string> => {
  const { body } = await who.call(m.sendMessage, {
    params: { id },
    body: {
      content: '',
      sender_identity_id: who.identityIds[0] ?? null,
      client_msg_id: newId(),
      media_ids: [media ?? (await addPhoto(who, []))],
      brief,
    },
  })
  return body.brief?.photos[0]?.id ?? ''
}
const open = (who: Member, id: string) =>
  who.call(openBrief, { params: { id }, body: { view_id: newId() } })

test('a photo that was seen once stays seen in a discussion that goes with the leaver', async () => {
  const c = await couple(t)
  const other = await t.member()
  const talk = await talkWith(c.anne, other)
  const hers = await sendBrief(c.anne, talk)
  const seen = await sendBrief(other, talk)
  expect((await open(c.anne, seen)).status).toBe(200)
  const { anne, paul } = await part(t, c)
  expect((await open(anne, seen)).body).toMatchObject({ code: 'brief_gone' })
  // its sender has no way back to it, and who stays has none at all
  expect([(await open(anne, hers)).status, (await open(paul, hers)).status]).toEqual([404, 404])
  const row = await t.ctx.db
    .selectFrom('brief_photos as b')
    .innerJoin('media', 'media.id', 'b.media_id')
    .where('b.id', '=', hers)
    .select(['b.account_id', 'media.account_id as owner'])
    .executeTakeFirst()
  expect(row).toEqual({ account_id: anne.accountId, owner: anne.accountId })
  expect((await open(await again(t, other), hers)).status).toBe(200)
})

test('a brief photo that was closed to others does not open after the division', async () => {
  const c = await couple(t)
  const talk = await talkWith(c.anne, c.friend)
  const answer = (who: Member, id: string, how: 'yes' | 'withdraw') =>
    who.call(answerAgreement, { params: { id }, body: { answer: how } })
  const ofBoth = async (): Promise<string> => {
    const id = await addPhoto(c.anne, [c.anneId, c.paulId])
    await answer(c.paul, id, 'yes')
    return id
  }
  const withdrawn = await addPhoto(c.anne, [c.anneId])
  const closed = [
    await sendBrief(c.anne, talk, await ofBoth()),
    await sendBrief(c.anne, talk, await ofBoth(), 'day'),
    await sendBrief(c.anne, talk, withdrawn),
  ]
  const hers = await sendBrief(c.anne, talk, await addPhoto(c.anne, [c.anneId]))
  const his = await sendBrief(c.paul, talk, await addPhoto(c.paul, [c.paulId]))
  expect((await answer(c.anne, withdrawn, 'withdraw')).status).toBe(200)
  // Paul writes too: the discussion stays with him, and Anne's agreement with her photo
  await say(c.paul, talk, 'mot de Paul', { sender_identity_id: c.paulId })
  await part(t, c)
  const friend = await again(t, c.friend)
  for (const id of closed)
    expect((await open(friend, id)).body).toMatchObject({ code: 'brief_gone' })
  expect([(await open(friend, hers)).status, (await open(friend, his)).status]).toEqual([200, 200])
})

test('a photo that both choose while the files are copied is kept by both', async () => {
  const c = await couple(t)
  const both = [
    await addPhoto(c.anne, [c.anneId, c.paulId]),
    await addPhoto(c.anne, [c.anneId, c.paulId]),
  ] as const
  await ask(c.anne, { handle: c.handle })
  const keep = async (id: string) => {
    for (const who of [c.anne, c.paul])
      await who.call(p.chooseInParting, { body: { kind: 'photo', ids: [id], on: true } })
  }
  await keep(both[0])
  const { id } = await t.ctx.db
    .selectFrom('partings')
    .where('account_id', '=', c.account)
    .select('id')
    .executeTakeFirstOrThrow()
  const storage: Storage = {
    ...t.ctx.storage,
    put: async (...file) => {
      await keep(both[1])
      await t.ctx.storage.put(...file)
    },
  }
  expect(await divideAccount({ ...t.ctx, storage }, id)).toBe(true)
  const kept = await t.ctx.db
    .selectFrom('kept_photos as k')
    .innerJoin('partings as q', (j) =>
      j.on((eb) =>
        eb.or([
          eb('k.account_id', '=', eb.ref('q.account_id')),
          eb('k.account_id', '=', eb.ref('q.new_account_id')),
        ]),
      ),
    )
    .where('q.id', '=', id)
    .select('k.media_id')
    .execute()
  expect(kept).toHaveLength(4)
})

test('who was separated from the account by an earlier parting is so from both', async () => {
  const c = await couple(t)
  const former = await t.member()
  await t.ctx.db
    .insertInto('parted_pairs')
    .values({ account_id: c.account, with_account_id: former.accountId })
    .execute()
  const { anne, paul } = await part(t, c)
  const params = { id: former.accountId }
  for (const who of [anne, paul])
    expect((await who.call(getIdentities, { params })).status).toBe(404)
})

test('the archive of who left has the request that led to the account, and what was written', async () => {
  const c = await couple(t)
  const talk = await talkWith(c.anne, await t.member())
  await say(c.anne, talk, 'mot d’Anne')
  await say(c.anne, talk, 'mot des deux', { sender_identity_id: null })
  await say(c.paul, talk, 'mot de Paul', { sender_identity_id: c.paulId })
  const { anne, paul } = await part(t, c)
  const archive = ({ accountId, userId }: Member) => collectArchive(t.ctx, { accountId, userId })
  expect((await archive(anne))['discussions_d_avant']).toMatchObject([
    { messages: [{ texte: 'mot d’Anne' }, { texte: 'mot des deux' }] },
  ])
  const requests = async (who: Member) =>
    ((await archive(who))['separation'] as { demandes: unknown }).demandes
  expect(await requests(anne)).toMatchObject([{ genre: 'part', etat: 'done', pseudo: c.handle }])
  // the new handle is not told
  expect(await requests(paul)).toMatchObject([{ genre: 'part', etat: 'done', pseudo: null }])
})

test('what can no longer be divided is withdrawn with its choices, and agreeing says so', async () => {
  const c = await couple(t)
  const photo = await addPhoto(c.anne, [c.anneId, c.paulId])
  await ask(c.anne, { handle: c.handle })
  await c.paul.call(p.chooseInParting, { body: { kind: 'photo', ids: [photo], on: true } })
  await t.ctx.db
    .updateTable('users')
    .set({ account_id: null })
    .where('id', '=', c.anne.userId)
    .execute()
  const answer = await c.paul.call(p.agreeToParting, { body: { password: PASSWORD } })
  expect(answer.body).toMatchObject({ code: 'parting_none' })
  const [row] = await t.ctx.db
    .selectFrom('partings as q')
    .leftJoin('parting_choices as x', 'x.parting_id', 'q.id')
    .where('q.account_id', '=', c.account)
    .select(['q.state', 'q.done_at', 'x.target_id'])
    .execute()
  expect(row).toEqual({ state: 'cancelled', done_at: expect.any(Number), target_id: null })
})
