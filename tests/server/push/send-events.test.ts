import { describe, expect, test } from 'vitest'
import {
  createEvent,
  publishEvent,
  revealLocation,
  participateInEvent as joinEvent,
} from '#contract/events/events'
import { inviteToEvent } from '#contract/events/participants'
import { block, unblock } from '#contract/safety'
import * as talk from '../../../server/messaging/service'
import { newId } from '../../../server/tokens'
import {
  reverseClock,
  setUp,
  service,
  t,
  api,
  anna,
  bruno,
  claire,
  direct,
  phone,
  deviceId,
  say,
  prefer,
  waiting,
  settled,
  words,
} from './send-setup'

setUp()

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
  test('who asked for their deletion before the push leaves is named no more', async () => {
    await prefer(anna, { details: true })
    const start_date = new Date(t.ctx.now() + 5 * 86_400_000).toISOString()
    const id = (await anna.call(createEvent, { body: { title: 'Thé', start_date } })).body.event.id
    await anna.call(publishEvent, { params: { id }, body: { status: 'published' } })
    const leaving = await t.member('dora_repart')
    await anna.call(inviteToEvent, { params: { id }, body: { account_handle: leaving.handle } })
    // the push must not leave before the account is deleted
    const release = reverseClock()
    await leaving.call(joinEvent, { params: { id } })
    await t.ctx.db
      .updateTable('accounts')
      .set({ deleted_at: t.ctx.now() })
      .where('id', '=', leaving.accountId)
      .execute()
    release()
    await settled()
    expect(words().map((w) => w.body)).toEqual(['Compte supprimé participe à «\u00a0Thé\u00a0».'])
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
    )()
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
