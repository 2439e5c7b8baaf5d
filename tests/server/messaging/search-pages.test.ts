import { expect, test } from 'vitest'
import {
  deleteMessage,
  editMessage,
  searchAllMessages,
  searchMessages,
} from '#contract/messaging/acts'
import { startConversation } from '#contract/messaging/messages'
import type { NewRow } from '../../../server/db/tables'
import { messageKey, queryWords } from '../../../server/messaging/reading/search-key'
import { matchesIn } from '../../../server/messaging/reading/search-pages'
import { newId } from '../../../server/tokens'
import { pairOf, say } from '../../support/world/exchanges'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

const hits = async (who: Member, id: string, q: string): Promise<string[]> =>
  (await who.call(searchMessages, { params: { id }, query: { q, limit: 50 } })).body.hits.map(
    (h) => h.messageId,
  )
const pages = (id: string) =>
  t.ctx.db
    .selectFrom('search_pages')
    .where('conversation_id', '=', id)
    .orderBy('up_to')
    .selectAll()
    .execute()

interface Told {
  readonly id: string
  readonly content: string
  readonly created_at: number
}
/** Messages of the conversation's past, `ms` apart, written by `who`. */
const past = async (
  id: string,
  who: Member,
  texts: readonly string[],
  ms = 1_000,
): Promise<Told[]> => {
  const from = t.ctx.now() - texts.length * ms - 60_000
  const told = texts.map((content, i) => ({
    id: newId(),
    content,
    created_at: from + Math.floor(i * ms),
  }))
  const rows = told.map((m, i): NewRow<'messages'> => ({
    ...m,
    conversation_id: id,
    // the clock runs ahead of the time when much happens within a millisecond
    seq: from + i * Math.max(1, ms),
    changed: from + i * Math.max(1, ms),
    sender_account_id: who.accountId,
    client_msg_id: newId(),
    media_count: 0,
  }))
  for (let i = 0; i < rows.length; i += 500)
    await t.ctx.db
      .insertInto('messages')
      .values(rows.slice(i, i + 500))
      .execute()
  await t.ctx.db
    .updateTable('conversations')
    .set({ last_message_at: told.at(-1)?.created_at ?? 0 })
    .where('id', '=', id)
    .execute()
  return told
}

test('the first search writes pages, later ones extend the last; no word is stored in the clear', async () => {
  const [a, b, id] = await pairOf(t)
  const told = await past(
    id,
    a,
    Array.from({ length: 1_300 }, (_, i) => `Rendez-vous chez n${i}x`),
  )
  expect(await hits(b, id, 'rendez-vous n3x')).toContain(told[3]?.id)
  expect((await pages(id)).map((p) => p.size)).toEqual([512, 512, 276])
  for (let i = 0; i < 8; i += 1) await say(a, id, `Nouvelle ${i}`)
  expect(await hits(b, id, 'nouvelle 7')).toHaveLength(1)
  expect((await pages(id)).map((p) => p.size)).toEqual([512, 512, 276])
  const ninth = await say(a, id, 'Nouvelle neuvième')
  expect(await hits(b, id, 'neuvieme')).toEqual([ninth.id])
  expect((await pages(id)).map((p) => p.size)).toEqual([512, 512, 285])
  expect((await pages(id))[0]?.text).toContain('rendez-vous chez n3x\t')
  const stored = JSON.stringify(
    await t.ctx.db.withoutPlugins().selectFrom('search_pages').selectAll().execute(),
  )
  expect(stored).not.toContain('rendez')
})

test('a changed or deleted text leaves its page at once, and the search writes it anew', async () => {
  const [a, b, id] = await pairOf(t)
  await past(
    id,
    a,
    Array.from({ length: 600 }, (_, i) => `Ancien n${i}x`),
  )
  const last = await say(a, id, 'Un secret de polichinelle')
  for (let i = 0; i < 9; i += 1) await say(b, id, `Suite ${i}`)
  expect(await hits(b, id, 'polichinelle')).toEqual([last.id])
  const whole = (await pages(id)).map((p) => p.up_to)
  expect(whole).toHaveLength(2)
  await a.call(editMessage, { params: { id: last.id }, body: { content: 'Une confidence' } })
  expect((await pages(id)).map((p) => p.up_to)).toEqual(whole.slice(0, 1))
  expect(await hits(b, id, 'polichinelle')).toEqual([])
  expect(await hits(b, id, 'confidence')).toEqual([last.id])
  expect((await pages(id)).map((p) => p.up_to)).toEqual(whole)
  await a.call(deleteMessage, { params: { id: last.id } })
  expect((await pages(id)).map((p) => p.up_to)).toEqual(whole.slice(0, 1))
  expect(await hits(b, id, 'confidence')).toEqual([])
  // a page from the middle
  const [first] = await pages(id)
  await t.ctx.db
    .deleteFrom('search_pages')
    .where('id', '=', first?.id ?? '')
    .execute()
  expect(await hits(b, id, 'ancien n17x')).toHaveLength(1)
  const again = await pages(id)
  expect(again.map((p) => p.up_to)).toEqual(whole)
  expect(again[1]?.after_seq).toBe(again[0]?.up_to)
})

test('a page of long texts is full early', async () => {
  const [a, b, id] = await pairOf(t)
  const long = 'bla '.repeat(750)
  const told = await past(
    id,
    a,
    Array.from({ length: 90 }, (_, i) => `${long} n${i}x`),
  )
  for (const i of [0, 33, 34, 35, 89])
    expect(await hits(b, id, `n${i}x`), String(i)).toEqual([told[i]?.id])
  const written = await pages(id)
  expect(written.map((p) => p.size)).toEqual([512, 512, expect.any(Number)])
  for (const p of written) expect(p.text.length).toBeLessThan(110_000)
  expect(written.map((p) => p.after_seq)).toEqual([0, written[0]?.up_to, written[1]?.up_to])
})

test('searches at the same moment write each page once', async () => {
  const [a, b, id] = await pairOf(t)
  const told = await past(
    id,
    a,
    Array.from({ length: 1_100 }, (_, i) => `Ensemble n${i}x`),
  )
  const found = await Promise.all(
    Array.from({ length: 8 }, (_, i) => hits(i % 2 ? a : b, id, 'ensemble n42x')),
  )
  for (const ids of found) expect(ids).toContain(told[42]?.id)
  expect((await pages(id)).map((p) => p.size)).toEqual([512, 512, 76])
})

test('a page is searched in its texts alone, not in the numbers beside them', () => {
  const text = 'le 1 mai\tk3.2\n1 bis\tk4\nsans\t1\n'
  const found = (q: string) => matchesIn({ conversation_id: 'c', text }, queryWords(q))
  expect(found('1').map((m) => m.seq)).toEqual([0xb4 * 4 + 3, 0xb4 * 4 + 4])
  expect(found('mai 1')).toEqual([
    { conversationId: 'c', seq: 0xb4 * 4 + 3, createdAt: 0xb4 * 4 + 1 },
  ])
  expect(found('k4')).toEqual([])
})

test('any search over several conversations, page by page, is what a reading of all messages finds', async () => {
  const words = 'soir, demain Été cœur oui non merci bar à vin chez nous on verra'.split(' ')
  const textOf = (n: number): string =>
    Array.from({ length: 1 + (n % 5) }, (_, k) => words[(n * 31 + k * 7) % words.length]).join(' ')
  const me = await t.member()
  const told: Told[] = []
  for (const [count, ms] of [
    [700, 1_000],
    [5, 40_000],
    [900, 0.25],
    [60, 9_000],
  ] as const) {
    const { handle } = await t.member()
    const { body } = await me.call(startConversation, { body: { handle } })
    const { id } = body.conversation
    told.push(
      ...(await past(
        id,
        me,
        Array.from({ length: count }, (_, i) => textOf(i)),
        ms,
      )),
    )
  }
  for (const q of ['coeur', 'ete merci', 'on', 'verra bar nous', 'absent', 'vin']) {
    const wanted = told
      .filter((m) => queryWords(q).every((word) => messageKey(m.content)?.includes(word)))
      .sort((x, y) => y.created_at - x.created_at || (x.id < y.id ? 1 : -1))
      .map((m) => m.id)
    const got: string[] = []
    for (;;) {
      const before = got.at(-1)
      const { body } = await me.call(searchAllMessages, {
        query: { q, limit: 37, ...(before ? { before } : {}) },
      })
      got.push(...body.hits.map((h) => h.messageId))
      if (!body.hasMore) break
    }
    expect(got, q).toEqual(wanted)
  }
})
