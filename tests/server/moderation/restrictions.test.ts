import { describe, expect, test } from 'vitest'
import { askAlbum } from '#contract/albums/requests'
import { editMessage } from '#contract/messaging/acts'
import { createGroup, updateGroup } from '#contract/messaging/groups'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { undoDecision } from '#contract/staff/cases'
import { createRelation } from '../../../server/relations/service'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import {
  codeOf,
  DAY,
  decide,
  detail,
  later,
  moderator,
  reported,
  RULE,
  setUp,
  t,
} from './cases-setup'

setUp()

const send = (who: Member, id: string, content: string, clientMsgId = newId()) =>
  who.call(sendMessage, {
    params: { id },
    body: { content, sender_identity_id: who.identityIds[0] ?? null, client_msg_id: clientMsgId },
  })

describe('a restriction of messages', () => {
  test('closes sending, editing and every beginning of a discussion until its end', async () => {
    const { bad, talk, id } = await reported()
    const clientMsgId = newId()
    const before = await send(bad, talk, 'déjà envoyé', clientMsgId)
    expect(before.status).toBe(201)
    await decide(moderator, id, 'restrict', { ...RULE, days: 7, scopes: ['messages'] })
    const stranger = await t.member()
    const refused = await send(bad, talk, 'encore')
    const [made] = (await detail(moderator, id)).decisions
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'restricted', details: { until: made?.until } },
    })
    const tries = async () => [
      codeOf(await send(bad, talk, 'encore')),
      codeOf(
        await bad.call(editMessage, {
          params: { id: before.body.id },
          body: { content: 'changé' },
        }),
      ),
      codeOf(await bad.call(startConversation, { body: { handle: stranger.handle } })),
      codeOf(
        await bad.call(createGroup, {
          body: { title: 'Groupe', account_ids: [stranger.accountId] },
        }),
      ),
      codeOf(
        await bad.call(askAlbum, { body: { account_id: stranger.accountId, album_id: newId() } }),
      ),
    ]
    expect(await tries()).toEqual(Array(5).fill('restricted'))
    // a send that is repeated because its reply was lost
    expect((await send(bad, talk, 'déjà envoyé', clientMsgId)).body.id).toBe(before.body.id)
    expect((await upload(bad, await picture(3))).status).toBe(201)
    await later(7 * DAY + 1, [bad], async () =>
      expect((await send(bad, talk, 'de retour')).status).toBe(201),
    )
    await moderator.call(undoDecision, {
      params: { id: made?.id ?? '' },
      body: { reason: 'Erreur' },
    })
    expect((await send(bad, talk, 'levée')).status).toBe(201)
  })

  test('closes the name and the description of a group, which all its members read', async () => {
    const { bad, id } = await reported()
    const friend = await t.member()
    await t.ctx.db
      .transaction()
      .execute((trx) => createRelation(trx, bad.accountId, friend.accountId, 'link', t.ctx.now()))
    const group = (
      await bad.call(createGroup, { body: { title: 'Nous', account_ids: [friend.accountId] } })
    ).body.conversation.id
    const change = (body: Parameters<typeof bad.call<typeof updateGroup>>[1]['body']) =>
      bad.call(updateGroup, { params: { id: group }, body })
    await decide(moderator, id, 'restrict', { ...RULE, days: 7, scopes: ['messages'] })
    expect(codeOf(await change({ title: 'Une insulte' }))).toBe('restricted')
    expect(codeOf(await change({ description: 'Une insulte' }))).toBe('restricted')
    const same = await change({ title: 'Nous', avatar_media_id: null })
    expect([same.status, same.body.conversation.title]).toEqual([200, 'Nous'])
  })
})
