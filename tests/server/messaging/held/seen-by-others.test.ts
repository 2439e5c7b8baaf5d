import { describe, expect, test } from 'vitest'
import * as h from '#contract/messaging/held'
import * as m from '#contract/messaging/messages'
import { sayTyping } from '#contract/messaging/typing'
import { collectArchive } from '../../../../server/life/collect'
import { collectHeld } from '../../../../server/life/collect-held'
import { composePush } from '../../../../server/push/compose'
import type { Device } from '../../../../server/push/queries'
import { storeUserPreferences } from '../../../../server/push/preferences'
import { newId } from '../../../../server/tokens'
import { hush, pairOf, say, settled, syncOf } from '../../../support/world/exchanges'
import { as } from '../../../support/world/couples'
import { tapPublisher } from '../../live-client'
import { setUp, t, together, both, approve, heldPair } from './held-setup'

setUp()

describe('what the others see of it', () => {
  test('nothing: no message, event, typing, order, badge or moved clock', async () => {
    const [a, b, id] = await pairOf(t)
    await say(b, id, 'Bonsoir')
    const list = async () => (await b.call(m.listConversations, {})).body
    const before = [await list(), await syncOf(b, id, '2020-01-01T00:00:00.000Z')]
    await together(a, id)
    const tap = tapPublisher(t)
    await hush(tap.events)
    const held = await both(a, id, 'Zqsecret')
    await a.call(sayTyping, { params: { id }, body: { identity_id: null, isTyping: true } })
    await as(a, 0).call(h.amendHeld, {
      params: { id: held.id },
      body: { revision: 1, content: 'Zqsecret deux' },
    })
    await settled(() => false, 50)
    tap.stop()
    expect(tap.events.length).toBeGreaterThan(0)
    expect(new Set(tap.events.map((e) => e.channel))).toEqual(
      new Set([`private-account-${a.accountId}`]),
    )
    expect([await list(), await syncOf(b, id, '2020-01-01T00:00:00.000Z')]).toEqual(before)
    const own = (await a.call(m.listConversations, {})).body.conversations.find((c) => c.id === id)
    expect(own?.metadata).toEqual({ four_hands: true, held: 1 })
    for (const answer of [
      await b.call(h.approveHeld, { params: { id: held.id }, body: { revision: 2 } }),
      await b.call(h.takeBackHeld, { params: { id: held.id } }),
    ])
      expect(answer.status).toBe(404)
    expect(JSON.stringify(await collectArchive(t.ctx, b))).not.toContain('Zqsecret')
  })

  test('the other half is notified, in words that name nothing; the archive has each yes', async () => {
    const { a, held } = await heldPair('Zqtexte')
    const device = (identity_id: string | null): Device =>
      ({ account_id: a.accountId, user_id: a.userId, identity_id }) as unknown as Device
    const push = (k: 0 | 1) =>
      composePush(t.ctx, device(a.identityIds[k] ?? null), { source: 'held', source_id: held.id })
    expect(await push(1)).toMatchObject({ words: { title: 'Nouvelle activité', body: '' } })
    const { push: known } = (await a.raw('GET', '/api/user/preferences')).body as {
      push: Record<string, unknown>
    }
    await storeUserPreferences(t.ctx, a.userId, { push: { ...known, details: true } })
    expect(await push(1)).toMatchObject({
      words: { title: 'Un message attend votre accord', body: '' },
      path: `/conversations/${held.conversationId}`,
    })
    await approve(as(a, 1), held.id)
    expect([typeof (await push(0)), await push(1)]).toEqual(['object', 'drop'])
    const archive = await collectArchive(t.ctx, a)
    expect(archive['accords']).toMatchObject({
      messages_en_attente: [{ texte: 'Zqtexte' }],
      accords_donnes: [
        {
          empreinte: expect.stringMatching(/^[\da-f]{64}$/),
          retire: null,
          par_cet_identifiant: true,
        },
      ],
    })
    // the other login of the couple reads that it was not that one
    const other = await collectHeld(t.ctx.db, a.accountId, newId())
    expect(other['accords']).toMatchObject({ accords_donnes: [{ par_cet_identifiant: false }] })
  })
})
