import { describe, expect, test } from 'vitest'
import { createEvent, leaveEvent, participateInEvent, publishEvent } from '#contract/events/events'
import {
  inviteToEvent,
  patchParticipant,
  startEventConversation,
} from '#contract/events/participants'
import { mediaUrl } from '#contract/media'
import { listNews } from '#contract/news'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { presenceBootstrap, presenceHeartbeat } from '#contract/presence'
import { pusherAuth } from '#contract/realtime'
import { getAccount } from '#contract/profile/data'
import { listRelations } from '#contract/relations'
import { block, unblock } from '#contract/safety'
import { updatePreferences } from '#contract/settings'
import { cutExposure } from '#contract/sharing'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { picture, upload } from '../../support/world/world'
import { liveClient, tapPublisher } from '../live-client'

const t = sharedApp()
const start = (by: Member, handle: string) => by.call(startConversation, { body: { handle } })
const say = (by: Member, id: string) =>
  by.call(sendMessage, {
    params: { id },
    body: {
      content: 'Bonsoir',
      sender_identity_id: by.identityIds[0] ?? null,
      client_msg_id: newId(),
    },
  })
const choose = (
  who: Member,
  body: { presence?: boolean; contact?: 'everyone' | 'relations' | 'nobody' },
) => who.call(updatePreferences, { body })

describe('«Qui peut m’écrire»', () => {
  test('everybody, relations only, nobody new: kept by the server', async () => {
    const [me, relation, stranger] = [await t.member(), await t.member(), await t.member()]
    await t.relate(me, relation)
    const statuses = async () => [
      (await start(stranger, me.handle)).status,
      (await start(relation, me.handle)).status,
    ]
    await choose(me, { contact: 'nobody' })
    expect(await statuses()).toEqual([404, 404])
    expect((await choose(me, { contact: 'relations' })).body.preferences).toEqual({
      typing: true,
      presence: true,
      contact: 'relations',
    })
    expect(await statuses()).toEqual([404, 200])
    await choose(me, { contact: 'everyone' })
    expect(await statuses()).toEqual([200, 200])
  })
  test('refused, blocked and nobody are answered letter for letter alike', async () => {
    const [closed, blocker, asker] = [await t.member(), await t.member(), await t.member()]
    await choose(closed, { contact: 'nobody' })
    await blocker.call(block, { params: { id: asker.accountId } })
    const answers = await Promise.all(
      [closed.handle, blocker.handle, 'personne_du_tout'].map((h) => start(asker, h)),
    )
    expect(answers[0]).toMatchObject({ status: 404, body: { code: 'not_reachable' } })
    const told = answers.map((a) => JSON.stringify([a.status, a.body, { ...a.headers, date: '' }]))
    expect(new Set(told).size).toBe(1)
  })
  test('a discussion that has begun goes on; one that was only opened has not, and does not', async () => {
    const [me, friend, early] = [await t.member(), await t.member(), await t.member()]
    const { id: begun } = (await start(friend, me.handle)).body.conversation
    await say(friend, begun)
    const { id: empty } = (await start(early, me.handle)).body.conversation
    await choose(me, { contact: 'nobody' })
    expect((await start(friend, me.handle)).body.conversation.id).toBe(begun)
    expect((await say(friend, begun)).status).toBe(201)
    expect((await say(early, empty)).body).toMatchObject({ code: 'conversation_readonly' })
    // members who accept no new contacts may still start a conversation
    const { id } = (await start(me, early.handle)).body.conversation
    expect([id, (await say(me, id)).status, (await say(early, id)).status]).toEqual([
      empty,
      201,
      201,
    ])
  })
  test('an invitation is no way around it: its organizer writes once the member says yes', async () => {
    const [host, me, open] = [await t.member(), await t.member(), await t.member()]
    const { event } = (
      await host.call(createEvent, {
        body: { title: 'Réponds-moi', start_date: new Date(t.ctx.now() + 9e7).toISOString() },
      })
    ).body
    const params = { id: event.id }
    await host.call(publishEvent, { params, body: { status: 'published' } })
    const invited = async (who: Member): Promise<string> =>
      (await host.call(inviteToEvent, { params, body: { account_handle: who.handle } })).body
        .participant?.id ?? ''
    const write = async (participant_id: string) => {
      const { status, body } = await host.call(startEventConversation, {
        params,
        body: { participant_id },
      })
      return status === 200 ? (await say(host, body.conversation_id ?? '')).status : status
    }
    const mine = await invited(me)
    await choose(me, { contact: 'nobody' })
    expect([await write(mine), await write(await invited(open))]).toEqual([404, 201])
    await me.call(participateInEvent, { params })
    expect(await write(mine)).toBe(201)
    // a discussion that has begun goes on
    await me.call(leaveEvent, { params })
    expect(await write(mine)).toBe(201)
  })
  test('no stranger puts the title of an event into the news of who takes no words of strangers', async () => {
    const [host, friend, closed] = [await t.member(), await t.member(), await t.member()]
    await t.relate(friend, closed)
    const body = {
      title: 'Appelle-moi au 06',
      start_date: new Date(t.ctx.now() + 9e7).toISOString(),
    }
    const invites = async (by: Member) => {
      const params = { id: (await by.call(createEvent, { body })).body.event.id }
      await by.call(publishEvent, { params, body: { status: 'published' } })
      return (await by.call(inviteToEvent, { params, body: { account_handle: closed.handle } }))
        .body
    }
    const heard = async () =>
      (await closed.call(listNews, { query: {} })).body.items.map((n) => n.actorAccountId)
    const nobody = { success: false, error: 'Aucun membre ne porte ce pseudo.' }
    await choose(closed, { contact: 'relations' })
    expect([await invites(host), await heard()]).toEqual([nobody, []])
    await choose(closed, { contact: 'nobody' })
    expect([await invites(host), await heard()]).toEqual([nobody, []])
    // a relation is no stranger
    expect(await invites(friend)).toMatchObject({ success: true })
    expect(await heard()).toEqual([friend.accountId])
    await choose(closed, { contact: 'everyone' })
    expect(await invites(host)).toMatchObject({ success: true })
  })
  test('who declined an invitation gets another as a stranger would; a guest whom an organizer took off is none', async () => {
    const [host, me] = [await t.member(), await t.member()]
    const body = {
      title: 'Encore moi',
      start_date: new Date(t.ctx.now() + 9e7).toISOString(),
    }
    const params = { id: (await host.call(createEvent, { body })).body.event.id }
    await host.call(publishEvent, { params, body: { status: 'published' } })
    const invites = async () =>
      (await host.call(inviteToEvent, { params, body: { account_handle: me.handle } })).body
    const participantId = (await invites()).participant?.id ?? ''
    const sets = async (status: 'invited' | 'cancelled') =>
      (await host.call(patchParticipant, { params, body: { participantId, status } })).status
    await me.call(leaveEvent, { params })
    await choose(me, { contact: 'relations' })
    const nobody = { success: false, error: 'Aucun membre ne porte ce pseudo.' }
    expect([await invites(), await sets('invited')]).toEqual([nobody, 409])
    await choose(me, { contact: 'everyone' })
    expect([(await invites()).success, await sets('cancelled')]).toEqual([true, 200])
    await choose(me, { contact: 'nobody' })
    expect([await invites(), await sets('invited')]).toEqual([nobody, 409])
    await choose(me, { contact: 'everyone' })
    expect(await sets('invited')).toBe(200)
    await me.call(participateInEvent, { params })
    await choose(me, { contact: 'nobody' })
    expect([await sets('cancelled'), (await invites()).success]).toEqual([200, true])
  })
  test('what is not a choice is refused', async () => {
    const me = await t.member()
    expect(
      (await me.raw('PUT', '/api/account/preferences', { body: { contact: 'friends' } })).status,
    ).toBe(400)
  })
})

describe('«Afficher ma présence»', () => {
  const beat = (who: Member) => who.call(presenceHeartbeat)
  const seen = async (by: Member, other: Member) => {
    const { account } = (await by.call(getAccount, { params: { id: other.accountId } })).body
    const { presences } = (await by.call(presenceBootstrap)).body
    const { relations } = (await by.call(listRelations, { query: {} })).body
    return [
      account.is_online,
      account.last_seen_at !== null,
      presences.some((p) => p.accountId === other.accountId),
      relations.some((r) => r.with_account_id === other.accountId && r.is_online),
    ]
  }
  test('a discussion that somebody only opened or that nobody answered shows nothing of whom it was opened with; the answer does', async () => {
    const [me, stranger] = [await t.member(), await t.member()]
    await beat(me)
    const { id } = (await start(stranger, me.handle)).body.conversation
    const hears = async () =>
      (
        await stranger.call(pusherAuth, {
          body: { socket_id: '1.1', channel_name: `presence-account-${me.accountId}` },
        })
      ).status
    expect([(await seen(stranger, me)).slice(0, 2), await hears()]).toEqual([[false, false], 403])
    await say(stranger, id)
    expect([(await seen(stranger, me)).slice(0, 2), await hears()]).toEqual([[false, false], 403])
    await say(me, id)
    expect([(await seen(stranger, me)).slice(0, 2), await hears()]).toEqual([[true, true], 200])
  })
  test('hidden presence works both ways in replies, events and channels, until it is turned on again', async () => {
    const base = await t.listen()
    const [me, friend] = [await t.member(), await t.member()]
    await t.relate(me, friend)
    for (const who of [me, friend]) await beat(who)
    const live = await liveClient(base, friend)
    await live.subscribe(`presence-account-${me.accountId}`)
    await live.subscribe(`private-account-${friend.accountId}`)
    expect(await seen(friend, me)).toEqual([true, true, true, true])
    await choose(me, { presence: false })
    await expect
      .poll(() => live.named('account.presence.updated').at(-1)?.data)
      .toMatchObject({ payload: { accountId: me.accountId, isOnline: false, lastSeenAt: null } })
    expect(await seen(friend, me)).toEqual([false, false, false, false])
    expect(await seen(me, friend)).toEqual([false, false, false, false])
    for (const [by, of] of [
      [friend, me],
      [me, friend],
    ] as const)
      expect(
        (
          await by.call(pusherAuth, {
            body: { socket_id: '1.1', channel_name: `presence-account-${of.accountId}` },
          })
        ).status,
      ).toBe(403)
    const tap = tapPublisher(t)
    await me.call(presenceHeartbeat)
    await me.raw('POST', '/api/presence/offline', { body: { sessionId: 'x' } })
    await beat(me)
    await new Promise((r) => setTimeout(r, 50))
    tap.stop()
    expect(tap.events.filter((e) => e.name === 'account.presence.updated')).toEqual([])
    await choose(me, { presence: true })
    await expect
      .poll(() => live.named('account.presence.updated').at(-1)?.data)
      .toMatchObject({ payload: { accountId: me.accountId, isOnline: true } })
    expect(await seen(friend, me)).toEqual([true, true, true, true])
    live.pusher.disconnect()
  })
  test('whoever hides is told nothing of the others either', async () => {
    const [me, friend] = [await t.member(), await t.member()]
    await t.relate(me, friend)
    await choose(me, { presence: false })
    const tap = tapPublisher(t)
    await beat(friend)
    const told = () =>
      tap.events
        .filter(
          (e) =>
            (e.data as { payload: { accountId?: string } }).payload.accountId === friend.accountId,
        )
        .map((e) => e.channel)
    await expect.poll(() => told().length).toBeGreaterThan(0)
    tap.stop()
    expect(told().filter((channel) => channel.includes(me.accountId))).toEqual([])
  })
})

test('a block, its end and «tout couper» tell nothing to a member without a tie', async () => {
  const [me, stranger, friend] = [await t.member(), await t.member(), await t.member()]
  await t.relate(me, friend)
  const tap = tapPublisher(t)
  const told = () => tap.events.splice(0).map((x) => x.channel.slice('private-account-'.length))
  await me.call(block, { params: { id: stranger.accountId } })
  await me.call(cutExposure, { body: { account_id: stranger.accountId } })
  await me.call(unblock, { params: { id: stranger.accountId } })
  await me.call(cutExposure, { body: { account_id: stranger.accountId } })
  expect(new Set(told())).toEqual(new Set([me.accountId]))
  await me.call(block, { params: { id: friend.accountId } })
  expect(told()).toContain(friend.accountId)
  await me.call(unblock, { params: { id: friend.accountId } })
  expect(told()).not.toContain(friend.accountId)
  tap.stop()
})

test('a public photo sent among the guests of an event has a link as short as any other there', async () => {
  const [lead, guest] = [await t.member(), await t.member()]
  const made = await lead.call(createEvent, {
    body: { title: 'Soirée', start_date: new Date(t.ctx.now() + 9e7).toISOString() },
  })
  const { id, conversation_id: talk } = made.body.event
  await lead.call(publishEvent, { params: { id }, body: { status: 'published' } })
  await lead.call(inviteToEvent, { params: { id }, body: { account_handle: guest.handle } })
  await guest.call(participateInEvent, { params: { id } })
  const photo = (await upload(lead, await picture(7))).body.media_id
  expect(
    (await lead.raw('POST', '/api/account/public-photos', { body: { media_ids: [photo] } })).status,
  ).toBeLessThan(300)
  const life = async () => (await guest.call(mediaUrl, { params: { id: photo } })).body.expires_in
  const before = await life()
  await lead.call(sendMessage, {
    params: { id: talk ?? '' },
    body: {
      content: '',
      media_ids: [photo],
      sender_identity_id: lead.identityIds[0] ?? null,
      client_msg_id: newId(),
    },
  })
  expect([before, await life()]).toEqual([1800, 60])
})
