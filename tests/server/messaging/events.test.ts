import { describe, expect, test } from 'vitest'
import * as m from '#contract/messaging/messages'
import * as g from '#contract/messaging/groups'
import * as talk from '../../../server/messaging/service'
import { newId } from '../../../server/tokens'
import { groupOf } from '../../support/world/exchanges'
import { picture, upload } from '../../support/world/world'
import { tapPublisher } from '../live-client'
import { setUp, t, START, sortie, sync, direct, send, seen, inside } from './events-setup'

setUp()

test('MSG-004: a text and a photo reach the other member in each of the four kinds of conversation', async () => {
  const s = await sortie()
  const between = (
    await s.organizer.call(m.startConversation, { body: { handle: s.guest.handle } })
  ).body.conversation.id
  const group = await groupOf(t, [s.organizer, s.guest, s.other])
  const aside = await direct(s, s.guest, s.organizer)
  const kinds: string[] = []
  for (const id of [between, group, s.id, aside.id]) {
    const mediaId = (await upload(s.organizer, await picture(kinds.length + 1))).body.media_id
    const reply = await s.organizer.call(m.sendMessage, {
      params: { id },
      body: {
        content: `Bonsoir ${id}`,
        media_ids: [mediaId],
        sender_identity_id: s.organizer.identityIds[0] ?? null,
        client_msg_id: newId(),
      },
    })
    expect(reply.status).toBe(201)
    await send(s.organizer, id, 'Rien que du texte')
    const page = (await s.guest.call(m.listMessages, { params: { id } })).body.messages
    const written = page.filter((x) => !x.systemType)
    expect(written.slice(-2).map((x) => [x.content, x.media.map((one) => one.id)])).toEqual([
      [`Bonsoir ${id}`, [mediaId]],
      ['Rien que du texte', []],
    ])
    kinds.push((await seen(s.guest, id)).type)
  }
  expect(kinds).toEqual(['direct', 'group', 'event', 'event-direct'])
})

describe('the conversation of an event', () => {
  test('MSG-003: one event conversation per event, also when two requests open it at once', async () => {
    const organizer = await t.member()
    const event = {
      eventId: newId(),
      title: 'Bal',
      startAt: START,
      groupOptions: 'all' as const,
      organizerIds: [organizer.accountId],
    }
    const both = await Promise.all([
      talk.openEventConversation(t.ctx, t.ctx.db, event),
      talk.openEventConversation(t.ctx, t.ctx.db, event),
    ])
    expect(both[0].id).toBe(both[1].id)
    expect(await talk.eventConversationId(t.ctx.db, event.eventId)).toBe(both[0].id)
    const guest = await t.member()
    const opened = await talk.openEventDirect(t.ctx, t.ctx.db, {
      ...event,
      participantId: guest.accountId,
      by: { ...guest, identityId: null },
    })
    const started = await organizer.call(m.startConversation, { body: { handle: guest.handle } })
    await t.ctx.db
      .insertInto('relations')
      .values({
        account_id: organizer.accountId,
        with_account_id: guest.accountId,
        created_at: 0,
        origin: 'link',
      })
      .execute()
    const group = await organizer.call(g.createGroup, {
      body: { title: 'Nous', account_ids: [guest.accountId] },
    })
    const types = new Map(
      (await organizer.call(m.listConversations)).body.conversations.map((c) => [
        c.id,
        [c.type, c.conversation_type],
      ]),
    )
    expect(
      [both[0].id, opened.id, started.body.conversation.id, group.body.conversation.id].map((id) =>
        types.get(id),
      ),
    ).toEqual([
      ['event', 'event'],
      ['event-direct', 'event-direct'],
      ['direct', 'direct'],
      ['group', 'group'],
    ])
    expect(types.size).toBe(4)
  })

  test('MSG-170: its fields say what the event says, and an event title is found by the search', async () => {
    const s = await sortie('organizers')
    expect(await seen(s.organizer, s.id)).toMatchObject({
      type: 'event',
      title: null,
      event_id: s.eventId,
      event_title: s.title,
      event_start_date: new Date(START).toISOString(),
      is_event_organizer: true,
      event_group_options: 'organizers',
      can_write: true,
      participant_count: 3,
    })
    expect(await seen(s.guest, s.id)).toMatchObject({
      is_event_organizer: false,
      event_group_options: 'organizers',
      can_write: false,
    })
    const announce = await talk.updateEventConversation(t.ctx, t.ctx.db, {
      eventId: s.eventId,
      title: 'Guinguette d’été',
      startAt: START + 1,
      groupOptions: 'all',
    })
    const tap = tapPublisher(t)
    await announce()
    tap.stop()
    expect(
      tap.events
        // of this one: what an earlier test caused may still be published
        .filter((e) => e.name === 'conversation.created' && JSON.stringify(e.data).includes(s.id))
        .map((e) => e.channel)
        .sort(),
    ).toEqual([s.organizer, s.guest, s.other].map((x) => `private-account-${x.accountId}`).sort())
    expect(await seen(s.guest, s.id)).toMatchObject({
      event_title: 'Guinguette d’été',
      event_start_date: new Date(START + 1).toISOString(),
      event_group_options: 'all',
      can_write: true,
    })
    expect(
      (
        await s.guest.call(m.searchConversations, { query: { q: 'GUINGUETTE D’ETE' } })
      ).body.conversations.map((c) => c.id),
    ).toEqual([s.id])
    expect(
      (await s.guest.call(m.searchConversations, { query: { q: 'reveillon' } })).body.conversations,
    ).toEqual([])
  })

  test('MSG-145: with the option organizers only organizers and administrators post; the others read why not', async () => {
    const s = await sortie('organizers')
    const refused = await send(s.guest, s.id)
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'organizers_only', error: 'Seuls les organisateurs peuvent écrire' },
    ])
    expect((await send(s.organizer, s.id)).status).toBe(201)
    await sync(s.eventId, [s.organizer, s.second], [s.guest, s.other])
    expect((await send(s.second, s.id)).status).toBe(201)
    // never in an exchange with a participant
    const { id } = await direct(s, s.guest, s.guest)
    expect((await send(s.guest, id)).status).toBe(201)
    expect(await seen(s.guest, id)).toMatchObject({ can_write: true, event_group_options: null })
  })

  test('MSG-153: organizers, co-organizers and administrators share their rights; participants lack them', async () => {
    const s = await sortie('organizers')
    await sync(s.eventId, [s.organizer, s.second], [s.guest, s.other])
    const { id } = await direct(s, s.guest, s.guest, [s.organizer, s.second])
    for (const who of [s.organizer, s.second]) {
      expect(
        [await seen(who, s.id), await seen(who, id)].map((c) => [
          c.is_event_organizer,
          c.can_write,
        ]),
      ).toEqual([
        [true, true],
        [true, true],
      ])
      expect(
        (await inside(s.guest, s.id)).find((p) => p.account_id === who.accountId)?.is_admin,
      ).toBe(true)
    }
    expect(
      [await seen(s.guest, s.id), await seen(s.guest, id)].map((c) => [
        c.is_event_organizer,
        c.can_write,
      ]),
    ).toEqual([
      [false, false],
      [false, true],
    ])
    expect((await inside(s.guest, s.id)).map((p) => p.is_admin)).toEqual([true, true, false, false])
  })
})
