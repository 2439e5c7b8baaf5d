import { describe, expect, test } from 'vitest'
import { parseEvent } from '#contract/realtime'
import { groupOf, hide, hush, pageOf, pairOf, say, settled } from '../../../support/world/exchanges'
import { type Member } from '../../../support/server/server'
import { tapPublisher } from '../../live-client'
import { setUp, t, react, takeBack } from './reactions-setup'

setUp()

describe('what is heard', () => {
  test('MSG-185: reaction.updated carries the whole map; unchanged reactions publish nothing', async () => {
    const [a, b, id] = await pairOf(t)
    const sent = await say(a, id, 'Bonsoir')
    const tap = tapPublisher(t)
    await hush(tap.events)
    const { body } = await react(b, sent.id, '👍')
    await react(b, sent.id, '👍')
    await takeBack(a, sent.id, null)
    await settled(() => tap.events.length >= 3)
    await settled(() => false, 30)
    tap.stop()
    expect(tap.events.map((e) => [e.name, e.channel]).sort()).toEqual(
      [
        `private-account-${a.accountId}`,
        `private-account-${b.accountId}`,
        `private-conversation-${id}`,
      ]
        .map((c) => ['reaction.updated', c])
        .sort(),
    )
    const event = parseEvent(tap.events[0]?.data)
    const now = (await pageOf(a, id)).messages[0]
    expect(event?.payload).toEqual({
      conversationId: id,
      messageId: sent.id,
      changed: now?.changed,
      reactions: body.reactions,
    })
  })

  test('MSG-071: only organizers learn that «Pseudo caché» reacted', async () => {
    const [admin, hidden, guest] = [await t.member(), await t.member(), await t.member()]
    const id = await groupOf(t, [admin, hidden, guest], 'event')
    await hide(t, id, hidden)
    const sent = await say(admin, id, 'Bienvenue')
    const tap = tapPublisher(t)
    await hush(tap.events)
    await react(hidden, sent.id, '👍')
    await settled(() => tap.events.length >= 3)
    tap.stop()
    const said = (who: Member) =>
      JSON.stringify(
        tap.events
          .filter((e) => e.channel === `private-account-${who.accountId}`)
          .map((e) => e.data),
      )
    expect(said(admin)).toContain(hidden.accountId)
    for (const text of [
      said(guest),
      JSON.stringify((await react(guest, sent.id, '😂')).body),
      JSON.stringify((await pageOf(guest, id)).messages),
    ]) {
      expect(text).toContain('👍')
      expect(text).not.toContain(hidden.accountId)
      expect(text).not.toContain(hidden.identityIds[0])
    }
    expect(tap.events.map((e) => e.channel)).not.toContain(`private-conversation-${id}`)
  })
})
