import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import * as m from '#contract/messaging/messages'
import { deleteMessage, setConversationSettings } from '#contract/messaging/acts'
import { unsubscribePush } from '#contract/push'
import { block, unblock } from '#contract/safety'
import { logout } from '#contract/session/session'
import { addNews } from '../../../server/news/service'
import { composePush } from '../../../server/push/compose'
import { type Member } from '../../support/server/server'
import { giveFirstname } from '../../support/world/first-names'
import {
  setUp,
  service,
  t,
  api,
  anna,
  bruno,
  direct,
  phone,
  deviceId,
  open,
  say,
  prefer,
  waiting,
  settled,
  words,
} from './send-setup'

setUp()

test('a run that the database refused does not end the pushes that follow', async () => {
  await sql`alter table push_queue rename to push_queue_away`.execute(t.ctx.db)
  await t.app.jobs.run()
  await sql`alter table push_queue_away rename to push_queue`.execute(t.ctx.db)
  await say(bruno, 'Après la panne')
  await settled(5_000, 1)
  expect(service.of(phone)).toHaveLength(1)
  expect(await waiting()).toEqual([])
})

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
    await giveFirstname(t.ctx.db, bruno.identityIds, 'Zyqara')
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

test('news of a kind that only a newer server knows are left to it', async () => {
  const [newsId] = await t.ctx.db.transaction().execute((trx) =>
    addNews(
      trx,
      [
        {
          accountId: anna.accountId,
          actorAccountId: null,
          eventId: null,
          type: 'of_tomorrow' as 'vouch_asked',
          payload: {},
        },
      ],
      t.ctx.now(),
    ),
  )
  const device = await t.ctx.db
    .selectFrom('push_devices')
    .where('id', '=', deviceId)
    .selectAll()
    .executeTakeFirstOrThrow()
  const decided = () => composePush(t.ctx, device, { source: 'news', source_id: newsId ?? '' })
  // the newer one has ten minutes; then it is looked at again
  const asked = t.ctx.now()
  const { later } = (await decided()) as { later: number }
  expect(later).toBeGreaterThanOrEqual(asked + 600_000)
  expect(later).toBeLessThanOrEqual(t.ctx.now() + 600_000)
  // read meanwhile, it is sent by nobody
  await t.ctx.db.updateTable('news').set({ read_at: t.ctx.now() }).execute()
  expect(await decided()).toBe('drop')
})

test('a push is queued although the database was away when its event came', async () => {
  const subjectId = crypto.randomUUID()
  const away = vi.spyOn(t.ctx.db, 'selectFrom').mockImplementationOnce(() => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  })
  t.ctx.bus.emit('agreement.asked', { accountId: anna.accountId, subjectId })
  await t.ctx.bus.idle()
  away.mockRestore()
  expect(await waiting()).toMatchObject([{ device_id: deviceId, source_id: subjectId }])
})
