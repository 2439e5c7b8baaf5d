import { describe, expect, test } from 'vitest'
import * as m from '#contract/messaging/messages'
import { setUp, t, pair, send, list } from './messaging-setup'

setUp()

describe('read state', () => {
  test('MSG-174 MSG-102: unread counts per identity; both mode shows the higher and moves both', async () => {
    const [a, b, id] = await pair(['woman', 'man'])
    for (const text of ['un', 'deux', 'trois']) await send(b, id, text)
    const unread = async (identity: string | null): Promise<number | undefined> => {
      a.identity = identity
      const found = (await list(a)).find((c) => c.id === id)?.unread_count
      a.identity = null
      return found
    }
    const [first, second] = a.identityIds as [string, string]
    expect([await unread(first), await unread(second), await unread(null)]).toEqual([3, 3, 3])
    expect((await a.call(m.markRead, { params: { id }, body: { identityId: first } })).status).toBe(
      200,
    )
    expect([await unread(first), await unread(second), await unread(null)]).toEqual([0, 3, 3])
    expect(
      (await a.call(m.markRead, { params: { id }, body: { activeIdentity: 'both' } })).body
        .unread_count,
    ).toBe(0)
    expect([await unread(first), await unread(second), await unread(null)]).toEqual([0, 0, 0])
    expect(
      (await a.call(m.markRead, { params: { id }, body: { identityId: b.identityIds[0] ?? '' } }))
        .status,
    ).toBe(403)
  })

  test('what arrived after the message that the reader knew of stays unread', async () => {
    const [a, b, id] = await pair()
    const known = await send(a, id, 'vu')
    const later = await send(a, id, 'pas encore vu')
    const identityId = b.identityIds[0] ?? ''
    const read = await b.call(m.markRead, {
      params: { id },
      body: { identityId, up_to: known.body.id },
    })
    expect(read.body.unread_count).toBe(1)
    const seen = (await a.call(m.listMessages, { params: { id } })).body.messages
    expect(new Map(seen.map((x) => [x.id, x.readByOther]))).toEqual(
      new Map([
        [known.body.id, true],
        [later.body.id, false],
      ]),
    )
    // a message of another conversation moves nothing here
    const [c, , elsewhere] = await pair()
    const other = await send(c, elsewhere, 'ailleurs')
    const refused = await b.call(m.markRead, {
      params: { id },
      body: { identityId, up_to: other.body.id },
    })
    expect(refused.status).toBe(404)
    expect((await list(b)).find((x) => x.id === id)?.unread_count).toBe(1)
  })

  test('MSG-106: a message is readByOther once the other account has read it, not before', async () => {
    const [a, b, id] = await pair()
    const sent = await send(a, id, 'lu ?')
    expect(sent.body.readByOther).toBe(false)
    await b.call(m.markRead, { params: { id }, body: { identityId: b.identityIds[0] ?? '' } })
    const read = (await a.call(m.listMessages, { params: { id } })).body.messages[0]
    expect([read?.readByOther, read?.readByIdentityIds]).toEqual([true, b.identityIds])
  })

  test('a receipt that was missed comes back with sync; none passes a block', async () => {
    const [a, b, id] = await pair()
    const sent = await send(a, id, 'lu ?')
    const since = (await a.call(m.listMessages, { params: { id } })).body.lastSyncDate
    await b.call(m.markRead, { params: { id }, body: { identityId: b.identityIds[0] ?? '' } })
    const caught = await a.call(m.syncConversation, { params: { id }, query: { since } })
    expect(caught.body.messages.map((x) => [x.id, x.readByOther])).toEqual([[sent.body.id, true]])
    const again = await send(a, id, 'et maintenant ?')
    await t.ctx.db
      .insertInto('blocks')
      .values({ account_id: b.accountId, blocked_account_id: a.accountId, created_at: 1 })
      .execute()
    await b.call(m.markRead, { params: { id }, body: { identityId: b.identityIds[0] ?? '' } })
    const after = (await a.call(m.listMessages, { params: { id } })).body.messages.find(
      (x) => x.id === again.body.id,
    )
    expect(after?.readByOther).toBe(false)
  })

  test('what one has written oneself counts as read', async () => {
    const [a, b, id] = await pair()
    await send(b, id, 'un')
    await send(a, id, 'deux')
    expect((await list(a)).find((c) => c.id === id)?.unread_count).toBe(0)
  })
})

describe('sync', () => {
  test('MSG-158: sync answers what came after, then nothing; its dates chain without a gap', async () => {
    const [a, b, id] = await pair()
    await send(a, id, 'avant')
    let since = (await b.call(m.listMessages, { params: { id } })).body.lastSyncDate
    const got: string[] = []
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([0, 1, 2].map((i) => send(i % 2 ? a : b, id, `r${round} ${i}`)))
      const answer = await b.call(m.syncConversation, { params: { id }, query: { since } })
      got.push(...answer.body.messages.map((x) => x.id))
      expect(answer.body.more).toBe(false)
      since = answer.body.lastSyncDate
    }
    expect(got).toHaveLength(30)
    expect(new Set(got).size).toBe(30)
    const empty = await b.call(m.syncConversation, { params: { id }, query: { since } })
    expect(empty.body).toMatchObject({ messages: [], lastSyncDate: since })
  })

  test('more than a page of changes comes in several calls', async () => {
    const [a, b, id] = await pair()
    await send(a, id, 'début')
    const from = (await b.call(m.listMessages, { params: { id } })).body.lastSyncDate
    for (let i = 0; i < 230; i += 1) await send(a, id, `n${i}`)
    const first = await b.call(m.syncConversation, { params: { id }, query: { since: from } })
    const second = await b.call(m.syncConversation, {
      params: { id },
      query: { since: first.body.lastSyncDate },
    })
    expect([
      first.body.messages.length,
      first.body.more,
      second.body.messages.length,
      second.body.more,
    ]).toEqual([200, true, 30, false])
  })

  test('a message that commits while syncs run is never missed', async () => {
    const [a, b, id] = await pair()
    await send(a, id, 'début')
    let since = (await b.call(m.listMessages, { params: { id } })).body.lastSyncDate
    const got = new Set<string>()
    const sending = Promise.all(
      Array.from({ length: 60 }, (_, i) => send(i % 2 ? a : b, id, `s${i}`)),
    )
    let done = false
    void sending.then(() => {
      done = true
    })
    for (;;) {
      const last = done
      const answer = await b.call(m.syncConversation, { params: { id }, query: { since } })
      answer.body.messages.forEach((x) => got.add(x.id))
      since = answer.body.lastSyncDate
      if (last) break
    }
    expect(got.size).toBe(60)
    await sending
  })
})
