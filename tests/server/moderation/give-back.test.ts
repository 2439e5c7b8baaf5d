import { afterEach, beforeEach, expect, test } from 'vitest'
import { listDrive } from '#contract/albums/albums'
import { createEvent, publishEvent, listMyEvents } from '#contract/events/events'
import { inviteToEvent } from '#contract/events/participants'
import { HOUR_MS, MINUTE_MS } from '#contract/limits'
import { appealDecision, myDecisions } from '#contract/moderation'
import { report } from '#contract/safety'
import { undoDecision } from '#contract/staff/cases'
import { restorePendingContent } from '../../../server/moderation/service'
import { picture, upload } from '../../support/world/world'
import {
  caseOf,
  DAY,
  decide,
  moderator,
  operator,
  removedPhoto,
  RULE,
  setUp,
  t,
  reportedPhoto,
} from './cases-setup'

setUp()

let now: number
let put: typeof t.ctx.storage.put
beforeEach(() => {
  now = t.clock.now
  put = t.ctx.storage.put
})
afterEach(() => {
  t.clock.now = now
  t.ctx.storage.put = put
})

const ownMedia = async (who: Awaited<ReturnType<typeof t.member>>) =>
  (await who.call(listDrive, { query: {} })).body.media

test('a removed photo whose appeal succeeds is among its owner’s photos again, and not a banned one', async () => {
  const { owner, media_id, decision: id } = await removedPhoto('non_consensual')
  expect(await ownMedia(owner)).toEqual([])
  await owner.call(appealDecision, { params: { id }, body: { text: 'C’est bien moi.' } })
  await decide(operator, await caseOf(id), 'overturn', { facts: 'Vous avez raison.' })
  const [back, ...more] = await ownMedia(owner)
  expect([back?.width, back?.height, more.length]).toEqual([
    expect.any(Number),
    expect.any(Number),
    0,
  ])
  expect(back?.id).not.toBe(media_id)
  expect(
    await t.ctx.db.selectFrom('ban_marks').where('decision_id', '=', id).selectAll().execute(),
  ).toEqual([])
})

test('a photo is given back to a member who has as many as they may', async () => {
  const { owner, decision } = await removedPhoto('spam')
  const env = t.ctx.env as { MEDIA_PER_ACCOUNT: number }
  const { MEDIA_PER_ACCOUNT } = env
  env.MEDIA_PER_ACCOUNT = 1
  await upload(owner, await picture(4))
  await moderator
    .call(undoDecision, { params: { id: decision }, body: { reason: 'Erreur' } })
    .finally(() => {
      env.MEDIA_PER_ACCOUNT = MEDIA_PER_ACCOUNT
    })
  expect(await ownMedia(owner)).toHaveLength(2)
})

test('a photo that could not be stored is given back by the minute job, once', async () => {
  const { owner, decision } = await removedPhoto('spam')
  t.ctx.storage.put = () => Promise.reject(new Error('storage away'))
  await moderator
    .call(undoDecision, { params: { id: decision }, body: { reason: 'Erreur' } })
    .finally(() => {
      t.ctx.storage.put = put
    })
  expect(await ownMedia(owner)).toEqual([])
  t.clock.now += 3 * 60_000
  await restorePendingContent(t.ctx)
  await restorePendingContent(t.ctx)
  expect(await ownMedia(owner)).toHaveLength(1)
})

test('one that always fails is tried ever less often, and at least once an hour', async () => {
  const { owner, decision } = await removedPhoto('spam')
  const begin = t.clock.now
  const tries = new Set<number>()
  t.ctx.storage.put = () => {
    tries.add((t.clock.now - begin) / MINUTE_MS)
    return Promise.reject(new Error('unreadable'))
  }
  await moderator.call(undoDecision, { params: { id: decision }, body: { reason: 'Erreur' } })
  for (; t.clock.now < begin + 6 * HOUR_MS; t.clock.now += MINUTE_MS)
    await restorePendingContent(t.ctx)
  // in minutes, from the decision on
  const gaps = [...tries].slice(1).map((at, n) => at - ([...tries][n] ?? 0))
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b))
  expect(gaps[0]).toBe(2)
  expect(gaps.slice(-3)).toEqual([60, 60, 60])
  t.ctx.storage.put = put
  t.clock.now += DAY
  await restorePendingContent(t.ctx)
  // a day later the member would have to sign in again
  t.clock.now = begin
  expect(await ownMedia(owner)).toHaveLength(1)
})

test('a photo is given back to a member to whom photos are closed', async () => {
  const { owner, viewer, media_id } = await reportedPhoto('spam')
  await viewer.call(report, { body: { kind: 'profile', id: owner.accountId, reason: 'spam' } })
  await decide(moderator, await caseOf(media_id), 'remove')
  await decide(moderator, await caseOf(owner.accountId), 'restrict', {
    ...RULE,
    days: 7,
    scopes: ['photos'],
  })
  const removed = (await owner.call(myDecisions, {})).body.decisions.find(
    (one) => one.measure === 'remove',
  )
  await moderator.call(undoDecision, {
    params: { id: removed?.id ?? '' },
    body: { reason: 'Erreur' },
  })
  expect(await ownMedia(owner)).toHaveLength(1)
  expect((await upload(owner, await picture(4))).status).toBe(403)
})

/** Lost, the event would open to more people than its organizer wanted. */
const ENTRY = {
  access_type: 'open_to_relations',
  requires_approval: true,
  verified_only: true,
  code_requests: false,
  max_participants: 8,
  places_by_kind: { couple: 3, woman: null, man: null, other: null },
} as const

test('a removed event that is taken back is a draft again, without guests and precise address', async () => {
  const [owner, guest] = [await t.member(), await t.member()]
  const made = async (days: number) => {
    const { event } = (
      await owner.call(createEvent, {
        body: {
          title: 'Pique-nique',
          description: 'Au bord de l’eau',
          place_id: '45234',
          price: '10 €',
          rules: 'On enlève ses chaussures',
          ...ENTRY,
          start_date: new Date(t.ctx.now() + days * DAY).toISOString(),
          private_location: { address: '3 impasse des Chênes', lat: 47.9, lng: 1.9 },
        },
      })
    ).body
    await owner.call(publishEvent, { params: { id: event.id }, body: { status: 'published' } })
    await owner.call(inviteToEvent, {
      params: { id: event.id },
      body: { account_handle: guest.handle },
    })
    await guest.call(report, { body: { kind: 'event', id: event.id, reason: 'other' } })
    return event.id
  }
  const own = () =>
    t.ctx.db
      .selectFrom('events')
      .where('creator_account_id', '=', owner.accountId)
      .selectAll()
      .execute()
  const undo = async (subjectId: string) => {
    const decision = await t.ctx.db
      .selectFrom('decisions')
      .where('subject_id', '=', subjectId)
      .select('id')
      .executeTakeFirstOrThrow()
    await moderator.call(undoDecision, { params: { id: decision.id }, body: { reason: 'Erreur' } })
  }
  const [soon, over] = [await made(5), await made(1)]
  for (const id of [soon, over]) await decide(moderator, await caseOf(id), 'remove', RULE)
  expect(await own()).toEqual([])
  await undo(soon)
  const [draft, ...more] = await own()
  expect(more).toEqual([])
  expect(draft).toMatchObject({
    title: 'Pique-nique',
    description: 'Au bord de l’eau',
    price: '10 €',
    rules: 'On enlève ses chaussures',
    status: 'draft',
    address: null,
    access_type: 'open_to_relations',
    requires_approval: 1,
    verified_only: 1,
    code_requests: 0,
    max_participants: 8,
    places_couple: 3,
  })
  expect(JSON.parse(draft?.place ?? '')).toMatchObject({ place_id: '45234' })
  expect((await owner.call(listMyEvents, { query: {} })).body.events.map((e) => e.title)).toContain(
    'Pique-nique',
  )
  t.clock.now += 3 * DAY
  await undo(over)
  expect(await own()).toHaveLength(1)
})
