import { describe, expect, test } from 'vitest'
import { REACTIONS } from '#contract/limits'
import type { Message } from '#contract/messaging/messages'
import { newId } from '../../../server/tokens'
import {
  blocks,
  groupOf,
  hush,
  pageOf,
  pairOf,
  say,
  seesFrom,
  settled,
  syncOf,
  takeOut,
} from '../../support/world/exchanges'
import { tapPublisher } from '../live-client'
import { setUp, t, type Emoji, react, takeBack } from './messages/reactions-setup'

setUp()

/** emoji:identity, in order. */
const flat = (map: Message['reactions']) =>
  Object.entries(map)
    .flatMap(([emoji, list]) => list.map((r) => `${emoji} ${r.identity_id ?? 'both'}`))
    .sort()

describe('putting and taking back', () => {
  test('MSG-159 MSG-085 MSG-206: the eight emojis are accepted, in reply, pages and sync', async () => {
    const [a, b, id] = await pairOf(t)
    const sent = await say(a, id, 'Bonsoir')
    const since = (await pageOf(a, id)).lastSyncDate
    expect(REACTIONS).toHaveLength(8)
    for (const emoji of REACTIONS)
      expect(Object.keys((await react(b, sent.id, emoji)).body.reactions)).toEqual([emoji])
    for (const emoji of ['🎉', '', 'x'.repeat(100)])
      expect((await react(b, sent.id, emoji as Emoji)).status).toBe(400)
    const map = {
      '😮': [
        {
          account_id: b.accountId,
          identity_id: b.identityIds[0],
          created_at: expect.stringMatching(/Z$/) as string,
        },
      ],
    }
    expect((await pageOf(a, id)).messages[0]?.reactions).toEqual(map)
    const changed = (await syncOf(a, id, since)).messages
    expect(changed.map((x) => [x.id, x.reactions])).toEqual([[sent.id, map]])
    expect(changed[0]?.changed).toBeGreaterThan(sent.changed)
  })

  test('MSG-118: one identity’s reaction replaces its own before, never the other identity’s', async () => {
    const [a, b, id] = await pairOf(t)
    const [first, second] = a.identityIds as [string, string]
    const sent = await say(b, id, 'Bonsoir')
    await react(a, sent.id, '👍', first)
    await react(a, sent.id, '😂', second)
    const { body } = await react(a, sent.id, '😍', first)
    expect(flat(body.reactions)).toEqual([`😂 ${second}`, `😍 ${first}`].sort())
  })

  test('MSG-119: in both mode it replaces all of the account; an identity then replaces what both had put', async () => {
    const [a, b, id] = await pairOf(t)
    const [first, second] = a.identityIds as [string, string]
    const sent = await say(b, id, 'Bonsoir')
    await react(b, sent.id, '👍')
    await react(a, sent.id, '👍', first)
    await react(a, sent.id, '😂', second)
    expect(flat((await react(a, sent.id, '❤️', null)).body.reactions)).toEqual(
      ['❤️ both', `👍 ${b.identityIds[0]}`].sort(),
    )
    expect(flat((await react(a, sent.id, '😮', second)).body.reactions)).toEqual(
      [`👍 ${b.identityIds[0]}`, `😮 ${second}`].sort(),
    )
    // a single identity is always itself
    expect(flat((await react(b, sent.id, '😢', null)).body.reactions)).toContain(
      `😢 ${b.identityIds[0]}`,
    )
  })

  test('MSG-160: removes the acting identity’s reaction, else the one of both, or all of the account', async () => {
    const [a, b, id] = await pairOf(t)
    const [first, second] = a.identityIds as [string, string]
    const sent = await say(b, id, 'Bonsoir')
    await react(b, sent.id, '👍')
    await react(a, sent.id, '👍', first)
    await react(a, sent.id, '😂', second)
    expect(flat((await takeBack(a, sent.id, first)).body.reactions)).toEqual(
      [`👍 ${b.identityIds[0]}`, `😂 ${second}`].sort(),
    )
    await react(a, sent.id, '😂', first)
    expect(flat((await takeBack(a, sent.id, null)).body.reactions)).toEqual([
      `👍 ${b.identityIds[0]}`,
    ])
    await react(a, sent.id, '❤️', null)
    expect(flat((await takeBack(a, sent.id, second)).body.reactions)).toEqual([
      `👍 ${b.identityIds[0]}`,
    ])
  })

  test('100 at once of one identity leave one; every reader sees the same one', async () => {
    const [a, b, id] = await pairOf(t)
    const sent = await say(a, id, 'Bonsoir')
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, i) => react(b, sent.id, REACTIONS[i % 8] as Emoji)),
    )
    expect(new Set(all.map((r) => r.status))).toEqual(new Set([200]))
    const rows = await t.ctx.db
      .selectFrom('reactions')
      .where('message_id', '=', sent.id)
      .selectAll()
      .execute()
    expect(rows).toHaveLength(1)
    for (const who of [a, b])
      expect(flat((await pageOf(who, id)).messages[0]?.reactions ?? {})).toEqual([
        `${rows[0]?.emoji} ${b.identityIds[0]}`,
      ])
  })
})

describe('who may', () => {
  test('not on what was deleted nor on a system message; not with a foreign identity', async () => {
    const [a, b, id] = await pairOf(t)
    const [gone, standing] = [await say(a, id, 'un'), await say(a, id, 'deux')]
    await t.ctx.db
      .updateTable('messages')
      .set({ deleted_at: 1, content: '' })
      .where('id', '=', gone.id)
      .execute()
    const system = newId()
    await t.ctx.db
      .insertInto('messages')
      .values({
        id: system,
        conversation_id: id,
        seq: 1,
        changed: 1,
        sender_account_id: null,
        sender_identity_id: null,
        content: '',
        system_type: 'info',
        client_msg_id: null,
        client_hash: null,
        media_count: 0,
        created_at: 1,
        deleted_at: null,
      })
      .execute()
    for (const message of [gone.id, system])
      expect((await react(b, message, '👍')).body).toMatchObject({ code: 'reaction_refused' })
    expect((await react(b, standing.id, '👍', a.identityIds[0])).body).toMatchObject({
      code: 'foreign_identity',
    })
    expect((await react(b, newId(), '👍')).status).toBe(404)
  })

  test('non-members and later members get 404 and no event', async () => {
    const [a, b, c] = [await t.member(), await t.member(), await t.member()]
    const id = await groupOf(t, [a, b, c])
    const sent = await say(a, id, 'Bonsoir')
    expect((await react(c, sent.id, '👍')).status).toBe(200)
    await takeOut(t, id, c)
    const tap = tapPublisher(t)
    await hush(tap.events)
    expect((await react(c, sent.id, '😂')).status).toBe(404)
    expect((await takeBack(c, sent.id, null)).status).toBe(404)
    expect((await react(await t.member(), sent.id, '😂')).status).toBe(404)
    await react(b, sent.id, '😢')
    await settled(() => tap.events.length > 0)
    expect(tap.events.map((e) => e.channel)).not.toContain(`private-account-${c.accountId}`)
    await seesFrom(t, id, c, sent.seq)
    expect((await react(c, sent.id, '😂')).status).toBe(404)
    await hush(tap.events)
    await react(b, sent.id, '😡')
    await settled(() => tap.events.length > 0)
    tap.stop()
    expect(tap.events.map((e) => e.channel).sort()).toEqual(
      [a, b].map((x) => `private-account-${x.accountId}`).sort(),
    )
  })

  test('a blocked conversation refuses new ones like writing; what stands may be taken back', async () => {
    const [a, b, id] = await pairOf(t)
    const sent = await say(a, id, 'Bonsoir')
    await react(b, sent.id, '👍')
    await blocks(t, a, b)
    expect((await react(b, sent.id, '😂')).body).toMatchObject({ code: 'conversation_readonly' })
    expect((await takeBack(b, sent.id, null)).body.reactions).toEqual({})
  })
})
