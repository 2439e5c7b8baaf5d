import { describe, expect, test } from 'vitest'
import * as m from '#contract/messaging/messages'
import { newId } from '../../../server/tokens'
import { picture, upload } from '../../support/world/world'
import { setUp, t, pair, send, list } from './messaging-setup'

setUp()

describe('conversations', () => {
  test('MSG-177: start opens or finds the direct conversation, also from both sides at once', async () => {
    const [a, b] = [await t.member('start_a'), await t.member('start_b')]
    const all = await Promise.all(
      [a, b, a, b].map((who) =>
        who.call(m.startConversation, { body: { handle: who === a ? 'START_B' : '@start_a' } }),
      ),
    )
    expect(all.map((r) => r.status)).toEqual([200, 200, 200, 200])
    expect(new Set(all.map((r) => r.body.conversation.id)).size).toBe(1)
    expect(all[0]?.body.conversation.type).toBe('direct')
    expect(
      all[0]?.body.conversation.participants.map((p) => p.account.account_handle).sort(),
    ).toEqual(['start_a', 'start_b'])
  })

  test('unknown, blocked and own handle', async () => {
    const [a, b] = [await t.member('porte_a'), await t.member('porte_b')]
    await t.ctx.db
      .insertInto('blocks')
      .values({ account_id: b.accountId, blocked_account_id: a.accountId, created_at: 1 })
      .execute()
    const start = (handle: string) => a.call(m.startConversation, { body: { handle } })
    const [unknown, blocked, own] = [
      await start('personne_ici'),
      await start('porte_b'),
      await start('porte_a'),
    ]
    expect(blocked.body).toEqual(unknown.body)
    expect([unknown.status, blocked.status, own.status]).toEqual([404, 404, 400])
  })

  test('MSG-169 MSG-109: newest message first; an empty conversation is listed for its opener only', async () => {
    const [a, b, id] = await pair()
    expect((await list(a)).map((c) => c.id)).toContain(id)
    expect((await list(b)).map((c) => c.id)).not.toContain(id)
    const [c, , other] = await pair()
    await send(a, id, 'premier')
    const third = await a.call(m.startConversation, { body: { handle: c.handle } })
    await send(a, third.body.conversation.id, 'second')
    expect((await list(a)).map((x) => x.id)).toEqual([third.body.conversation.id, id])
    expect((await list(b)).map((x) => x.id)).toEqual([id])
    expect((await list(b)).map((x) => x.id)).not.toContain(other)
  })

  test('MSG-078 MSG-080: an entry carries both spellings, its last message, participants and counts', async () => {
    const [a, b, id] = await pair()
    await send(a, id, 'Bonsoir')
    const [entry] = await list(b)
    expect(m.conversation.safeParse(entry).error).toBeUndefined()
    expect(entry).toMatchObject({
      id,
      type: 'direct',
      conversation_type: 'direct',
      unread_count: 1,
      participant_count: 2,
      can_write: true,
      last_message: { content: 'Bonsoir', senderHandle: a.handle, mediaCount: 0 },
    })
    expect(entry?.participants.find((p) => p.account_id === a.accountId)).toMatchObject({
      is_admin: false,
      account: {
        id: a.accountId,
        account_handle: a.handle,
        avatar_url: null,
        is_online: false,
        identities: a.identityIds.map((identityId) => ({ id: identityId })),
      },
    })
  })

  test('MSG-170: search finds by handle, whatever its case and accents, and only one’s own', async () => {
    const [a, b, id] = await pair()
    await send(a, id, 'x')
    const found = await a.call(m.searchConversations, {
      query: { q: `  <${b.handle.toUpperCase().slice(0, 5)}>` },
    })
    expect(found.body.conversations.map((c) => c.id)).toContain(id)
    expect(
      (await a.call(m.searchConversations, { query: { q: '100%_' } })).body.conversations,
    ).toEqual([])
    const stranger = await t.member()
    expect(
      (await stranger.call(m.searchConversations, { query: { q: 'alice' } })).body.conversations,
    ).toEqual([])
  })
})

describe('messages', () => {
  test('MSG-172 MSG-114 MSG-115: 120 messages of one instant come in pages of 50, 50 and 20', async () => {
    const [a, b, id] = await pair()
    for (let i = 0; i < 120; i += 1) await send(i % 2 ? a : b, id, `message ${i}`)
    await t.ctx.db
      .updateTable('messages')
      .set({ created_at: 1_700_000_000_000 } as never)
      .where('conversation_id', '=', id)
      .execute()
    const pages: m.Message[][] = []
    let oldest: string | undefined
    for (;;) {
      const page = await a.call(m.listMessages, {
        params: { id },
        query: { limit: 50, ...(oldest ? { oldestLoadedMessageId: oldest } : {}) },
      })
      pages.unshift(page.body.messages)
      oldest = page.body.messages[0]?.id
      if (!page.body.hasMore) break
    }
    expect(pages.map((p) => p.length)).toEqual([20, 50, 50])
    expect(pages.flat().map((x) => x.content)).toEqual(
      Array.from({ length: 120 }, (_, i) => `message ${i}`),
    )
  })

  test('MSG-173: text with two photos; the answer is the stored message', async () => {
    const [a, b, id] = await pair()
    const media = [
      (await upload(a, await picture(1))).body.media_id,
      (await upload(a, await picture(2))).body.media_id,
    ]
    const sent = await send(a, id, ' Deux photos ', { media_ids: media })
    expect(sent.status).toBe(201)
    expect(sent.body).toMatchObject({
      content: 'Deux photos',
      senderAccountId: a.accountId,
      senderIdentityId: a.identityIds[0],
    })
    expect(sent.body.media.map((x) => x.id)).toEqual(media)
    expect(sent.body.media[0]).toMatchObject({
      mimeType: 'image/jpeg',
      uploadStatus: 'completed',
      r2Key: null,
      r2ThumbnailKey: null,
    })
    expect((await b.call(m.listMessages, { params: { id } })).body.messages.at(-1)).toEqual({
      ...sent.body,
    })
  })

  test('the same client_msg_id answers the same message, 20 at once as well; with other content 409', async () => {
    const [a, , id] = await pair()
    const client_msg_id = newId()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => send(a, id, 'une fois', { client_msg_id })),
    )
    expect(new Set(all.map((r) => r.status))).toEqual(new Set([201]))
    expect(new Set(all.map((r) => r.body.id)).size).toBe(1)
    expect((await send(a, id, 'autre chose', { client_msg_id })).status).toBe(409)
    expect((await a.call(m.listMessages, { params: { id } })).body.messages).toHaveLength(1)
  })

  test('50 sends at once from two members: every reader sees the same strictly growing order', async () => {
    const [a, b, id] = await pair()
    await Promise.all(Array.from({ length: 50 }, (_, i) => send(i % 2 ? a : b, id, `m${i}`)))
    const [x, y] = await Promise.all(
      [a, b].map((who) => who.call(m.listMessages, { params: { id }, query: { limit: 100 } })),
    )
    const seqs = x?.body.messages.map((q) => q.seq) ?? []
    expect(seqs).toHaveLength(50)
    expect(seqs).toEqual([...new Set(seqs)].sort((p, q) => p - q))
    expect(y?.body.messages.map((q) => q.id)).toEqual(x?.body.messages.map((q) => q.id))
  })

  test('MSG-141: blanks alone are refused; too long is refused; nothing is stored', async () => {
    const [a, , id] = await pair()
    expect((await send(a, id, '  \n ')).status).toBe(400)
    expect((await send(a, id, 'x'.repeat(10_001))).status).toBe(400)
    expect((await a.call(m.listMessages, { params: { id } })).body.messages).toEqual([])
  })

  test('media of somebody else, used before, or named twice are refused', async () => {
    const [a, b, id] = await pair()
    const mine = (await upload(a, await picture(5))).body.media_id
    expect((await send(b, id, '', { media_ids: [mine] })).status).toBe(403)
    expect((await send(a, id, '', { media_ids: [mine, mine] })).status).toBe(409)
    expect((await send(a, id, '', { media_ids: [mine] })).status).toBe(201)
    expect((await send(a, id, 'encore', { media_ids: [mine] })).status).toBe(409)
  })

  test('MSG-154: both mode stores no identity and shows the account; a foreign identity is refused', async () => {
    const [a, b, id] = await pair(['woman', 'man'])
    const both = await send(a, id, 'nous deux', { sender_identity_id: null })
    expect(both.body).toMatchObject({
      senderIdentityId: null,
      identity: { handle: a.handle, both: true },
    })
    const single = await send(b, id, 'moi', { sender_identity_id: null })
    expect(single.body).toMatchObject({
      senderIdentityId: b.identityIds[0],
      identity: { both: false },
    })
    expect((await send(a, id, 'autre', { sender_identity_id: b.identityIds[0] })).status).toBe(403)
  })

  test('two who wrote to each other become relations; one alone does not', async () => {
    const [a, b, id] = await pair()
    const relations = () =>
      t.ctx.db.selectFrom('relations').where('account_id', '=', a.accountId).selectAll().execute()
    await send(a, id, 'bonjour')
    await send(a, id, 'vous êtes là ?')
    expect(await relations()).toEqual([])
    await send(b, id, 'oui')
    expect((await relations()).map((r) => r.with_account_id)).toEqual([b.accountId])
  })

  test('blocked either way: the conversation is read-only', async () => {
    const [a, b, id] = await pair()
    await send(a, id, 'bonjour')
    await t.ctx.db
      .insertInto('blocks')
      .values({ account_id: b.accountId, blocked_account_id: a.accountId, created_at: 1 })
      .execute()
    for (const who of [a, b]) {
      expect((await send(who, id, 'encore')).body).toMatchObject({ code: 'conversation_readonly' })
      expect(
        (await who.call(m.getConversation, { params: { id } })).body.conversation.can_write,
      ).toBe(false)
    }
  })
})
