import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listConversations, startConversation } from '#contract/messaging/messages'
import { setConversationSettings } from '#contract/messaging/acts'
import { parseEvent } from '#contract/realtime'
import { groupOf, hush, pairOf, say, takeOut } from '../../support/world/exchanges'
import { testApp, type Member } from '../../support/server/server'
import { tapPublisher } from '../live-client'
import { setUp, t, quiet } from './conversations/settings-setup'

setUp()

const set = (
  who: Member,
  id: string,
  body: { muted?: boolean; pinned?: boolean; archived?: boolean },
) => who.call(setConversationSettings, { params: { id }, body })
const entry = async (who: Member, id: string) =>
  (await who.call(listConversations, {})).body.conversations.find((c) => c.id === id)

describe('settings of a conversation', () => {
  test('muted, pinned, archived: for the caller alone; what is not named stays; own devices hear of it', async () => {
    const [a, b, id] = await pairOf(t)
    await say(a, id, 'Bonsoir')
    const tap = tapPublisher(t)
    await hush(tap.events)
    expect((await set(b, id, { muted: true })).body.settings).toEqual({
      muted: true,
      pinned: false,
      archived: false,
    })
    expect((await set(b, id, { pinned: true })).body.settings).toEqual({
      muted: true,
      pinned: true,
      archived: false,
    })
    expect((await set(b, id, {})).body.settings).toEqual({
      muted: true,
      pinned: true,
      archived: false,
    })
    await quiet()
    tap.stop()
    expect(new Set(tap.events.map((e) => e.channel))).toEqual(
      new Set([`private-account-${b.accountId}`]),
    )
    expect(parseEvent(tap.events[1]?.data)?.payload).toMatchObject({
      conversation: { id, settings: { muted: true, pinned: true } },
    })
    expect((await entry(b, id))?.settings).toEqual({ muted: true, pinned: true, archived: false })
    expect((await entry(a, id))?.settings).toEqual({ muted: false, pinned: false, archived: false })
  })

  test('archiving unpins, pinning brings back; of one call archiving wins', async () => {
    const [a, , id] = await pairOf(t)
    await set(a, id, { pinned: true })
    expect((await set(a, id, { archived: true })).body.settings).toMatchObject({
      pinned: false,
      archived: true,
    })
    expect((await set(a, id, { pinned: true })).body.settings).toMatchObject({
      pinned: true,
      archived: false,
    })
    expect((await set(a, id, { pinned: true, archived: true })).body.settings).toMatchObject({
      pinned: false,
      archived: true,
    })
    expect((await set(a, id, { archived: false })).body.settings).toMatchObject({
      pinned: false,
      archived: false,
    })
  })

  test('five pins at most, also with ten concurrent requests; left conversations do not count', async () => {
    const [a, b] = [await t.member(), await t.member()]
    const ids: string[] = []
    for (let i = 0; i < 10; i += 1) ids.push(await groupOf(t, [b, a]))
    const all = await Promise.all(ids.map((id) => set(a, id, { pinned: true })))
    expect(all.filter((r) => r.status === 200)).toHaveLength(5)
    expect(all.find((r) => r.status !== 200)?.body).toMatchObject({ code: 'pinned_full' })
    const pinned = ids.filter((_, i) => all[i]?.status === 200)
    const other = ids.find((_, i) => all[i]?.status !== 200) ?? ''
    expect((await set(a, pinned[0] ?? '', { pinned: true })).status).toBe(200)
    await takeOut(t, pinned[0] ?? '', a)
    expect((await set(a, other, { pinned: true })).status).toBe(200)
    expect((await set(a, pinned[0] ?? '', { pinned: true })).status).toBe(404)
  })

  test('messages of others restore an archived conversation unless it is muted; one’s own do not', async () => {
    const [a, b, id] = await pairOf(t)
    await set(a, id, { archived: true })
    await set(b, id, { archived: true, muted: true })
    await say(a, id, 'de moi')
    expect((await entry(a, id))?.settings.archived).toBe(true)
    await say(b, id, 'des autres')
    expect((await entry(a, id))?.settings.archived).toBe(false)
    expect((await entry(b, id))?.settings).toMatchObject({ archived: true, muted: true })
  })
})

test('30 messages in 10 s in one conversation; the next is asked to wait, another conversation is not', async () => {
  const limited = await testApp({ RATE_FACTOR: '1' })
  try {
    const [a, , id] = await pairOf(limited)
    const other = await limited.member('ailleurs')
    const there = (await a.call(startConversation, { body: { handle: other.handle } })).body
      .conversation.id
    const send = (to: string) =>
      limited.app.fastify.inject({
        method: 'POST',
        url: `/api/conversations/${to}/messages`,
        headers: { authorization: `Bearer ${a.token}` },
        payload: {
          content: 'bonsoir',
          sender_identity_id: a.identityIds[0],
          client_msg_id: randomUUID(),
        },
      })
    const answers = []
    for (let i = 0; i < 31; i += 1) answers.push(await send(id))
    expect(answers.slice(0, 30).map((r) => r.statusCode)).toEqual(
      Array(30).fill(answers[0]?.statusCode),
    )
    const last = answers[30]
    expect([last?.statusCode, last?.json()]).toMatchObject([429, { code: 'too_many' }])
    expect(Number(last?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(last?.headers['retry-after'])).toBeLessThanOrEqual(10)
    expect((await send(there)).statusCode).toBe(answers[0]?.statusCode)
  } finally {
    await limited.close()
  }
})
