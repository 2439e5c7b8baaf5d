import { describe, expect, test } from 'vitest'
import * as m from '#contract/messaging/messages'
import { listNews } from '#contract/news'
import { getFeelings, saveFeelings } from '#contract/notes'
import * as p from '#contract/profile/parting'
import { getIdentities } from '#contract/profile/profile'
import { listRelations } from '#contract/relations'
import { endLogin } from '#contract/session/security'
import { type Member } from '../../support/server/server'
import { addPhoto } from '../../support/world/couples'
import { say } from '../../support/world/exchanges'
import { readThread } from '../../support/world/world'
import { mailsTo } from '../mailbox'
import { again, ask, couple, DAY_MS, part, PASSWORD, talkWith } from './setup'
import { setUp, t, choose, linkOf } from './parting-setup'
import { eventually } from '../../support/eventually'

setUp()

const stateOf = async (who: Member) => (await who.call(p.getParting)).body

describe('asking', () => {
  test('the password, two logins and a free handle are needed; the other person is told', async () => {
    const c = await couple(t)
    expect((await ask(c.anne, { password: 'faux', handle: c.handle })).status).toBe(403)
    expect((await ask(c.anne, {})).status).toBe(400)
    expect((await ask(c.anne, { handle: c.friend.handle })).status).toBe(409)
    expect((await ask(c.anne, { handle: c.handle })).status).toBe(201)
    expect((await ask(c.paul, { handle: `${c.handle}x` })).body).toMatchObject({
      code: 'parting_open',
    })
    await eventually(async () => {
      for (const who of [c.anne, c.paul])
        expect((await mailsTo(t, who.email)).map((m) => m.subject)).toContain(
          'Un changement de votre compte est demandé',
        )
    })
    const news = (await c.paul.call(listNews, { query: {} })).body.items
    expect(news.map((n) => n.newsType)).toContain('parting_asked')
    const [own, others] = [await stateOf(c.anne), await stateOf(c.paul)]
    expect(own.open).toMatchObject({ is_own: true, may_cancel: true, handle: c.handle })
    expect(others.open).toMatchObject({
      is_own: false,
      may_cancel: false,
      handle: null,
      relations: null,
    })
    const alone = await t.member(undefined, ['woman', 'man'])
    alone.identity = alone.identityIds[0] ?? null
    expect((await ask(alone, { handle: 'sans_connexion' })).body).toMatchObject({
      code: 'parting_login',
    })
    expect((await stateOf(alone)).may).toEqual({ part: false, leave: true })
    expect((await ask(await t.member(), { kind: 'leave' })).status).toBe(404)
  })

  test('only who asked may cancel; a login cannot be removed meanwhile', async () => {
    const c = await couple(t)
    await ask(c.anne, { handle: c.handle })
    expect((await c.paul.call(p.cancelParting)).body).toMatchObject({ code: 'parting_other' })
    expect(
      (
        await c.anne.call(endLogin, {
          params: { id: c.paul.userId },
          body: { password: PASSWORD },
        })
      ).body,
    ).toMatchObject({ code: 'parting_open' })
    expect((await c.anne.call(p.cancelParting)).status).toBe(200)
    t.clock.now += 8 * DAY_MS
    await t.app.jobs.run()
    expect((await stateOf(await again(t, c.anne))).open).toBeNull()
    expect(
      await t.ctx.db
        .selectFrom('identities')
        .where('account_id', '=', c.account)
        .select('id')
        .execute(),
    ).toHaveLength(2)
  })

  test('nothing happens before the seventh day; the other’s agreement divides at once', async () => {
    const c = await couple(t)
    await ask(c.anne, { handle: c.handle })
    t.clock.now += 6 * DAY_MS
    await t.app.jobs.run()
    const [anne, paul] = [await again(t, c.anne), await again(t, c.paul)]
    expect(anne.accountId).toBe(c.account)
    expect((await anne.call(p.agreeToParting, { body: { password: PASSWORD } })).status).toBe(403)
    expect((await paul.call(p.agreeToParting, { body: { password: PASSWORD } })).status).toBe(200)
    expect((await again(t, c.anne)).accountId).not.toBe(c.account)
  })
})

describe('divided', () => {
  test('two accounts of one person each; sessions end, and the two do not see each other', async () => {
    const c = await couple(t)
    const before = c.anne.token
    const { anne, paul } = await part(t, c)
    expect(paul.accountId).toBe(c.account)
    expect(paul.identityIds).toEqual([c.paulId])
    expect(anne.accountId).not.toBe(c.account)
    expect(anne.identityIds).toHaveLength(1)
    expect(anne.identityIds).not.toContain(c.anneId)
    const old = Object.assign(t.client(), { token: before })
    expect((await old.call(p.getParting)).status).toBe(401)
    for (const [who, other] of [
      [anne, paul],
      [paul, anne],
    ] as const)
      expect((await who.call(getIdentities, { params: { id: other.accountId } })).status).toBe(404)
    // the handle that was asked for, and the person's own
    const row = await t.ctx.db
      .selectFrom('accounts')
      .where('id', '=', anne.accountId)
      .select('handle')
      .executeTakeFirst()
    expect(row?.handle).toBe(c.handle)
  })

  test('relations are taken as chosen, notes as far as they are one’s own or of both', async () => {
    const c = await couple(t)
    const other = await t.member()
    await c.anne.call(saveFeelings, {
      params: { id: c.friend.accountId },
      body: {
        global_comment: 'vue ensemble',
        identity_feelings: {
          [c.anneId]: { feeling: 4, comment: 'mot d’Anne' },
          [c.paulId]: { feeling: 2, comment: 'mot de Paul' },
        },
      },
    })
    await ask(c.anne, { handle: c.handle })
    expect((await choose(c.paul, 'relation', [c.friend.accountId])).status).toBe(403)
    await choose(c.anne, 'relation', [c.friend.accountId, other.accountId])
    t.clock.now += 7 * DAY_MS + 1000
    await t.app.jobs.run()
    const [anne, paul] = [await again(t, c.anne), await again(t, c.paul)]
    const relations = async (who: Member) =>
      (await who.call(listRelations, { query: {} })).body.relations.map((r) => r.with_account_id)
    expect(await relations(anne)).toEqual([c.friend.accountId])
    expect(await relations(paul)).toEqual([c.friend.accountId])
    const note = async (who: Member) =>
      (await who.call(getFeelings, { params: { id: c.friend.accountId } })).body
    expect((await note(anne)).global_feeling).toBe(4)
    expect((await note(paul)).global_feeling).toBe(2)
    expect(Object.values((await note(anne)).identity_feelings)).toEqual([
      { feeling: 4, comment: 'mot d’Anne' },
    ])
    expect(Object.values((await note(paul)).identity_feelings)).toEqual([
      { feeling: 2, comment: 'mot de Paul' },
    ])
    expect([(await note(anne)).global_comment, (await note(paul)).global_comment]).toEqual([
      'vue ensemble',
      'vue ensemble',
    ])
  })

  test('a discussion of both is read by each and written by none; one of hers alone is hers', async () => {
    const c = await couple(t)
    let [shared, hers, his] = [await t.member(), await t.member(), await t.member()]
    const both = await talkWith(c.anne, shared)
    await say(c.anne, both, 'bonjour de nous', { sender_identity_id: null })
    await say(shared, both, 'bonjour à vous')
    await say(c.paul, both, 'mot de Paul', { sender_identity_id: c.paulId })
    const picture = await addPhoto(c.paul, [c.paulId])
    await say(c.paul, both, 'photo', { sender_identity_id: c.paulId, media_ids: [picture] })
    const alone = await talkWith(c.anne, hers)
    await say(c.anne, alone, 'Anne seule')
    const other = await talkWith(c.paul, his)
    await say(c.paul, other, 'Paul seul', { sender_identity_id: c.paulId })
    const { anne, paul } = await part(t, c)
    ;[shared, hers, his] = [await again(t, shared), await again(t, hers), await again(t, his)]

    const past = (await anne.call(p.listPastTalks)).body.talks
    expect(past.map((x) => [x.id, x.title])).toEqual([[both, shared.handle]])
    expect((await paul.call(p.listPastTalks)).body.talks).toEqual([])
    const read = await anne.call(p.readPastTalk, { params: { id: both }, query: {} })
    expect(read.body.messages.map((x) => [x.handle, x.is_own, x.content])).toEqual([
      ['', true, 'bonjour de nous'],
      [shared.handle, false, 'bonjour à vous'],
      [expect.any(String), false, 'mot de Paul'],
      [expect.any(String), false, 'photo'],
    ])
    expect(await linkOf(anne, picture)).toBe(200)
    // one’s own go for everybody, the other’s do not
    const remove = (who: Member, n: number) =>
      who.call(p.deletePastMessage, { params: { id: read.body.messages[n]?.id ?? '' } })
    expect((await remove(anne, 2)).body).toMatchObject({ code: 'message_not_yours' })
    for (const who of [paul, shared]) expect((await remove(who, 0)).status).toBe(404)
    expect([(await remove(anne, 0)).status, (await remove(anne, 0)).status]).toEqual([200, 200])
    const left = await anne.call(p.readPastTalk, { params: { id: both }, query: {} })
    expect(left.body.messages.map((x) => x.content)).not.toContain('bonjour de nous')
    for (const who of [paul, shared])
      expect(JSON.stringify((await readThread(who, both)).body)).not.toContain('bonjour de nous')
    // what comes later, and other discussions, are not hers
    for (const [who, id] of [
      [anne, other],
      [paul, both],
      [shared, both],
    ] as const)
      expect((await who.call(p.readPastTalk, { params: { id }, query: {} })).status).toBe(404)
    expect((await readThread(anne, both)).status).toBe(404)

    const write = (who: Member, id: string) =>
      who.call(m.sendMessage, {
        params: { id },
        body: {
          content: 'encore',
          sender_identity_id: who.identityIds[0] ?? null,
          client_msg_id: crypto.randomUUID(),
        },
      })
    expect((await write(paul, both)).body).toMatchObject({ code: 'conversation_readonly' })
    expect((await write(shared, both)).body).toMatchObject({ code: 'conversation_readonly' })
    const listed = (await shared.call(m.getConversation, { params: { id: both } })).body
      .conversation
    expect(listed.can_write).toBe(false)
    // the other member and who stays may begin anew
    expect(await talkWith(shared, paul)).not.toBe(both)
    // hers goes on with her
    expect((await write(anne, alone)).status).toBe(201)
    expect((await write(paul, alone)).status).toBe(404)
    expect((await write(paul, other)).status).toBe(201)
    const seen = (await readThread(hers, alone)).body as { messages: m.Message[] }
    expect(new Set(seen.messages.map((x) => x.senderAccountId))).toEqual(new Set([anne.accountId]))
  })
})
