import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteMessage } from '#contract/messaging/acts'
import * as h from '#contract/messaging/held'
import * as m from '#contract/messaging/messages'
import { sayTyping } from '#contract/messaging/typing'
import { collect } from '../../../server/life/collect'
import { collectHeld } from '../../../server/life/collect-held'
import { compose } from '../../../server/push/compose'
import type { Device } from '../../../server/push/queries'
import { savePreferences } from '../../../server/push/preferences'
import { newId } from '../../../server/tokens'
import { blocks, hush, pageOf, pairOf, say, settled, syncOf } from '../../support/world/exchanges'
import { picture, upload } from '../../support/world/world'
import { as } from '../../support/world/couples'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { tapPublisher } from '../live-client'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const together = (who: Pick<Member, 'call'>, id: string, on = true) =>
  who.call(h.setFourHands, { params: { id }, body: { on } })
const both = (who: Member, id: string, content: string, more: object = {}) =>
  say(who, id, content, { sender_identity_id: null, ...more }) as Promise<
    m.Message & { held?: boolean }
  >
const waiting = async (who: Member, id: string) =>
  (await who.call(h.listHeld, { params: { id } })).body.held
const approve = (who: Pick<Member, 'call'>, id: string, revision = 1) =>
  who.call(h.approveHeld, { params: { id }, body: { revision } })
const texts = async (who: Member, id: string): Promise<string[]> =>
  (await pageOf(who, id)).messages.map((x) => x.content)

/** A couple with the rule on, the other member, and one message that waits. */
const heldPair = async (content = 'Samedi, chez nous ?') => {
  const [a, b, id] = await pairOf(t)
  await together(a, id)
  const held = await both(a, id, content)
  return { a, b, id, held }
}

describe('by four hands', () => {
  test('a message of both waits; two yeses send it once, as both', async () => {
    const { a, b, id, held } = await heldPair()
    expect(held.held).toBe(true)
    expect(await waiting(a, id)).toMatchObject([
      { id: held.id, content: 'Samedi, chez nous ?', agreed: [], wanted: a.identityIds },
    ])
    expect(await texts(b, id)).toEqual([])
    expect((await approve(as(a, 0), held.id)).body).toMatchObject({
      held: { agreed: [a.identityIds[0]] },
      message: null,
    })
    // a repeat of the same yes is no second one
    expect((await approve(as(a, 0), held.id)).body.message).toBeNull()
    expect(await texts(b, id)).toEqual([])
    const { message } = (await approve(as(a, 1), held.id)).body
    expect(message).toMatchObject({
      content: 'Samedi, chez nous ?',
      clientMsgId: held.clientMsgId,
      identity: { both: true },
    })
    expect(await waiting(a, id)).toEqual([])
    expect(await texts(b, id)).toEqual(['Samedi, chez nous ?'])
    expect((await approve(as(a, 1), held.id)).status).toBe(404)
  })

  test('one identity’s own message leaves at once', async () => {
    const { a, b, id } = await heldPair()
    await say(a, id, 'De moi seule')
    expect(await texts(b, id)).toEqual(['De moi seule'])
  })

  test('nobody gives a yes as both, nor does a text that changed count', async () => {
    const { a, b, id, held } = await heldPair()
    expect((await approve(a, held.id)).body).toMatchObject({ code: 'identity_needed' })
    await approve(as(a, 0), held.id)
    const amended = await as(a, 1).call(h.amendHeld, {
      params: { id: held.id },
      body: { revision: 1, content: 'Dimanche, chez nous ?' },
    })
    expect(amended.body.held).toMatchObject({ revision: 2, agreed: [a.identityIds[1]] })
    expect((await approve(as(a, 0), held.id, 1)).body).toMatchObject({ code: 'held_changed' })
    await approve(as(a, 0), held.id, 2)
    expect(await texts(b, id)).toEqual(['Dimanche, chez nous ?'])
  })

  test('both yeses at the same instant send it once', async () => {
    for (const content of ['un', 'deux', 'trois']) {
      const { a, b, id, held } = await heldPair(content)
      const answers = await Promise.all([
        approve(as(a, 0), held.id),
        approve(as(a, 1), held.id),
        approve(as(a, 0), held.id),
      ])
      expect(answers.filter((x) => x.body.message).length).toBe(1)
      expect(await texts(b, id)).toEqual([content])
    }
  })

  test('a retry of the outbox finds what it sent: held, sent or taken back', async () => {
    const { a, b, id } = await heldPair()
    const client_msg_id = newId()
    const first = await both(a, id, 'Encore', { client_msg_id })
    const again = await Promise.all([1, 2, 3].map(() => both(a, id, 'Encore', { client_msg_id })))
    expect(new Set([first, ...again].map((x) => x.id))).toEqual(new Set([first.id]))
    const other = await a.call(m.sendMessage, {
      params: { id },
      body: { content: 'Autre', sender_identity_id: null, client_msg_id },
    })
    expect(other.body).toMatchObject({ code: 'message_reused' })
    await as(a, 0).call(h.amendHeld, {
      params: { id: first.id },
      body: { revision: 1, content: 'Encore mieux' },
    })
    await approve(as(a, 1), first.id, 2)
    const sent = await both(a, id, 'Encore', { client_msg_id })
    expect(sent).toMatchObject({ content: 'Encore mieux' })
    expect(sent.held).toBeUndefined()
    const back = newId()
    const taken = await both(a, id, 'Non', { client_msg_id: back })
    await a.call(h.takeBackHeld, { params: { id: taken.id } })
    expect((await both(a, id, 'Non', { client_msg_id: back })).held).toBe(true)
    expect(await texts(b, id)).toEqual(['Encore mieux'])
    expect((await waiting(a, id)).map((x) => x.content)).toEqual(['Samedi, chez nous ?'])
  })

  test('taken back, it is never sent, and its text is returned one last time', async () => {
    const { a, b, id, held } = await heldPair()
    await approve(as(a, 0), held.id)
    const back = await as(a, 1).call(h.takeBackHeld, { params: { id: held.id } })
    expect(back.body.held.content).toBe('Samedi, chez nous ?')
    expect((await approve(as(a, 1), held.id)).status).toBe(404)
    expect(await texts(b, id)).toEqual([])
    const row = await t.ctx.db
      .selectFrom('held_messages')
      .where('id', '=', held.id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([row.state, row.content]).toEqual(['withdrawn', ''])
  })

  test('photos and a quote go with it; a photo that waits is in no other message', async () => {
    const { a, b, id } = await heldPair()
    const quoted = await say(b, id, 'Quand ?')
    const photo = (await upload(a, await picture(4))).body.media_id as string
    const held = await both(a, id, '', {
      media_ids: [photo],
      quoted_message_id: quoted.id,
    })
    expect((await waiting(a, id)).at(-1)).toMatchObject({
      media: [{ id: photo }],
      quote: { content: 'Quand ?' },
    })
    const { status } = await b.raw('GET', `/api/media/${photo}/url`)
    expect(status).toBe(404)
    const twice = await a.call(m.sendMessage, {
      params: { id },
      body: {
        content: '',
        sender_identity_id: null,
        media_ids: [photo],
        client_msg_id: newId(),
      },
    })
    expect(twice.body).toMatchObject({ code: 'media_used' })
    const lost = await say(b, id, 'Retirée')
    const other = await both(a, id, 'Sans citation', { quoted_message_id: lost.id })
    await b.call(deleteMessage, { params: { id: lost.id } })
    await approve(as(a, 0), other.id)
    expect((await approve(as(a, 1), other.id)).body.message).toMatchObject({ quote: null })
    await approve(as(a, 0), held.id)
    const { message } = (await approve(as(a, 1), held.id)).body
    expect(message).toMatchObject({ media: [{ id: photo }], quote: { content: 'Quand ?' } })
    expect((await b.raw('GET', `/api/media/${photo}/url`)).status).toBe(200)
  })

  test('a block meanwhile: the last yes is refused, nothing leaves, nothing is lost', async () => {
    const { a, b, id, held } = await heldPair()
    await approve(as(a, 0), held.id)
    await blocks(t, b, a)
    expect((await approve(as(a, 1), held.id)).body).toMatchObject({
      code: 'conversation_readonly',
    })
    expect(await waiting(a, id)).toMatchObject([{ agreed: [a.identityIds[0]] }])
    expect((await a.call(h.takeBackHeld, { params: { id: held.id } })).status).toBe(200)
  })

  test('the rule ends when each has asked; what waits keeps waiting', async () => {
    const { a, b, id, held } = await heldPair()
    expect((await together(a, id, false)).body).toMatchObject({ code: 'identity_needed' })
    await together(as(a, 0), id, false)
    expect((await together(as(a, 0), id, false)).body.four_hands).toEqual({
      on: true,
      ending_by: a.identityIds[0],
    })
    expect((await both(a, id, 'Encore retenu')).held).toBe(true)
    expect((await together(as(a, 1), id, false)).body.four_hands).toEqual({
      on: false,
      ending_by: null,
    })
    expect((await both(a, id, 'Libre')).held).toBeUndefined()
    expect(await texts(b, id)).toEqual(['Libre'])
    expect((await waiting(a, id)).map((x) => x.id)).toContain(held.id)
    expect((await together(b, id)).body).toMatchObject({ code: 'couple_needed' })
  })
})

describe('what the others see of it', () => {
  test('nothing: no message, event, typing, order, badge or moved clock', async () => {
    const [a, b, id] = await pairOf(t)
    await say(b, id, 'Bonsoir')
    const list = async () => (await b.call(m.listConversations, {})).body
    const before = [await list(), await syncOf(b, id, '2020-01-01T00:00:00.000Z')]
    await together(a, id)
    const tap = tapPublisher(t)
    await hush(tap.events)
    const held = await both(a, id, 'Zqsecret')
    await a.call(sayTyping, { params: { id }, body: { identity_id: null, isTyping: true } })
    await as(a, 0).call(h.amendHeld, {
      params: { id: held.id },
      body: { revision: 1, content: 'Zqsecret deux' },
    })
    await settled(() => false, 50)
    tap.stop()
    expect(tap.events.length).toBeGreaterThan(0)
    expect(new Set(tap.events.map((e) => e.channel))).toEqual(
      new Set([`private-account-${a.accountId}`]),
    )
    expect([await list(), await syncOf(b, id, '2020-01-01T00:00:00.000Z')]).toEqual(before)
    const own = (await a.call(m.listConversations, {})).body.conversations.find((c) => c.id === id)
    expect(own?.metadata).toEqual({ four_hands: true, held: 1 })
    for (const answer of [
      await b.call(h.approveHeld, { params: { id: held.id }, body: { revision: 2 } }),
      await b.call(h.takeBackHeld, { params: { id: held.id } }),
    ])
      expect(answer.status).toBe(404)
    expect(JSON.stringify(await collect(t.ctx, b))).not.toContain('Zqsecret')
  })

  test('the other half is notified, in words that name nothing; the archive has each yes', async () => {
    const { a, held } = await heldPair('Zqtexte')
    const device = (identity_id: string | null): Device =>
      ({ account_id: a.accountId, user_id: a.userId, identity_id }) as unknown as Device
    const push = (k: 0 | 1) =>
      compose(t.ctx, device(a.identityIds[k] ?? null), { source: 'held', source_id: held.id })
    expect(await push(1)).toMatchObject({ words: { title: 'Nouvelle activité', body: '' } })
    const { push: known } = (await a.raw('GET', '/api/user/preferences')).body as {
      push: Record<string, unknown>
    }
    await savePreferences(t.ctx, a.userId, { push: { ...known, details: true } } as never)
    expect(await push(1)).toMatchObject({
      words: { title: 'Un message attend votre accord', body: '' },
      path: `/conversations/${held.conversationId}`,
    })
    await approve(as(a, 1), held.id)
    expect([typeof (await push(0)), await push(1)]).toEqual(['object', 'drop'])
    const archive = await collect(t.ctx, a)
    expect(archive['accords']).toMatchObject({
      messages_en_attente: [{ texte: 'Zqtexte' }],
      accords_donnes: [
        {
          empreinte: expect.stringMatching(/^[\da-f]{64}$/),
          retire: null,
          par_cet_identifiant: true,
        },
      ],
    })
    // the other login of the couple reads that it was not that one
    const other = await collectHeld(t.ctx.db, a.accountId, newId())
    expect(other['accords']).toMatchObject({ accords_donnes: [{ par_cet_identifiant: false }] })
  })
})
