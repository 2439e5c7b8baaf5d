import { expect, test } from 'vitest'
import * as e from '#contract/events/events'
import * as g from '#contract/messaging/groups'
import { inviteToEvent, patchParticipant } from '#contract/events/participants'
import { saveFeelings } from '#contract/notes'
import { block } from '#contract/safety'
import { collectArchive } from '../../../server/life/collect'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

const archiveOf = (who: Member) => collectArchive(t.ctx, who)
const inDays = (n: number): string => new Date(t.ctx.now() + n * 86_400_000).toISOString()

test('of an event that is closed to the member, neither the title nor the date that it has now', async () => {
  const [lead, guest] = [await t.member(), await t.member()]
  const { body } = await lead.call(e.createEvent, {
    body: { title: 'Bal', start_date: inDays(5) },
  })
  const { id } = body.event
  await lead.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  await lead.call(inviteToEvent, { params: { id }, body: { account_handle: guest.handle } })
  expect((await guest.call(e.participateInEvent, { params: { id } })).status).toBe(200)
  expect(await archiveOf(guest)).toMatchObject({
    participations: [{ sortie: 'Bal', date: body.event.start_date, non_retenue: false }],
    discussions: [{ titre: 'Bal' }],
  })
  const row = await t.ctx.db
    .selectFrom('event_participants')
    .where('account_id', '=', guest.accountId)
    .select('id')
    .executeTakeFirstOrThrow()
  await lead.call(patchParticipant, {
    params: { id },
    body: { participantId: row.id, status: 'cancelled' },
  })
  const moved = inDays(9)
  await lead.call(e.updateEvent, {
    params: { id },
    body: { title: 'Zqailleurs', start_date: moved },
  })
  const archive = await archiveOf(guest)
  expect(archive).toMatchObject({
    participations: [{ sortie: null, date: null, statut: 'cancelled', non_retenue: true }],
    discussions: [{ titre: null }],
  })
  for (const now of ['Zqailleurs', moved]) expect(JSON.stringify(archive)).not.toContain(now)
})

test('a group that one has left has no name, as it may have another one since', async () => {
  const [lead, member] = [await t.member(), await t.member()]
  await t.relate(lead, member)
  const { conversation } = (
    await lead.call(g.createGroup, {
      body: { title: 'Voisins', account_ids: [member.accountId] },
    })
  ).body
  await member.call(g.leaveConversation, { params: { id: conversation.id } })
  await lead.call(g.updateGroup, {
    params: { id: conversation.id },
    body: { title: 'Zqautrenom' },
  })
  expect(JSON.stringify(await archiveOf(member))).not.toContain('Zqautrenom')
  expect(JSON.stringify(await archiveOf(lead))).toContain('Zqautrenom')
})

test('who blocks the member is named like who is deleted; whom the member blocks is named', async () => {
  const [me, blocks, leaves, unwanted] = [
    await t.member(),
    await t.member('zq_bloque'),
    await t.member('zq_partie'),
    await t.member('zq_genant'),
  ]
  const about = (who: Member) =>
    me.call(saveFeelings, {
      params: { id: who.accountId },
      body: { global_comment: 'Note', identity_feelings: {} },
    })
  for (const who of [blocks, leaves, unwanted]) {
    expect((await about(who)).status).toBe(200)
    await t.ctx.db
      .insertInto('meetings')
      .values({ account_id: me.accountId, with_account_id: who.accountId, said_at: t.ctx.now() })
      .execute()
  }
  await blocks.call(block, { params: { id: me.accountId } })
  await me.call(block, { params: { id: unwanted.accountId } })
  await t.ctx.db
    .updateTable('accounts')
    .set({ deleted_at: t.ctx.now() })
    .where('id', '=', leaves.accountId)
    .execute()
  const archive = await archiveOf(me)
  const named = (part: string) =>
    (archive[part] as { pseudo: string }[]).map((one) => one.pseudo).sort()
  const names = ['Compte supprimé', 'Compte supprimé', 'zq_genant']
  expect([named('notes'), named('rencontres')]).toEqual([names, names])
})
