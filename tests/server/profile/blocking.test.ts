import { describe, expect, test } from 'vitest'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { getAccount } from '#contract/profile/data'
import { listRelations } from '#contract/relations'
import { block, listBlocks, unblock } from '#contract/safety'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { setUp, NONE, share, from, pair } from './sharing-setup'

setUp()

describe('blocking', () => {
  test('hides both accounts from each other; relation and sharing end for good; only the blocker knows', async () => {
    const [a, b] = await pair()
    await share(b, a, { shareNames: true, shareAllPrivateAlbums: true })
    for (let i = 0; i < 2; i += 1)
      expect((await a.call(block, { params: { id: b.accountId } })).status).toBe(200)
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const) {
      expect((await x.call(getAccount, { params: { id: y.accountId } })).status).toBe(404)
      expect((await x.call(listRelations, {})).body.relations).toEqual([])
      expect((await x.call(startConversation, { body: { handle: y.handle } })).status).toBe(404)
    }
    expect((await a.call(listBlocks)).body.blocks).toMatchObject([
      { account_id: b.accountId, account_handle: b.handle },
    ])
    expect((await b.call(listBlocks)).body.blocks).toEqual([])
    expect((await b.call(unblock, { params: { id: a.accountId } })).status).toBe(404)
    expect((await a.call(unblock, { params: { id: b.accountId } })).status).toBe(200)
    expect((await a.call(getAccount, { params: { id: b.accountId } })).status).toBe(200)
    expect((await a.call(listRelations, {})).body.relations).toEqual([])
    expect((await from(a, b)).body).toMatchObject(NONE)
  })

  test('a direct conversation becomes read-only for both', async () => {
    const [a, b] = await pair()
    const { id } = (await a.call(startConversation, { body: { handle: b.handle } })).body
      .conversation
    const say = (m: Member) =>
      m.call(sendMessage, {
        params: { id },
        body: {
          content: 'Bonsoir',
          sender_identity_id: m.identityIds[0] ?? null,
          client_msg_id: newId(),
        },
      })
    expect((await say(a)).status).toBe(201)
    await a.call(block, { params: { id: b.accountId } })
    expect([(await say(a)).status, (await say(b)).status]).toEqual([403, 403])
    await a.call(unblock, { params: { id: b.accountId } })
    expect((await say(b)).status).toBe(201)
  })
})
