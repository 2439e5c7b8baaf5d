import { describe, expect, test } from 'vitest'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { report } from '#contract/safety'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { setUp, t, pair } from './sharing-setup'

setUp()

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

  test('one sent again after a lost reply is kept once; other words, or much later, are a new one', async () => {
    const [a, b, c] = [await t.member(), await t.member(), await t.member()]
    const send = async (who: Member, comment: string) =>
      (
        await who.call(report, {
          body: { kind: 'profile', id: a.accountId, reason: 'harassment', comment },
        })
      ).status
    expect(await Promise.all([1, 2, 3].map(() => send(b, 'Insultes')))).toEqual([201, 201, 201])
    expect([await send(b, 'Menaces'), await send(c, 'Insultes')]).toEqual([201, 201])
    const kept = async () =>
      (
        await t.ctx.db
          .selectFrom('reports')
          .where('target_id', '=', a.accountId)
          .where('account_id', '=', b.accountId)
          .select('comment')
          .execute()
      )
        .map((r) => r.comment)
        .sort()
    expect(await kept()).toEqual(['Insultes', 'Menaces'])
    t.clock.now += 660_000
    expect(await send(b, 'Insultes')).toBe(201)
    expect(await kept()).toEqual(['Insultes', 'Insultes', 'Menaces'])
  })
})
