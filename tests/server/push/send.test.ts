import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createEvent,
  publishEvent,
  revealLocation,
  participateInEvent as joinEvent,
} from '#contract/events/events'
import * as m from '#contract/messaging/messages'
import { deleteMessage, setConversationSettings } from '#contract/messaging/acts'
import { inviteToEvent } from '#contract/events/participants'
import { saveUserPreferences, unsubscribePush } from '#contract/push'
import { block, unblock } from '#contract/safety'
import { logout } from '#contract/session/session'
import * as talk from '../../../server/messaging/service'
import { newId } from '../../../server/tokens'
import { pushService, type Browser, type PushService } from '../../support/push/service'
import { deviceApi, type DeviceApi } from '../../support/push/device'
import { testApp, type Member, type TestApp } from '../../support/server/server'

let service: PushService
let t: TestApp
let api: DeviceApi
let anna: Member, bruno: Member, claire: Member
let direct: string
let phone: Browser
let deviceId: string

beforeAll(async () => {
  service = await pushService()
  t = await testApp({ PUSH_TEST_ORIGIN: service.origin })
  ;[anna, bruno, claire] = [
    await t.member('anna_recoit'),
    await t.member('bruno_envoie'),
    await t.member('claire_aussi'),
  ]
  api = await deviceApi(t, anna)
  direct = await open(bruno, anna)
})
afterAll(async () => {
  await t.close()
  await service.close()
})
beforeEach(async () => {
  // tokens live 15 minutes: the clock that a test turned goes back
  t.clock.now = 0
  await t.ctx.db.deleteFrom('push_devices').execute()
  phone = service.browser()
  deviceId = await api.subscribe(anna, phone)
  await prefer(anna, {
    messages: true,
    invitations: true,
    confirmations: true,
    address: true,
    outings: true,
    details: false,
    quiet: null,
  })
  service.pushed.length = 0
  service.answers.length = 0
})

const open = async (from: Member, to: Member): Promise<string> =>
  (await from.call(m.startConversation, { body: { handle: to.handle } })).body.conversation.id
const say = async (by: Member, content: string, id = direct): Promise<string> =>
  (
    await by.call(m.sendMessage, {
      params: { id },
      body: { content, sender_identity_id: by.identityIds[0] ?? null, client_msg_id: newId() },
    })
  ).body.id
const prefer = (who: Member, push: object) =>
  who.call(saveUserPreferences, { body: { push } as never })
const waiting = async () => t.ctx.db.selectFrom('push_queue').selectAll().execute()
/**
 * Lets bus handlers run until the queue has not changed for 60 ms, advances the clock past the delay
 * of messages, and sends what is due. `queued`: waits for this many rows first.
 */
const settled = async (ms = 5_000, queued = 0): Promise<void> => {
  let [before, now] = ['', JSON.stringify(await waiting())]
  const end = Date.now() + 10_000
  while ((before !== now || (await waiting()).length < queued) && Date.now() < end) {
    before = now
    await new Promise((r) => setTimeout(r, 60))
    now = JSON.stringify(await waiting())
  }
  t.clock.now += ms
  await t.app.jobs.run()
}
const words = (browser = phone) => service.of(browser).map((p) => p.payload.notification)

describe('what reaches a browser', () => {
  test('a message is signed with VAPID, encrypted for this browser alone, and tells nothing by default', async () => {
    await say(bruno, 'Rendez-vous au 3 impasse des Chênes')
    await settled()
    expect(service.faults).toEqual([])
    const [pushed, more] = service.of(phone)
    expect(more).toBeUndefined()
    expect(pushed?.payload).toEqual({
      notification: {
        title: 'Nouvelle activité',
        body: '',
        icon: '/icon-192.png',
        deep_link: `/conversations/${direct}`,
        hide_notification_if_site_has_focus: true,
      },
      data: {
        url: `/conversations/${direct}`,
        tag: expect.stringMatching(/^[\w-]{22}$/),
        pusher: {
          instanceId: api.instance,
          publishId: expect.any(String),
          hasDisplayableContent: true,
          hasData: true,
        },
      },
    })
    expect(pushed?.vapid.sub).toMatch(/^(mailto:|https:)/)
    expect(pushed?.headers).toMatchObject({
      ttl: '86400',
      urgency: 'high',
      topic: pushed?.payload.data.tag,
    })
    expect(pushed?.headers['content-length']).toBeDefined()
  })
  test('topics differ between devices, bodies have one length: a push service cannot group members', async () => {
    const tablet = service.browser()
    await api.subscribe(anna, tablet)
    await say(bruno, 'Bonsoir')
    await settled()
    await prefer(anna, { details: true })
    await say(bruno, 'x'.repeat(300))
    await settled()
    const [short, long, other] = [...service.of(phone), ...service.of(tablet)]
    expect(short?.headers['topic']).toBe(long?.headers['topic'])
    expect(short?.headers['topic']).not.toBe(other?.headers['topic'])
    expect(new Set(service.pushed.map((p) => p.headers['content-length'])).size).toBe(1)
  })
  test('details only when the member asks for them: handle and words, never a first name', async () => {
    await t.ctx.db
      .updateTable('identities')
      .set({ firstname: 'Zyqara' })
      .where('account_id', '=', bruno.accountId)
      .execute()
    await prefer(anna, { details: true })
    await say(bruno, `Bonsoir ${'x'.repeat(300)}`)
    await settled()
    expect(words()[0]?.title).toBe('bruno_envoie')
    expect(words()[0]?.body).toMatch(/^Bonsoir x+…$/)
    expect(words()[0]?.body.length).toBe(140)
    expect(JSON.stringify(service.pushed)).not.toContain('Zyqara')
  })
  test('several messages of one conversation leave as one; a sender is not told of their own', async () => {
    const laptop = service.browser()
    await api.subscribe(bruno, laptop)
    await prefer(anna, { details: true })
    for (const text of ['un', 'deux', 'trois']) await say(bruno, text)
    await settled(5_000, 1)
    expect(words().map((w) => w.body)).toEqual(['trois'])
    expect(service.of(laptop)).toEqual([])
  })
  test('both devices of a couple hear of it, each by its own identity', async () => {
    const couple = await t.member(`couple_${Date.now() % 1e6}`, ['woman', 'man'])
    const [hers, his] = [service.browser(), service.browser()]
    await api.subscribe(couple, hers, couple.identityIds[0])
    await api.subscribe(couple, his, couple.identityIds[1])
    const talkId = await open(bruno, couple)
    await say(bruno, 'Bonsoir à vous deux', talkId)
    await couple.call(m.markRead, {
      params: { id: talkId },
      body: { identityId: couple.identityIds[0] ?? '' },
    })
    await settled()
    expect([service.of(hers).length, service.of(his).length]).toEqual([0, 1])
  })
})

describe('what does not', () => {
  const nothing = async (): Promise<void> => {
    await settled()
    expect(service.of(phone)).toEqual([])
    expect((await waiting()).filter((w) => w.device_id === deviceId)).toEqual([])
  }
  test('what was read, or deleted, before it left', async () => {
    await say(bruno, 'Lu tout de suite')
    await anna.call(m.markRead, {
      params: { id: direct },
      body: { identityId: anna.identityIds[0] ?? '' },
    })
    await nothing()
    const gone = await say(bruno, 'Regretté')
    await bruno.call(deleteMessage, { params: { id: gone } })
    await nothing()
  })
  test('a muted conversation, a switched-off category', async () => {
    await anna.call(setConversationSettings, { params: { id: direct }, body: { muted: true } })
    await say(bruno, 'En sourdine')
    await nothing()
    await anna.call(setConversationSettings, { params: { id: direct }, body: { muted: false } })
    await prefer(anna, { messages: false })
    await say(bruno, 'Pas de messages')
    await nothing()
  })
  test('somebody blocked, also after it was sent', async () => {
    await say(bruno, 'Juste avant')
    await anna.call(block, { params: { id: bruno.accountId } })
    await nothing()
    await anna.call(unblock, { params: { id: bruno.accountId } })
  })
  test('CORE-166: a device that unsubscribed, or whose session ended, or ran out', async () => {
    await anna.call(unsubscribePush, { body: { deviceId } })
    await say(bruno, 'Désabonné')
    await nothing()
    const { body } = await t.client().raw('POST', '/api/auth/login', {
      body: { email: anna.email, password: 'un-bon-mot-de-passe' },
    })
    const second = Object.assign(t.client(), {
      token: String(body['token']),
      accountId: anna.accountId,
      identityIds: anna.identityIds,
    }) as Member
    await api.subscribe(second, phone)
    await say(bruno, 'En route')
    await second.call(logout)
    await nothing()
    // even when the end of the session was never announced
    const id = await api.subscribe(anna, phone)
    const { session_id } = await t.ctx.db
      .selectFrom('push_devices')
      .where('id', '=', id)
      .select('session_id')
      .executeTakeFirstOrThrow()
    await t.ctx.db
      .updateTable('sessions')
      .set({ last_used_at: t.ctx.now() - 31 * 86_400_000 })
      .where('id', '=', session_id ?? '')
      .execute()
    await say(bruno, 'Trop tard')
    await nothing()
    expect(
      await t.ctx.db.selectFrom('push_devices').where('id', '=', id).select('id').execute(),
    ).toEqual([])
    await t.ctx.db
      .updateTable('sessions')
      .set({ last_used_at: t.ctx.now() })
      .where('id', '=', session_id ?? '')
      .execute()
  })
  test('anything in quiet hours: it comes when they are over, unless it was read', async () => {
    const minute = (ms: number): number => {
      const [h = '', min = ''] = new Intl.DateTimeFormat('fr-FR', {
        timeZone: 'Europe/Paris',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })
        .format(ms)
        .split(':')
      return Number(h) * 60 + Number(min)
    }
    const now = minute(t.ctx.now())
    await prefer(anna, { quiet: { from: (now + 1430) % 1440, to: (now + 30) % 1440 } })
    await say(bruno, 'Dans la nuit')
    await settled()
    expect(service.of(phone)).toEqual([])
    const [held] = await waiting()
    expect((held?.next_at ?? 0) - t.ctx.now()).toBeGreaterThan(25 * 60_000)
    await settled(31 * 60_000)
    expect(service.of(phone)).toHaveLength(1)
  })
})

describe('push services', () => {
  test('404 and 410 remove the device', async () => {
    for (const status of [404, 410]) {
      service.answers.push({ status })
      const id = status === 404 ? deviceId : await api.subscribe(anna, phone)
      await say(bruno, `Parti ${status}`)
      await settled()
      expect(service.of(phone)).toHaveLength(1)
      expect(
        await t.ctx.db.selectFrom('push_devices').where('id', '=', id).select('id').execute(),
      ).toEqual([])
      service.pushed.length = 0
    }
  })
  test('a failure is tried again, later each time, six times at most', async () => {
    service.answers.push(
      { status: 503 },
      { status: 429, headers: { 'retry-after': '600' } },
      ...Array.from({ length: 8 }, () => ({ status: 500 })),
    )
    await say(bruno, 'Insister')
    await settled()
    expect(service.of(phone)).toHaveLength(1)
    const wait = async (): Promise<number> => ((await waiting())[0]?.next_at ?? 0) - t.ctx.now()
    expect(await wait()).toBeGreaterThan(25_000)
    await settled(31_000)
    expect(service.of(phone)).toHaveLength(2)
    expect(await wait()).toBeGreaterThan(590_000)
    for (let i = 0; i < 8; i += 1) await settled(3_600_000)
    expect(service.of(phone)).toHaveLength(6)
    expect(await waiting()).toEqual([])
  })
  test('a refusal is not repeated; a redirect is not followed', async () => {
    for (const answer of [
      { status: 400 },
      { status: 307, headers: { location: `${service.origin}/ailleurs` } },
    ]) {
      service.pushed.length = 0
      service.answers.push(answer)
      await say(bruno, `Refusé ${answer.status}`)
      await settled()
      expect(service.pushed).toHaveLength(1)
      expect(await waiting()).toEqual([])
    }
    expect(service.faults).toEqual([])
  })
  test('a plain subscription gets no data of the SDK', async () => {
    await t.ctx.db
      .updateTable('push_devices')
      .set({ kind: 'webpush' } as never)
      .execute()
    await say(bruno, 'Sur iPhone')
    await settled()
    expect(service.of(phone)[0]?.payload.data).toEqual({
      url: `/conversations/${direct}`,
      tag: expect.any(String),
    })
  })
})

describe('outings', () => {
  test('an invitation, a confirmation and a revealed address, each switchable, never the address itself', async () => {
    await prefer(anna, { details: true })
    const start_date = new Date(t.ctx.now() + 5 * 86_400_000).toISOString()
    const event = (
      await bruno.call(createEvent, {
        body: {
          title: 'Bal masqué',
          start_date,
          requires_approval: false,
          private_location: { address: '3 impasse des Chênes', lat: 47.9, lng: 1.9 },
        },
      })
    ).body.event.id
    await bruno.call(publishEvent, { params: { id: event }, body: { status: 'published' } })
    await bruno.call(inviteToEvent, {
      params: { id: event },
      body: { account_handle: anna.handle },
    })
    await settled()
    expect(words()).toEqual([
      {
        title: 'Invitation',
        body: 'Une invitation vous attend\u00a0: «\u00a0Bal masqué\u00a0».',
        icon: '/icon-192.png',
        deep_link: `/events/${event}`,
        hide_notification_if_site_has_focus: true,
      },
    ])
    await anna.call(joinEvent, { params: { id: event } })
    await bruno.call(revealLocation, { params: { id: event } })
    await settled()
    expect(words().at(-1)).toMatchObject({
      title: 'Adresse diffusée',
      deep_link: `/events/${event}`,
    })
    expect(JSON.stringify(service.pushed)).not.toContain('Chênes')
    const before = words().length
    await prefer(anna, { invitations: false })
    const other = (
      await bruno.call(createEvent, {
        body: {
          title: 'Autre',
          start_date,
          private_location: { address: 'x', lat: 47.9, lng: 1.9 },
        },
      })
    ).body.event.id
    await bruno.call(publishEvent, { params: { id: other }, body: { status: 'published' } })
    await bruno.call(inviteToEvent, {
      params: { id: other },
      body: { account_handle: anna.handle },
    })
    await settled()
    expect(words()).toHaveLength(before)
    await prefer(anna, { details: false })
    await bruno.call(publishEvent, { params: { id: event }, body: { status: 'draft' } })
    await settled()
    expect(words().at(-1)).toMatchObject({ title: 'Nouvelle activité', body: '' })
  })
  test('repeated publishing and pausing pushes once, and once more for the settled state', async () => {
    await prefer(anna, { details: true })
    const start_date = new Date(t.ctx.now() + 5 * 86_400_000).toISOString()
    const id = (await bruno.call(createEvent, { body: { title: 'Va-et-vient', start_date } })).body
      .event.id
    const turn = (status: 'draft' | 'published') =>
      bruno.call(publishEvent, { params: { id }, body: { status } })
    await turn('published')
    await bruno.call(inviteToEvent, { params: { id }, body: { account_handle: anna.handle } })
    await anna.call(joinEvent, { params: { id } })
    await settled()
    const before = words().length
    await turn('draft')
    await settled()
    expect(
      words()
        .slice(before)
        .map((w) => w.title),
    ).toEqual(['Sortie en pause'])
    for (let i = 0; i < 20; i += 1) await turn(i % 2 ? 'draft' : 'published')
    await settled()
    expect(words()).toHaveLength(before + 1)
    await settled(600_000)
    expect(
      words()
        .slice(before + 1)
        .map((w) => w.title),
    ).toEqual(['Sortie en pause'])
    expect(await waiting()).toEqual([])
  })
  test('«Pseudo caché» stays hidden on the lock screen, and is known to the organizer', async () => {
    const eventId = newId()
    const { id } = await talk.openEventConversation(t.ctx, t.ctx.db, {
      eventId,
      title: 'Bal',
      startAt: t.ctx.now(),
      groupOptions: 'all',
      organizerIds: [claire.accountId],
    })
    await (
      await talk.syncEventMembers(t.ctx, t.ctx.db, {
        eventId,
        organizers: [claire.accountId],
        accepted: [
          { accountId: bruno.accountId, hidden: true },
          { accountId: anna.accountId, hidden: false },
        ],
      })
    ).after()
    const organizers = service.browser()
    await api.subscribe(claire, organizers)
    for (const who of [anna, claire]) await prefer(who, { details: true })
    service.pushed.length = 0
    await say(bruno, 'Qui suis-je ?', id)
    await settled()
    expect(words()[0]).toMatchObject({ title: 'Pseudo caché · Bal', body: 'Qui suis-je ?' })
    expect(words(organizers)[0]?.title).toBe('bruno_envoie · Bal')
    expect(JSON.stringify(service.of(phone))).not.toMatch(
      new RegExp(`bruno|${bruno.accountId}|${bruno.identityIds[0]}`),
    )
    // blocks do not silence a hidden sender, which would identify it; the organizer, who knows it,
    // gets nothing
    for (const [by, of, browser, heard] of [
      [anna, bruno, phone, 1],
      [bruno, anna, phone, 1],
      [claire, bruno, organizers, 0],
    ] as const) {
      service.pushed.length = 0
      await by.call(block, { params: { id: of.accountId } })
      await say(bruno, 'Toujours là', id)
      await settled()
      expect(words(browser)).toHaveLength(heard)
      await by.call(unblock, { params: { id: of.accountId } })
    }
  })
})
