import { describe, expect, test } from 'vitest'
import { searchAllMessages, searchMessages, type SearchHit } from '#contract/messaging/acts'
import type { NewRow } from '../../../server/db/tables'
import {
  excerptAround,
  locateMatch,
  messageKey,
  queryWords,
} from '../../../server/messaging/reading/search-key'
import { newId } from '../../../server/tokens'
import {
  blocks,
  groupOf,
  hide,
  pairOf,
  say,
  seesFrom,
  takeOut,
} from '../../support/world/exchanges'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

const find = (who: Member, id: string, q: string, more: { before?: string; limit?: number } = {}) =>
  who.call(searchMessages, { params: { id }, query: { q, ...more } })
const findAll = (who: Member, q: string, more: { before?: string; limit?: number } = {}) =>
  who.call(searchAllMessages, { query: { q, ...more } })
const matched = (hit: SearchHit | undefined): string => hit?.excerpt.slice(...hit.match) ?? ''

describe('what matches', () => {
  /** [text, query, what is marked] */
  const YES = [
    ['À très bientôt, les amis', 'tres', 'très'],
    ['e\u0301te\u0301 comme hiver', 'été', 'e\u0301te\u0301'],
    ['Un CŒUR à prendre', 'coeur', 'CŒUR'],
    ['Un coeur à prendre', 'cœur', 'coeur'],
    ['Un cœur', 'eur', 'œur'],
    ['ex æquo', 'aequo', 'æquo'],
    ['l’été prochain', "l'ete", 'l’été'],
    ['Soirée 🧜‍♀️ chez nous', 'nous', 'nous'],
    ['👩🏽‍🚀 décolle', 'decolle', 'décolle'],
    ['avec ❤️ toujours', '❤️', '❤️'],
    ['ﬁn de soirée', 'fin', 'ﬁn'],
    ['mot cou\u00adpé', 'coupe', 'cou\u00adpé'],
    ['100 % sûr \\ _', '100 %', '100'],
    ['deux   espaces', 'espaces deux', 'deux'],
  ] as const
  test('no case, no accents, ligatures and emoji: found, and marked in the text as it was written', async () => {
    const [a, b, id] = await pairOf(t)
    for (const [text, query, mark] of YES) {
      const sent = await say(a, id, text)
      const hit = (await find(b, id, query)).body.hits.find((h) => h.messageId === sent.id)
      expect(hit, `${query} in ${text}`).toBeDefined()
      expect(matched(hit), `${query} in ${text}`).toBe(mark)
    }
  })
  test('an emoji is marked whole, with its joiners, and never cut in the excerpt', () => {
    const family = '👩‍👩‍👧‍👦'
    const text = `${family.repeat(20)} coucou ${family.repeat(20)}`
    const at = locateMatch(text, queryWords('coucou'))
    expect(at && text.slice(...at)).toBe('coucou')
    const { excerpt, match } = excerptAround(text, at ?? [0, 0])
    expect(excerpt.slice(...match)).toBe('coucou')
    expect(excerpt.replaceAll(family, '').trim()).toBe('… coucou …')
    const heart = 'avec ❤️ toujours'
    expect(heart.slice(...(locateMatch(heart, queryWords('❤')) ?? []))).toBe('❤️')
    expect(text.slice(...(locateMatch(text, ['👧']) ?? []))).toBe(family)
  })
  test('the key of a text is the keys of its characters; nothing to find has none', () => {
    for (const text of ['ΣΊΣΥΦΟΣ', 'İstanbul', 'Ｆｕｌｌ', '𝓫𝓮𝓵𝓵𝓮', 'a\u200bb', '½']) {
      const word = messageKey(text) ?? ''
      expect(locateMatch(`x ${text}`, [word]), text).toEqual([2, 2 + text.length])
    }
    expect([messageKey(' \u0301 \u200d '), queryWords('\u0301')]).toEqual([null, []])
    expect(queryWords('bon  bonjour Bon ça')).toEqual(['bonjour', 'ca'])
  })
  test('every word must be there, in any order; _ % and \\ are themselves', async () => {
    const [a, b, id] = await pairOf(t)
    await say(a, id, 'On se voit demain soir chez nous ?')
    const hits = async (q: string) => (await find(b, id, q)).body.hits.length
    expect([
      await hits('soir demain'),
      await hits('demain matin'),
      await hits('dem__n'),
      await hits('dem%'),
      await hits('soir\\'),
      await hits('voi ou'),
    ]).toEqual([1, 0, 0, 0, 0, 1])
    for (const q of ['', 'a', '  a  ', 'x'.repeat(101)])
      expect((await find(b, id, q)).status).toBe(400)
    expect((await find(b, id, '\u0301\u0301')).body).toEqual({ hits: [], hasMore: false })
  })
  test('a long text: about 120 characters around the first place, cut between characters', async () => {
    const [a, b, id] = await pairOf(t)
    await say(a, id, `${'é'.repeat(3_000)} trouvaille ${'à'.repeat(3_000)}`)
    const hit = (await find(b, id, 'TROUVAILLE')).body.hits[0]
    expect(matched(hit)).toBe('trouvaille')
    expect(hit?.excerpt).toMatch(/^…é+ trouvaille à+…$/)
    expect(hit?.excerpt.length).toBeLessThanOrEqual(124)
  })
})

describe('pages and rights', () => {
  test('newest first, each once over pages; what names them', async () => {
    const [a, b, id] = await pairOf(t)
    const sent: string[] = []
    for (let i = 0; i < 25; i += 1)
      sent.push((await say(i % 2 ? a : b, id, `soirée numéro ${i}`)).id)
    const got: SearchHit[] = []
    for (;;) {
      const before = got.at(-1)?.messageId
      const { body } = await find(a, id, 'SOIREE', { limit: 10, ...(before ? { before } : {}) })
      got.push(...body.hits)
      if (!body.hasMore) break
    }
    expect(got.map((h) => h.messageId)).toEqual(sent.reverse())
    expect(got[0]).toMatchObject({
      conversationId: id,
      is_own: false,
      senderHandle: (await say(b, id, 'x')).identity.handle,
      createdAt: expect.stringMatching(/Z$/) as string,
    })
  })

  test('searches several conversations by time, without foreign, left or earlier messages', async () => {
    const [a, b] = [await t.member(), await t.member()]
    const [one, two, left, foreign] = [
      await groupOf(t, [a, b]),
      await groupOf(t, [b, a]),
      await groupOf(t, [b, a]),
      await groupOf(t, [b]),
    ]
    for (const id of [left, foreign]) await say(b, id, 'rendez-vous secret')
    const early = await say(b, two, 'rendez-vous manqué')
    await seesFrom(t, two, a, early.seq)
    await takeOut(t, left, a)
    const sent: string[] = []
    for (let i = 0; i < 12; i += 1)
      sent.push((await say(b, i % 3 ? one : two, `rendez-vous ${i}`)).id)
    const got: string[] = []
    for (;;) {
      const before = got.at(-1)
      const { body } = await findAll(a, 'RENDEZ-VOUS', { limit: 5, ...(before ? { before } : {}) })
      got.push(...body.hits.map((h) => h.messageId))
      if (!body.hasMore) break
    }
    expect(got).toEqual(sent.reverse())
    for (const id of [left, foreign]) expect((await find(a, id, 'secret')).status).toBe(404)
    expect((await findAll(a, 'rendez', { before: early.id })).status).toBe(404)
    expect((await find(a, one, 'rendez', { before: got.at(-1) ?? '' })).status).toBe(404)
  })

  test('more conversations than one query looks through: still the newest of all first', async () => {
    const [a, b] = [await t.member(), await t.member()]
    const sent: string[] = []
    const ids: string[] = []
    for (let i = 0; i < 20; i += 1) ids.push(await groupOf(t, [a, b]))
    for (let round = 0; round < 2; round += 1)
      for (const id of ids) sent.push((await say(b, id, `vendredi ${round}`)).id)
    const first = (await findAll(a, 'vendredi', { limit: 30 })).body
    expect([first.hits.map((h) => h.messageId), first.hasMore]).toEqual([
      [...sent].reverse().slice(0, 30),
      true,
    ])
  })

  test('skips deleted and system messages; finds a blocked member’s messages in a group', async () => {
    const [a, b, c] = [await t.member(), await t.member(), await t.member()]
    const id = await groupOf(t, [a, b, c])
    const gone = await say(a, id, 'bonsoir un')
    const kept = await say(b, id, 'bonsoir deux')
    await t.ctx.db
      .updateTable('messages')
      .set({ deleted_at: 1 })
      .where('id', '=', gone.id)
      .execute()
    await t.ctx.db
      .insertInto('messages')
      .values({
        id: newId(),
        conversation_id: id,
        seq: 5,
        changed: 5,
        sender_account_id: null,
        sender_identity_id: null,
        content: 'bonsoir',
        system_type: 'info',
        client_msg_id: null,
        client_hash: null,
        media_count: 0,
        created_at: 5,
        deleted_at: null,
      })
      .execute()
    await blocks(t, c, b)
    for (const answer of [await find(c, id, 'bonsoir'), await findAll(c, 'bonsoir')])
      expect(answer.body.hits.map((h) => h.messageId)).toEqual([kept.id])
  })

  test('a removed member and a stranger get nothing, by no query; «Pseudo caché» is not named', async () => {
    const [admin, hidden, guest] = [await t.member(), await t.member(), await t.member()]
    const id = await groupOf(t, [admin, hidden, guest], 'event')
    await hide(t, id, hidden)
    await say(hidden, id, 'coucou tout le monde')
    for (const answer of [await find(guest, id, 'coucou'), await findAll(guest, 'coucou')]) {
      expect(answer.body.hits.map((h) => h.senderHandle)).toEqual(['Pseudo caché'])
      expect(JSON.stringify(answer.body)).not.toContain(hidden.handle)
    }
    expect((await find(admin, id, 'coucou')).body.hits[0]?.senderHandle).not.toBe('Pseudo caché')
    await takeOut(t, id, guest)
    for (const who of [guest, await t.member()]) {
      expect((await find(who, id, 'coucou')).status).toBe(404)
      expect((await findAll(who, 'coucou')).body.hits).toEqual([])
    }
  })
})

test('a search in 20,000 messages finds nothing, or only the oldest, as surely as in ten', async () => {
  const [a, b, id] = await pairOf(t)
  const words =
    'bonjour vous venez demain soir chez nous pour la soirée je crois que oui merci beaucoup à très bientôt les amis'.split(
      ' ',
    )
  const from = t.ctx.now() - 40_000
  await t.ctx.db.transaction().execute(async (trx) => {
    for (let i = 0; i < 20_000; i += 500)
      await trx
        .insertInto('messages')
        .values(
          Array.from({ length: 500 }, (_, j): NewRow<'messages'> => {
            const n = i + j
            const content = `${Array.from({ length: 5 + (n % 17) }, (_x, k) => words[(n * 7 + k * (1 + (n % 11))) % words.length]).join(' ')}${n === 3 ? ' xylophone' : ''}`
            return {
              id: newId(),
              conversation_id: id,
              seq: from + n,
              changed: from + n,
              sender_account_id: a.accountId,
              sender_identity_id: null,
              content,
              system_type: null,
              client_msg_id: newId(),
              client_hash: null,
              media_count: 0,
              created_at: from + n,
              deleted_at: null,
            }
          }),
        )
        .execute()
    await trx
      .updateTable('conversations')
      .set({ last_message_at: from + 20_000 })
      .where('id', '=', id)
      .execute()
  })
  // the best of several: what else runs on the machine is no part of it
  const best = async (
    work: () => Promise<{ body: { hits: unknown[] } }>,
    hits: number,
  ): Promise<number> => {
    let least = Infinity
    for (let i = 0; i < 9; i += 1) {
      const start = performance.now()
      expect((await work()).body.hits).toHaveLength(hits)
      least = Math.min(least, performance.now() - start)
    }
    return least
  }
  const figures = {
    nothing: await best(() => find(b, id, 'zzz demain'), 0),
    oldest: await best(() => find(b, id, 'xylophone'), 1),
    common: await best(() => find(b, id, 'soiree'), 20),
    everywhere: await best(() => findAll(b, 'xylophone'), 1),
  }
  console.log(
    'search in 20,000 messages, ms:',
    Object.fromEntries(Object.entries(figures).map(([k, v]) => [k, Math.round(v)])),
  )
}, 120_000)
