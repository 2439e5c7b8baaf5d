import { describe, expect, test } from 'vitest'
import { deleteMessage, editMessage } from '#contract/messaging/acts'
import * as h from '#contract/messaging/held'
import * as m from '#contract/messaging/messages'
import { deleteExpiredRows } from '../../../server/life/tidy'
import { newId } from '../../../server/tokens'
import { blocks, pageOf, say } from '../../support/world/exchanges'
import { picture, upload } from '../../support/world/world'
import { as } from '../../support/world/couples'
import { type Member } from '../../support/server/server'
import { setUp, t, together, both, approve, heldPair } from './held/held-setup'

setUp()

const waiting = async (who: Member, id: string) =>
  (await who.call(h.listHeld, { params: { id } })).body.held
const texts = async (who: Member, id: string): Promise<string[]> =>
  (await pageOf(who, id)).messages.map((x) => x.content)

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
    // a repeat of the last yes, whose reply was lost
    expect((await approve(as(a, 1), held.id)).body).toEqual({ held: null, message })
    expect(await texts(b, id)).toEqual(['Samedi, chez nous ?'])
  })

  test('what both agreed to is changed by neither alone; either may delete it', async () => {
    const { a, b, id, held } = await heldPair()
    await approve(as(a, 0), held.id)
    const { message } = (await approve(as(a, 1), held.id)).body
    const sent = message?.id ?? ''
    const edit = (who: Pick<Member, 'call'>, messageId: string) =>
      who.call(editMessage, { params: { id: messageId }, body: { content: 'Jamais' } })
    for (const who of [a, as(a, 0), as(a, 1)])
      expect(await edit(who, sent)).toMatchObject({ status: 409, body: { code: 'edit_refused' } })
    expect(await texts(b, id)).toEqual(['Samedi, chez nous ?'])
    // the own words of one stay theirs
    const own = await say(a, id, 'De moi seule')
    expect((await edit(as(a, 0), own.id)).status).toBe(200)
    expect((await as(a, 1).call(deleteMessage, { params: { id: sent } })).status).toBe(200)
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
      expect(new Set(answers.flatMap((x) => x.body.message?.id ?? [])).size).toBe(1)
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

  test('taken back, it is never sent; its text is returned, also after a lost reply', async () => {
    const { a, b, id, held } = await heldPair()
    await approve(as(a, 0), held.id)
    const back = await as(a, 1).call(h.takeBackHeld, { params: { id: held.id } })
    expect(back.body.held.content).toBe('Samedi, chez nous ?')
    expect((await approve(as(a, 1), held.id)).status).toBe(404)
    expect(await texts(b, id)).toEqual([])
    const again = await a.call(h.takeBackHeld, { params: { id: held.id } })
    expect(again.body.held).toMatchObject({ content: 'Samedi, chez nous ?' })
    const row = () =>
      t.ctx.db
        .selectFrom('held_messages')
        .where('id', '=', held.id)
        .select(['state', 'content'])
        .executeTakeFirstOrThrow()
    await deleteExpiredRows(t.ctx)
    expect(await row()).toEqual({ state: 'withdrawn', content: 'Samedi, chez nous ?' })
    t.clock.now += 11 * 60_000
    await deleteExpiredRows(t.ctx)
    expect(await row()).toEqual({ state: 'withdrawn', content: '' })
  })

  test('photos and a quote go with it; a photo that waits is in no other message', async () => {
    const { a, b, id } = await heldPair()
    const quoted = await say(b, id, 'Quand ?')
    const photo = (await upload(a, await picture(4))).body.media_id
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
