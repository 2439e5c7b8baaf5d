import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { getConversation, listConversations, sendMessage } from '#contract/messaging/messages'
import { countNews, listNews } from '#contract/news'
import * as p from '#contract/events/participants'
import { entryList } from '#contract/events/check-in'
import { block, unblock } from '#contract/safety'
import { newId } from '../../../server/tokens'
import { readEvent } from '../../../server/access/events'
import { presentEvent } from '../../../server/events/present'
import { eventCallbacks } from '../../../server/events/service'
import { createRelation } from '../../../server/relations/service'
import { afterRead } from '../../support/server/after-reads'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

const evening = async (by: Member, more: Partial<e.EventInput> = {}): Promise<string> => {
  const { body } = await by.call(e.createEvent, {
    body: { title: 'Soirée', start_date: new Date(t.ctx.now() + 9e7).toISOString(), ...more },
  })
  await by.call(e.publishEvent, { params: { id: body.event.id }, body: { status: 'published' } })
  return body.event.id
}
const comes = async (lead: Member, id: string, who: Member): Promise<void> => {
  expect(
    (await lead.call(p.inviteToEvent, { params: { id }, body: { account_handle: who.handle } }))
      .body.success,
  ).toBe(true)
  expect((await who.call(e.participateInEvent, { params: { id } })).status).toBe(200)
}
const write = (by: Member, id: string) =>
  by.call(sendMessage, {
    params: { id },
    body: {
      content: 'Bonsoir',
      sender_identity_id: by.identityIds[0] ?? null,
      client_msg_id: newId(),
    },
  })
const cut = (by: Member, other: Member) => by.call(block, { params: { id: other.accountId } })

describe('a block and the sorties', () => {
  test('a block ends the participation, conversation and role of the participant', async () => {
    for (const byCreator of [true, false]) {
      const [lead, guest, waits] = [await t.member(), await t.member(), await t.member()]
      await t.ctx.db
        .transaction()
        .execute((trx) => createRelation(trx, lead.accountId, guest.accountId, 'link', t.ctx.now()))
      const id = await evening(lead, { max_participants: 2, has_waitlist: true, auto_offer: true })
      await lead.call(p.inviteToEvent, { params: { id }, body: { account_handle: waits.handle } })
      await comes(lead, id, guest)
      await waits.call(e.participateInEvent, { params: { id } })
      const talk =
        (await guest.call(e.getEvent, { params: { id }, query: {} })).body.event.conversation_id ??
        ''
      expect((await write(guest, talk)).status).toBe(201)
      expect((await (byCreator ? cut(lead, guest) : cut(guest, lead))).status).toBe(200)
      expect((await guest.call(getConversation, { params: { id: talk } })).status).toBe(404)
      expect((await write(guest, talk)).status).toBe(404)
      expect(
        (await waits.call(e.getEvent, { params: { id }, query: {} })).body.event.offer_until,
      ).not.toBeNull()
      await (byCreator
        ? lead.call(unblock, { params: { id: guest.accountId } })
        : guest.call(unblock, { params: { id: lead.accountId } }))
      expect((await guest.call(e.getEvent, { params: { id }, query: {} })).body).toMatchObject({
        code: 'event_declined',
      })
    }
  })

  test('a co-organizer too: it organizes nothing there any more', async () => {
    const [lead, helper] = [await t.member(), await t.member()]
    await t.ctx.db
      .transaction()
      .execute((trx) => createRelation(trx, lead.accountId, helper.accountId, 'link', t.ctx.now()))
    const id = await evening(lead)
    await lead.call(p.addCoOrganizer, { params: { id }, body: { account_id: helper.accountId } })
    await cut(helper, lead)
    await helper.call(unblock, { params: { id: lead.accountId } })
    expect((await helper.call(e.getEvent, { params: { id }, query: {} })).body).toMatchObject({
      code: 'event_declined',
    })
  })

  test('the exchange with the organizers becomes read-only for both, as a direct conversation does', async () => {
    const [lead, guest] = [await t.member(), await t.member()]
    const id = await evening(lead)
    await comes(lead, id, guest)
    const talk =
      (await guest.call(p.startEventConversation, { params: { id }, body: {} })).body
        .conversation_id ?? ''
    expect((await write(guest, talk)).status).toBe(201)
    await cut(lead, guest)
    for (const who of [lead, guest]) {
      expect((await write(who, talk)).body).toMatchObject({ code: 'conversation_readonly' })
      expect(
        (await who.call(listConversations, {})).body.conversations.find((c) => c.id === talk)
          ?.can_write,
      ).toBe(false)
    }
  })

  test('across a block neither is named in a third member’s event, and its news are not counted', async () => {
    const [host, one, other] = [
      await t.member(),
      await t.member('se_tait'),
      await t.member('se_cache'),
    ]
    for (const m of [one, other])
      await t.ctx.db
        .transaction()
        .execute((trx) => createRelation(trx, host.accountId, m.accountId, 'link', t.ctx.now()))
    const id = await evening(host)
    for (const m of [one, other]) {
      await comes(host, id, m)
      await host.call(p.addCoOrganizer, { params: { id }, body: { account_id: m.accountId } })
    }
    const asks = async () =>
      JSON.stringify(
        await Promise.all(
          [p.listEventParticipants, p.listCoOrganizers, entryList, p.participantsCsv].map(
            async (route) => (await one.call(route, { params: { id } })).body,
          ),
        ),
      )
    expect(await asks()).toContain('se_cache')
    await cut(other, one)
    const after = await asks()
    expect(after).not.toContain('se_cache')
    expect(after).not.toContain(other.accountId)
    // its code still opens: nothing else of it does
    expect(
      (await one.call(entryList, { params: { id } })).body.entries.map((x) => x.handle),
    ).toContain('Pseudo caché')
    await one.call(listNews, { query: {} })
    const guest = await t.member()
    await other.call(p.inviteToEvent, { params: { id }, body: { account_handle: guest.handle } })
    await other.call(e.updateEvent, { params: { id }, body: { price: '20 €' } })
    expect((await one.call(countNews)).body.unread).toBe(
      (await one.call(listNews, { query: {} })).body.items.filter((n) => n.readAt === null).length,
    )
    expect(
      JSON.stringify((await one.call(p.listEventParticipants, { params: { id } })).body),
    ).not.toContain('se_cache')
  })

  test('a hidden participant stays «Pseudo caché» across a block, without dates', async () => {
    const [host, guest, secret] = [
      await t.member(),
      await t.member(),
      await t.member('masque_de_nuit'),
    ]
    for (const m of [guest, secret])
      await t.ctx.db
        .transaction()
        .execute((trx) => createRelation(trx, host.accountId, m.accountId, 'link', t.ctx.now()))
    const id = await evening(host)
    for (const m of [secret, guest]) await comes(host, id, m)
    const { id: row } = (
      await secret.call(p.hideMyself, { params: { id }, body: { is_hidden: true } })
    ).body.participant
    const seen = async () =>
      (await guest.call(p.listEventParticipants, { params: { id } })).body.participants
    const ask = async (participantId: string) =>
      (await guest.call(p.checkEventConversation, { params: { id, participantId } })).status
    const before = { people: await seen(), row: await ask(row) }
    const hidden = before.people.filter((x) => x.account_id === null)
    expect(hidden.map((x) => x.account_handle)).toEqual(['Pseudo caché'])
    expect(before.people.at(-1)?.id).toBe(hidden[0]?.id)
    // the id of a row begins with the millisecond it was made in
    expect(hidden[0]?.id).not.toBe(row)
    expect(hidden[0]?.id[14]).toBe('8')
    await cut(guest, secret)
    expect({ people: await seen(), row: await ask(row) }).toEqual(before)
    await guest.call(unblock, { params: { id: secret.accountId } })
    await cut(secret, guest)
    expect({ people: await seen(), row: await ask(row) }).toEqual(before)
  })
})

test('who was taken off or erased while a block was carried out gets no row that declines', async () => {
  const [lead, off, erased] = [await t.member(), await t.member(), await t.member()]
  const id = await evening(lead)
  for (const guest of [off, erased]) await comes(lead, id, guest)
  const statuses = async () =>
    (
      await t.ctx.db
        .selectFrom('event_participants')
        .where('event_id', '=', id)
        .where('account_id', '!=', lead.accountId)
        .select('status')
        .execute()
    ).map((r) => r.status)
  const parts = (guest: Member, meanwhile: () => Promise<unknown>) =>
    eventCallbacks(afterRead(t.ctx, 'event_participants as p', meanwhile)).partWays(
      lead.accountId,
      guest.accountId,
    )
  const rows = t.ctx.db.deleteFrom('event_participants').where('event_id', '=', id)
  await parts(erased, () => rows.where('account_id', '=', erased.accountId).execute())
  expect(await statuses()).toEqual(['accepted'])
  await parts(off, () =>
    t.ctx.db
      .updateTable('event_participants')
      .set({ status: 'cancelled' })
      .where('event_id', '=', id)
      .where('account_id', '=', off.accountId)
      .execute(),
  )
  expect(await statuses()).toEqual(['cancelled'])
})

test('an event that is read while its creator blocks the reader is not found', async () => {
  const [lead, guest] = [await t.member(), await t.member()]
  const id = await evening(lead)
  await comes(lead, id, guest)
  const { accountId, identityIds, userId } = guest
  const viewer = { userId, sessionId: '', accountId, identityId: null, identityIds }
  const role = await readEvent(t.ctx.db, viewer, id)
  expect((await presentEvent(t.ctx, viewer, role)).id).toBe(id)
  await cut(lead, guest)
  await expect(presentEvent(t.ctx, viewer, role)).rejects.toMatchObject({ code: 'not_found' })
})
