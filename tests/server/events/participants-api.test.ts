import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { createGroup } from '#contract/messaging/groups'
import * as p from '#contract/events/participants'
import { type Member } from '../../support/server/server'
import {
  setUp,
  publish,
  make,
  read,
  invite,
  join,
  comes,
  people,
  rowOf,
  patch,
  crew,
  t,
} from './events-api-setup'

setUp()

describe('participants', () => {
  test('SOC-118 SOC-214: a participant has every field; fields set by organizers are in the reply and the list', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const id = await make(m)
    await comes(m, id, guest)
    const row = (await people(m, id)).find((x) => x.account_id === guest.accountId)
    expect(row).toEqual({
      id: expect.any(String),
      account_id: guest.accountId,
      account_handle: guest.handle,
      avatar_url: null,
      identities: [
        expect.objectContaining({
          gender: 'woman',
          identity_handle: guest.handle,
          avatar_url: null,
        }),
      ],
      status: 'accepted',
      has_asked: true,
      has_paid: false,
      is_present: false,
      is_vip: false,
      is_hidden: false,
      organizer_comment: null,
      is_creator: false,
      is_co_organizer: false,
      invited_by_account_id: m.accountId,
      invited_by_handle: m.handle,
      created_at: expect.stringMatching(/^\d{4}-/),
      offer_until: null,
      reconfirm: null,
      invitation_transfers_remaining: expect.any(Number),
    })
    for (const body of [
      { has_paid: true },
      { is_present: true },
      { is_vip: true },
      { organizer_comment: 'Vient tard' },
      { is_hidden: true },
      { status: 'pending_approval' },
      { status: 'declined' },
    ]) {
      expect((await patch(m, id, row?.id ?? '', body)).body.participant).toMatchObject(body)
      expect((await people(m, id)).find((x) => x.id === row?.id)).toMatchObject(body)
    }
  })

  test('SOC-215: an invited handle is listed as invited', async () => {
    const [m, guest] = (await crew('', '')) as [Member, Member]
    const id = await make(m)
    expect((await invite(m, id, guest)).body).toMatchObject({
      success: true,
      participant: { account_id: guest.accountId, status: 'invited' },
    })
    expect((await people(m, id)).find((x) => x.account_id === guest.accountId)?.status).toBe(
      'invited',
    )
  })

  test('SOC-119 SOC-216: co-organizers are added, listed with their four fields, and removed', async () => {
    const [m, co] = (await crew('', '')) as [Member, Member]
    await t.relate(m, co)
    const id = await make(m)
    const list = async () =>
      (await m.call(p.listCoOrganizers, { params: { id } })).body.co_organizers
    expect(await list()).toEqual([])
    expect(
      (await m.call(p.addCoOrganizer, { params: { id }, body: { account_id: co.accountId } }))
        .status,
    ).toBe(201)
    expect(await list()).toMatchObject([
      {
        account_id: co.accountId,
        account_handle: co.handle,
        avatar_url: null,
        identities: [{ gender: 'woman', identity_handle: co.handle }],
      },
    ])
    expect(
      (await m.call(p.removeCoOrganizer, { params: { id, accountId: co.accountId } })).status,
    ).toBe(200)
    expect(await list()).toEqual([])
  })

  test('SOC-121 SOC-205: groups for inviting, found by name, with their members', async () => {
    const [m, a, b] = (await crew('', 'amie', 'copine')) as [Member, Member, Member]
    for (const x of [a, b]) await t.relate(m, x)
    const made = await m.call(createGroup, {
      body: { title: 'Les Épicuriens', account_ids: [a.accountId, b.accountId] },
    })
    await m.call(createGroup, { body: { title: 'Autres', account_ids: [a.accountId] } })
    const id = await make(m)
    const { groups } = (await m.call(p.listEventGroups, { params: { id }, query: { q: 'epicu' } }))
      .body
    expect(groups).toMatchObject([
      { id: made.body.conversation.id, name: 'Les Épicuriens', member_count: 3 },
    ])
    expect(groups[0]?.participants).toEqual(
      expect.arrayContaining(
        [a, b].map((x) => ({ account_id: x.accountId, account_handle: x.handle })),
      ),
    )
    expect(
      (await m.call(p.listEventGroups, { params: { id }, query: {} })).body.groups,
    ).toHaveLength(2)
  })

  test('SOC-217 SOC-218: a conversation with the organizers or a participant is missing, started, then found by the same id', async () => {
    const [m, guest, other] = (await crew('', '', '')) as [Member, Member, Member]
    const id = await make(m)
    for (const x of [guest, other]) await comes(m, id, x)
    const withOrganizers = async () =>
      (await guest.call(p.checkOrganizersConversation, { params: { id } })).body
    const withOther = async (x: Member, participantId: string) =>
      (await x.call(p.checkEventConversation, { params: { id, participantId } })).body
    const otherRow = await rowOf(m, id, other)
    for (const [check, body] of [
      [withOrganizers, {}],
      [() => withOther(guest, otherRow), { participant_id: otherRow }],
    ] as const) {
      expect(await check()).toEqual({ exists: false, conversation_id: null })
      const started = (await guest.call(p.startEventConversation, { params: { id }, body })).body
      expect(started).toMatchObject({ success: true, conversation_id: expect.any(String) })
      expect(await check()).toEqual({ exists: true, conversation_id: started.conversation_id })
    }
    // the conversation of an organizer with a participant is that participant's with the organizers
    const guestRow = await rowOf(m, id, guest)
    expect(await withOther(m, guestRow)).toEqual(await withOrganizers())
    expect(await withOther(m, otherRow)).toEqual({ exists: false, conversation_id: null })
  })

  test('MSG-095: a participation and an event go through their states and no others', async () => {
    const [m, a, b, c, d] = (await crew('', '', '', '', '')) as [
      Member,
      Member,
      Member,
      Member,
      Member,
    ]
    const id = await make(m, {
      max_participants: 3,
      has_waitlist: true,
      requires_approval: true,
      access_type: 'open_to_relations',
    })
    for (const x of [a, b, c, d]) await t.relate(m, x)
    const status = async (x: Member) => (await read(x, id)).user_participation_status
    const seen = new Set<string | null>([await status(m)])
    const note = async (x: Member) => void seen.add(await status(x))
    await invite(m, id, b)
    await note(b)
    await join(a, id)
    await note(a)
    await patch(m, id, await rowOf(m, id, a), { status: 'accepted' })
    await note(a)
    await join(b, id)
    await join(c, id)
    await note(c)
    await patch(m, id, await rowOf(m, id, b), { status: 'cancelled' })
    await note(b)
    await a.call(e.leaveEvent, { params: { id } })
    await note(a)
    expect([...seen].sort()).toEqual([
      'accepted',
      'cancelled',
      'declined',
      'invited',
      'organizer',
      'pending_approval',
      'waitlist',
    ])
    expect(
      (
        await m.raw('PATCH', `/api/events/${id}/participants`, {
          body: { participantId: await rowOf(m, id, a), status: 'maybe' },
        })
      ).status,
    ).toBe(400)
    const published = async () => (await read(m, id)).status
    const states = [await published()]
    for (const next of ['draft', 'published'] as const) {
      await publish(m, id, next)
      states.push(await published())
    }
    expect(states).toEqual(['published', 'draft', 'published'])
    for (const other of ['cancelled', 'completed', 'archived', 'closed', 'en_pause'])
      expect(
        (await m.raw('POST', `/api/events/${id}/publish`, { body: { status: other } })).status,
        other,
      ).toBe(400)
    expect(await published()).toBe('published')
  })
})
