import { describe, expect, test } from 'vitest'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { getAccount } from '#contract/profile/data'
import { listRelations } from '#contract/relations'
import { block, listBlocks, report, unblock } from '#contract/safety'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { setUp, t, NONE, share, from, pair } from './sharing-setup'

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

describe('reports', () => {
  test('stores the reported content as it was, for reporters who could see it', async () => {
    const [a, b] = await pair()
    const { id } = (await a.call(startConversation, { body: { handle: b.handle } })).body
      .conversation
    const sent = await a.call(sendMessage, {
      params: { id },
      body: {
        content: 'des injures',
        sender_identity_id: a.identityIds[0] ?? null,
        client_msg_id: newId(),
      },
    })
    const send = (m: Member, body: { kind: 'message' | 'profile'; id: string }) =>
      m.call(report, { body: { ...body, reason: 'harassment', comment: ' Merci de regarder ' } })
    expect((await send(b, { kind: 'message', id: sent.body.id })).status).toBe(201)
    const row = await t.ctx.db
      .selectFrom('reports')
      .where('target_id', '=', sent.body.id)
      .selectAll()
      .executeTakeFirst()
    expect(row).toMatchObject({
      account_id: b.accountId,
      target_account_id: a.accountId,
      comment: 'Merci de regarder',
      reason: 'harassment',
      handled_at: null,
    })
    const evidence = await t.ctx.db
      .selectFrom('evidence')
      .where('case_id', '=', row?.case_id ?? '')
      .select('payload')
      .executeTakeFirst()
    expect(evidence?.payload).toContain('des injures')
    expect((await send(await t.member(), { kind: 'message', id: sent.body.id })).status).toBe(404)
    expect((await send(a, { kind: 'profile', id: a.accountId })).status).toBe(400)
  })
})
