import { expect, test } from 'vitest'
import * as e from '#contract/events/events'
import * as a from '#contract/events/held-answers'
import {
  inviteToEvent,
  listEventParticipants,
  patchParticipant,
  startEventConversation,
} from '#contract/events/participants'
import { listRides } from '#contract/events/rides'
import { listNews } from '#contract/news'
import { report } from '#contract/safety'
import { collectArchive } from '../../../server/life/collect'
import { as } from '../../support/world/couples'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

let made = 0
const evening = async (more: Partial<e.EventInput> = {}) => {
  made += 1
  const host = await t.member(`hotecode_${made}`)
  const couple = await t.member(`couplecode_${made}`, ['woman', 'man'])
  const { event } = (
    await host.call(e.createEvent, {
      body: {
        title: 'Zqtitre',
        description: 'Zqdescription',
        price: 'Zqprix',
        slug: `zq-code-${made}`,
        rules: 'Zqregles',
        questions: ['Zqquestion'],
        start_date: new Date(t.ctx.now() + 72 * 3_600_000).toISOString(),
        place_id: '45234',
        access_type: 'invitation_only',
        code_requests: true,
        ...more,
      },
    })
  ).body
  const { id } = event
  const slug = event.slug ?? ''
  await host.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  await couple.call(a.setAnswersTogether, { body: { on: true } })
  const status = async () =>
    (await host.call(listEventParticipants, { params: { id } })).body.participants.find(
      (p) => p.account_id === couple.accountId,
    )?.status
  const join = (who: Pick<Member, 'call'> = couple) => who.call(e.joinBySlug, { body: { slug } })
  return { host, couple, id, slug, status, join }
}
const waits = async (who: Member) => (await who.call(a.listRequestsByCode, {})).body.requests
const yes = (who: Pick<Member, 'call'>, id: string, revision = 1) =>
  who.call(a.approveAnswer, { params: { id }, body: { revision } })

test('a code used as both waits for two yeses before the organizers hear of it', async () => {
  const { host, couple, id, status, join } = await evening()
  expect((await join()).body).toEqual({ event: null, waits: id })
  expect(await status()).toBeUndefined()
  expect((await host.call(listNews, {})).body.items).toEqual([])
  expect(await waits(couple)).toMatchObject([
    { event_id: id, title: 'Zqtitre', answer: { revision: 1, agreed: [] } },
  ])
  expect((await yes(couple, id)).body).toMatchObject({ code: 'identity_needed' })
  expect((await yes(as(couple, 0), id)).body).toMatchObject({
    answer: { agreed: [couple.identityIds[0]] },
    event: null,
  })
  expect(await status()).toBeUndefined()
  expect((await yes(as(couple, 1), id)).body).toMatchObject({
    answer: null,
    event: { title: 'Zqtitre', user_participation_status: 'pending_approval' },
  })
  expect([await status(), await waits(couple)]).toEqual(['pending_approval', []])
  expect((await host.call(listNews, {})).body.items.length).toBe(1)
})

test('of a single mode too: the other’s use of the code is the second yes; one alone does not wait', async () => {
  const { couple, status, join } = await evening()
  await join(as(couple, 0))
  expect(await status()).toBeUndefined()
  expect((await join(as(couple, 1))).body).toMatchObject({
    event: { user_participation_status: 'pending_approval' },
  })
  const other = await evening()
  const alone = await t.member('seulecode')
  expect((await other.join(alone)).body).toMatchObject({
    event: { user_participation_status: 'pending_approval' },
  })
})

test('either changes who comes, which asks again, or takes the request back', async () => {
  const { couple, id, status, join } = await evening()
  await join()
  await yes(as(couple, 0), id)
  const [hers] = couple.identityIds
  const change = await as(couple, 1).call(e.participateInEvent, {
    params: { id },
    body: { identity_id: hers },
  })
  expect(change.body).toEqual({ event: null, held: true })
  expect((await waits(couple))[0]?.answer).toMatchObject({
    revision: 2,
    coming_identity_id: hers,
    agreed: [couple.identityIds[1]],
  })
  expect((await yes(as(couple, 0), id, 1)).body).toMatchObject({ code: 'held_changed' })
  expect((await couple.call(a.takeBackAnswer, { params: { id } })).status).toBe(200)
  expect([await waits(couple), (await couple.call(e.getEvent, { params: { id } })).status]).toEqual(
    [[], 403],
  )
  await join()
  await as(couple, 0).call(e.participateInEvent, { params: { id }, body: { identity_id: hers } })
  await yes(as(couple, 1), id, 2)
  expect(await status()).toBe('pending_approval')
  const read = await couple.call(e.getEvent, { params: { id } })
  expect(read.body).toMatchObject({ event: { coming_identity_id: hers } })
})

test('while it waits, the title and the hour are all that the couple reads', async () => {
  const { host, couple, id, slug, join } = await evening()
  await join()
  const params = { id }
  const refused = [
    await couple.call(e.getEvent, { params }),
    await couple.call(e.getEventBySlug, { params: { slug } }),
    await couple.call(listEventParticipants, { params }),
    await couple.call(listRides, { params }),
    await couple.call(startEventConversation, { params, body: {} }),
    await couple.call(report, { body: { kind: 'event', id, reason: 'spam' } }),
  ]
  expect(refused.map((x) => x.status)).toEqual([403, 403, 403, 403, 403, 403])
  expect(refused[0]?.body).toMatchObject({ code: 'event_waits', details: { event_id: id } })
  const all = JSON.stringify([
    refused.map((x) => x.body),
    await waits(couple),
    (await couple.call(e.listInvitedEvents, { query: {} })).body,
    (await couple.call(e.listMyEvents, { query: {} })).body,
    (await couple.call(listNews, {})).body,
    await collectArchive(t.ctx, { accountId: couple.accountId, userId: couple.userId }),
  ])
  for (const secret of ['Zqdescription', 'Zqprix', 'Zqregles', 'Zqquestion', slug, host.handle])
    expect(all).not.toContain(secret)
  expect(all.match(/Zqtitre/g)?.length).toBe(1)
})

test('what ends meanwhile: requests closed, the couple invited by hand, or removed', async () => {
  const closed = await evening()
  await closed.join()
  await yes(as(closed.couple, 0), closed.id)
  await closed.host.call(e.updateEvent, {
    params: { id: closed.id },
    body: { code_requests: false },
  })
  expect((await yes(as(closed.couple, 1), closed.id)).status).toBe(404)
  expect(await closed.status()).toBeUndefined()

  const invited = await evening()
  await invited.join()
  await invited.host.call(inviteToEvent, {
    params: { id: invited.id },
    body: { account_handle: invited.couple.handle },
  })
  const read = await invited.couple.call(e.getEvent, { params: { id: invited.id } })
  expect(read.body).toMatchObject({ event: { held_answer: { answer: 'participate' } } })
  await yes(as(invited.couple, 0), invited.id)
  await yes(as(invited.couple, 1), invited.id)
  expect(await invited.status()).toBe('accepted')

  const removed = await evening()
  await removed.join()
  await removed.host.call(inviteToEvent, {
    params: { id: removed.id },
    body: { account_handle: removed.couple.handle },
  })
  const row = (
    await removed.host.call(listEventParticipants, { params: { id: removed.id } })
  ).body.participants.find((p) => p.account_id === removed.couple.accountId)
  await removed.host.call(patchParticipant, {
    params: { id: removed.id },
    body: { participantId: row?.id ?? '', status: 'cancelled' },
  })
  expect(
    (await removed.couple.call(e.getEvent, { params: { id: removed.id } })).body,
  ).toMatchObject({ code: 'event_cancelled_for_you' })
  expect(await waits(removed.couple)).toEqual([])
})

test('both at the same instant: one request; a couple that no longer answers together asks at once', async () => {
  const { host, couple, id, status, join } = await evening()
  await join()
  const answers = await Promise.all([yes(as(couple, 0), id), yes(as(couple, 1), id)])
  expect(answers.map((x) => x.status)).toEqual([200, 200])
  expect(answers.filter((x) => x.body.answer === null).length).toBe(1)
  expect(await status()).toBe('pending_approval')
  expect((await host.call(listNews, {})).body.items.length).toBe(1)

  const later = await evening()
  await later.join()
  for (const k of [0, 1] as const)
    await as(later.couple, k).call(a.setAnswersTogether, { body: { on: false } })
  expect((await later.join()).body).toMatchObject({
    event: { user_participation_status: 'pending_approval', held_answer: null },
  })
})
