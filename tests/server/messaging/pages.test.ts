import { describe, expect, test } from 'vitest'
import * as m from '#contract/messaging/messages'
import { newId } from '../../../server/tokens'
import {
  groupOf,
  pageOf,
  pairOf,
  say,
  seesFrom,
  syncOf,
  takeOut,
} from '../../support/world/exchanges'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

const INSTANT = 1_700_000_000_000
/** A conversation of `count` messages of one instant: their ids, oldest first. */
const filled = async (
  count: number,
): Promise<{ who: Member; other: Member; id: string; ids: string[] }> => {
  const [who, other, id] = await pairOf(t)
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) ids.push((await say(i % 2 ? who : other, id, `n${i}`)).id)
  await t.ctx.db
    .updateTable('messages')
    .set({ created_at: INSTANT } as never)
    .where('conversation_id', '=', id)
    .execute()
  return { who, other, id, ids }
}
const idsOf = (page: { messages: readonly m.Message[] }): string[] => page.messages.map((x) => x.id)

describe('pages', () => {
  test('MSG-172: forward and backward pages give each of 120 messages exactly once', async () => {
    const { who, id, ids } = await filled(120)
    const forward = [ids[0] ?? '']
    const sizes: [number, boolean, boolean][] = []
    for (;;) {
      const page = await pageOf(who, id, { limit: 50, newestLoadedMessageId: forward.at(-1) })
      forward.push(...idsOf(page))
      sizes.push([page.messages.length, page.hasMore, page.hasNewer])
      if (!page.hasNewer) break
    }
    expect(forward).toEqual(ids)
    expect(sizes).toEqual([
      [50, true, true],
      [50, true, true],
      [19, true, false],
    ])
    const back: string[] = []
    for (;;) {
      const page = await pageOf(who, id, {
        limit: 50,
        ...(back[0] ? { oldestLoadedMessageId: back[0] } : {}),
      })
      expect(page.hasNewer).toBe(back.length > 0)
      back.unshift(...idsOf(page))
      if (!page.hasMore) break
    }
    expect(back).toEqual(ids)
    expect(await pageOf(who, id, { newestLoadedMessageId: ids.at(-1) })).toMatchObject({
      messages: [],
      hasMore: true,
      hasNewer: false,
    })
  })

  test('around: in the middle, full at both ends, hasMore and hasNewer right', async () => {
    const { who, id, ids } = await filled(60)
    const around = async (n: number, limit: number) => {
      const page = await pageOf(who, id, { around: ids[n], limit })
      return [idsOf(page).map((x) => ids.indexOf(x)), page.hasMore, page.hasNewer] as const
    }
    const range = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => from + i)
    expect(await around(30, 20)).toEqual([range(20, 40), true, true])
    expect(await around(30, 21)).toEqual([range(20, 41), true, true])
    expect(await around(3, 20)).toEqual([range(0, 20), false, true])
    expect(await around(0, 20)).toEqual([range(0, 20), false, true])
    expect(await around(10, 20)).toEqual([range(0, 20), false, true])
    expect(await around(50, 20)).toEqual([range(40, 60), true, false])
    expect(await around(59, 20)).toEqual([range(40, 60), true, false])
    expect(await around(58, 20)).toEqual([range(40, 60), true, false])
    expect(await around(30, 100)).toEqual([range(0, 60), false, false])
    expect(await around(7, 1)).toEqual([[7], true, true])
  })

  test('around a message that was deleted, and a sync from its date: nothing is lost', async () => {
    const { who, other, id, ids } = await filled(30)
    await t.ctx.db
      .updateTable('messages')
      .set({ deleted_at: 1, content: '' })
      .where('id', '=', ids[15] ?? '')
      .execute()
    const page = await pageOf(who, id, { around: ids[15], limit: 10 })
    expect(page.messages.find((x) => x.id === ids[15])?.deletedAt).not.toBeNull()
    const fresh = await say(other, id, 'encore')
    expect(idsOf(await syncOf(who, id, page.lastSyncDate))).toEqual([fresh.id])
  })

  test('at most one of the three ids; ids of elsewhere, and from before one came, are not there', async () => {
    const { who, id, ids } = await filled(10)
    const elsewhere = (await filled(1)).ids[0]
    const get = (query: object) => who.call(m.listMessages, { params: { id }, query })
    expect((await get({ around: ids[1], oldestLoadedMessageId: ids[2] })).status).toBe(400)
    for (const name of ['around', 'oldestLoadedMessageId', 'newestLoadedMessageId'])
      for (const x of [elsewhere, newId()])
        expect((await get({ [name]: x })).status, name).toBe(404)
    const seq = (await pageOf(who, id)).messages[4]?.seq ?? 0
    await seesFrom(t, id, who, seq)
    expect((await get({ around: ids[4] })).status).toBe(404)
    expect([
      idsOf((await get({ around: ids[5], limit: 4 })).body),
      (await get({ around: ids[5], limit: 4 })).body.hasMore,
    ]).toEqual([ids.slice(5, 9), false])
    expect((await get({ newestLoadedMessageId: ids[2] })).body).toMatchObject({
      hasMore: false,
      hasNewer: false,
    })
    expect(idsOf((await get({ newestLoadedMessageId: ids[2] })).body)).toEqual(ids.slice(5))
    expect((await get({ oldestLoadedMessageId: ids[2] })).body).toMatchObject({
      messages: [],
      hasMore: false,
    })
  })

  test('a removed member gets no page in any direction, and no sync', async () => {
    const [a, b] = [await t.member(), await t.member()]
    const id = await groupOf(t, [a, b])
    const sent = await say(a, id, 'un')
    const since = (await pageOf(b, id)).lastSyncDate
    await takeOut(t, id, b)
    await say(a, id, 'deux')
    for (const query of [
      {},
      { around: sent.id },
      { oldestLoadedMessageId: sent.id },
      { newestLoadedMessageId: sent.id },
    ])
      expect((await b.call(m.listMessages, { params: { id }, query })).status).toBe(404)
    expect((await b.call(m.syncConversation, { params: { id }, query: { since } })).status).toBe(
      404,
    )
  })
})
