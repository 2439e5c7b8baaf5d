import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { listConversations, listMessages, sendMessage } from '#contract/messaging/messages'
import * as p from '#contract/events/participants'
import { checkInCode, entryList } from '#contract/events/check-in'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import {
  setUp,
  t,
  inHours,
  make,
  read,
  invite,
  ADDRESS,
  join,
  quit,
  people,
  rowOf,
  patch,
  news,
} from './events-setup'

setUp()

describe('participants', () => {
  test('SOC-105 SOC-182: other members see confirmed participants only, hidden ones as «Pseudo caché», no organizers’ notes', async () => {
    const [m, a, b, waiting] = [
      await t.member(),
      await t.member('cache_moi'),
      await t.member(),
      await t.member(),
    ]
    const id = await make(m)
    for (const x of [a, b, waiting]) await invite(m, id, x)
    for (const x of [a, b]) await join(x, id)
    await patch(m, id, a, {
      is_hidden: true,
      organizer_comment: 'CNRY habituée',
      has_paid: true,
      is_vip: true,
    })
    expect(await rowOf(m, id, a)).toMatchObject({
      account_handle: 'cache_moi',
      organizer_comment: 'CNRY habituée',
      has_paid: true,
      is_vip: true,
      is_hidden: true,
    })
    const seen = await people(b, id)
    expect(seen).toHaveLength(3)
    const raw = JSON.stringify(seen)
    for (const secret of ['cache_moi', a.accountId, ...a.identityIds, 'CNRY', waiting.accountId])
      expect(raw).not.toContain(secret)
    expect(seen.find((x) => x.is_hidden)).toMatchObject({
      account_id: null,
      account_handle: 'Pseudo caché',
      avatar_url: null,
      identities: [],
      has_paid: null,
      is_present: null,
      organizer_comment: null,
    })
    expect((await people(a, id)).some((x) => x.account_id === a.accountId)).toBe(true)
    expect(
      (
        await b.call(p.patchParticipant, {
          params: { id },
          body: { participantId: seen[0]?.id ?? '', has_paid: true },
        })
      ).status,
    ).toBe(403)
    // an organizer's status cannot be changed
    expect(
      (
        await m.call(p.patchParticipant, {
          params: { id },
          body: { participantId: (await rowOf(m, id, m)).id, status: 'declined' },
        })
      ).status,
    ).toBe(409)
  })

  test('co-organizers are relations added by the creator; they may do all but add others and delete', async () => {
    const [m, co, guest] = [await t.member(), await t.member(), await t.member()]
    const id = await make(m)
    const add = (who: Member, account: Member) =>
      who.call(p.addCoOrganizer, { params: { id }, body: { account_id: account.accountId } })
    expect((await add(m, co)).body).toMatchObject({ code: 'not_your_relation' })
    await t.relate(m, co)
    expect((await add(m, co)).body.co_organizers).toMatchObject([
      { account_id: co.accountId, is_creator: false },
    ])
    expect(await news(co)).toEqual(['co_organizer_added'])
    expect((await read(co, id)).body.event).toMatchObject({
      is_organizer: true,
      is_creator: false,
      user_participation_status: 'organizer',
      participant_count: 2,
    })
    expect(await invite(co, id, guest)).toMatchObject({ success: true })
    expect((await add(co, guest)).body).toMatchObject({ code: 'creator_only' })
    expect((await co.call(e.deleteEvent, { params: { id } })).status).toBe(403)
    expect(
      (await m.call(p.removeCoOrganizer, { params: { id, accountId: co.accountId } })).status,
    ).toBe(200)
    expect((await read(co, id)).body.event).toMatchObject({
      is_organizer: false,
      user_participation_status: 'accepted',
    })
  })

  test('a co-organizer can resign: stays a participant, may leave then, and the creator is notified', async () => {
    const [m, co, guest] = [await t.member(), await t.member(), await t.member()]
    const id = await make(m, { private_location: ADDRESS })
    await t.relate(m, co)
    await invite(m, id, guest)
    await m.call(p.addCoOrganizer, { params: { id }, body: { account_id: co.accountId } })
    const resign = (who: Member) =>
      who.call(p.removeCoOrganizer, { params: { id, accountId: who.accountId } })
    expect((await resign(guest)).body).toMatchObject({ code: 'organizers_only_event' })
    expect((await resign(m)).status).toBe(404)
    expect((await co.call(e.leaveEvent, { params: { id } })).body).toMatchObject({
      code: 'own_event',
    })
    const before = await news(m)
    expect((await resign(co)).status).toBe(200)
    expect((await read(co, id)).body.event).toMatchObject({
      is_organizer: false,
      user_participation_status: 'accepted',
      private_location: null,
    })
    expect(await news(m)).toEqual(['co_organizer_left', ...before])
    expect((await resign(co)).body).toMatchObject({ code: 'organizers_only_event' })
    expect(await news(m)).toEqual(['co_organizer_left', ...before])
    expect((await co.call(e.leaveEvent, { params: { id } })).status).toBe(200)
  })

  test('refuses inviting oneself, an unknown handle, and to a draft', async () => {
    const m = await t.member('hote_seul')
    const id = await make(m)
    const by = async (account_handle: string) =>
      (await m.call(p.inviteToEvent, { params: { id }, body: { account_handle } })).body.error
    expect(await by('hote_seul')).toBe('Vous ne pouvez pas vous inviter vous‑même')
    expect(await by('abc')).toBe('Le pseudo doit contenir au moins 4 caractères alphanumériques')
    expect(await by('inexistante')).toBe('Aucun membre ne porte ce pseudo.')
    const draft = await make(m, {}, false)
    expect(
      (
        await m.call(p.inviteToEvent, {
          params: { id: draft },
          body: { account_handle: 'hote_seul' },
        })
      ).body.error,
    ).toBe('Événement non publié – publiez-le pour pouvoir inviter')
  })
})

describe('conversations of an event', () => {
  test('members follow the participation; there is one conversation of the organizers per participant', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const id = await make(m, { title: 'Pique-nique' })
    await invite(m, id, guest)
    const mine = async (x: Member) =>
      (await x.call(listConversations)).body.conversations.filter((c) => c.event_id === id)
    expect(await mine(guest)).toEqual([])
    await join(guest, id)
    const [conversation] = await mine(guest)
    expect(conversation).toMatchObject({
      type: 'event',
      event_title: 'Pique-nique',
      is_event_organizer: false,
    })
    await m.call(e.updateEvent, { params: { id }, body: { group_options: 'organizers' } })
    const say = await guest.call(sendMessage, {
      params: { id: conversation?.id ?? '' },
      body: {
        content: 'Bonsoir',
        sender_identity_id: guest.identityIds[0] ?? null,
        client_msg_id: newId(),
      },
    })
    expect(say.body).toMatchObject({ code: 'organizers_only' })
    const talk = (x: Member, participant_id?: string) =>
      x.call(p.startEventConversation, {
        params: { id },
        body: participant_id ? { participant_id } : {},
      })
    const check = async () =>
      (await guest.call(p.checkOrganizersConversation, { params: { id } })).body
    expect(await check()).toEqual({ exists: false, conversation_id: null })
    const opened = (await talk(guest)).body.conversation_id
    expect(await check()).toEqual({ exists: true, conversation_id: opened })
    expect((await talk(m, (await rowOf(m, id, guest)).id)).body.conversation_id).toBe(opened)
    expect(
      (await guest.call(listMessages, { params: { id: opened ?? '' } })).body.messages.map(
        (x) => x.systemType,
      ),
    ).toEqual(['event_direct_opened'])
    await quit(guest, id)
    expect((await mine(guest)).map((c) => c.type)).toEqual(['event-direct'])
    expect(
      (await guest.call(listMessages, { params: { id: conversation?.id ?? '' } })).status,
    ).toBe(404)
  })

  test('participants can write to each other only when both are visible', async () => {
    const [m, a, b] = [await t.member(), await t.member(), await t.member()]
    const id = await make(m)
    for (const x of [a, b]) {
      await invite(m, id, x)
      await join(x, id)
    }
    const row = await rowOf(m, id, b)
    expect(
      (await a.call(p.startEventConversation, { params: { id }, body: { participant_id: row.id } }))
        .body,
    ).toMatchObject({ success: true })
    await patch(m, id, b, { is_hidden: true })
    expect(
      (await a.call(p.startEventConversation, { params: { id }, body: { participant_id: row.id } }))
        .status,
    ).toBe(403)
  })
})

describe('the check-in', () => {
  test('a code checks its owner in, repeatedly and late; other events’ and forged codes fail; the latest record wins', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const [id, other] = [await make(m), await make(m)]
    for (const x of [id, other]) {
      await invite(m, x, guest)
      await join(guest, x)
    }
    const code = (await guest.call(checkInCode, { params: { id } })).body.code
    const foreign = (await guest.call(checkInCode, { params: { id: other } })).body.code
    const enter = async (entries: object[]) =>
      (await m.raw('POST', `/api/events/${id}/entries`, { body: { entries } })).body['results'] as {
        accepted: boolean
      }[]
    const at = inHours(-1)
    expect(
      (
        await enter([
          { code, is_present: true, at },
          { code, is_present: true, at },
          { code: foreign, is_present: true, at },
          { code: `${code.slice(0, -2)}xx`, is_present: true, at },
        ])
      ).map((r) => r.accepted),
    ).toEqual([true, true, false, false])
    expect((await rowOf(m, id, guest)).is_present).toBe(true)
    await enter([{ code, is_present: false, at: inHours(-2) }])
    expect((await rowOf(m, id, guest)).is_present).toBe(true)
    await enter([{ code, is_present: false, at: inHours(0) }])
    expect((await rowOf(m, id, guest)).is_present).toBe(false)
    const list = (await m.call(entryList, { params: { id } })).body.entries
    expect(list).toHaveLength(2)
    expect(JSON.stringify(list)).not.toContain(code)
    expect((await guest.call(entryList, { params: { id } })).status).toBe(403)
    await quit(guest, id)
    expect((await guest.call(checkInCode, { params: { id } })).status).toBe(403)
  })

  test('the participants as CSV: for organizers, never a formula', async () => {
    const [m, guest] = [await t.member(), await t.member('tableur_1')]
    const id = await make(m)
    await invite(m, id, guest)
    await join(guest, id)
    await patch(m, id, guest, { organizer_comment: '=HYPERLINK("x");"a"' })
    const answer = await m.raw('GET', `/api/events/${id}/participants.csv`)
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(String(answer.body)).toContain('"tableur_1";"Femme";"Confirmé"')
    expect(String(answer.body)).toContain(`"'=HYPERLINK(""x"");""a"""`)
    expect((await guest.raw('GET', `/api/events/${id}/participants.csv`)).status).toBe(403)
  })
})
