import { describe, expect, test } from 'vitest'
import {
  createEvent,
  leaveEvent,
  participateInEvent,
  publishEvent,
  updateEvent,
} from '#contract/events/events'
import { inviteToEvent, patchParticipant } from '#contract/events/participants'
import { listNews } from '#contract/news'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

const KINDS = /^particip|^waitlist_free/
/** What an organizer reads, without marking it as read. */
const told = async (who: Member) =>
  (
    await t.ctx.db
      .selectFrom('news')
      .where('account_id', '=', who.accountId)
      .where('deleted_at', 'is', null)
      .select(['news_type', 'payload'])
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  )
    .filter((n) => KINDS.test(n.news_type))
    .map((n) => [n.news_type, (JSON.parse(n.payload) as { accounts?: string[] }).accounts?.length])
const members = (n: number): Promise<Member[]> =>
  Promise.all(Array.from({ length: n }, () => t.member()))

/** A published event with these guests invited. */
const hosted = async (
  host: Member,
  more: Record<string, unknown>,
  guests: readonly Member[] = [],
): Promise<string> => {
  const { id } = (
    await host.call(createEvent, {
      body: {
        title: 'Soirée',
        start_date: new Date(t.ctx.now() + 86_400_000).toISOString(),
        ...more,
      },
    })
  ).body.event
  await host.call(publishEvent, { params: { id }, body: { status: 'published' } })
  for (const guest of guests)
    await host.call(inviteToEvent, { params: { id }, body: { account_handle: guest.handle } })
  return id
}

describe('what organizers hear', () => {
  test('ten confirmations that nobody has read are one line; the next one after a reading is another', async () => {
    const [host, ...guests] = (await members(5)) as [Member, ...Member[]]
    const id = await hosted(host, {}, guests)
    const [first, second, third, fourth] = guests as [Member, Member, Member, Member]
    for (const one of [first, second, third]) await one.call(participateInEvent, { params: { id } })
    expect(await told(host)).toEqual([['participant_joined', 3]])
    const { items } = (await host.call(listNews, {})).body
    expect(items[0]).toMatchObject({
      newsType: 'participant_joined',
      actorAccountId: third.accountId,
      payload: { others: 2 },
    })
    expect(JSON.stringify(items)).not.toContain(first.accountId)
    await fourth.call(participateInEvent, { params: { id } })
    await first.call(leaveEvent, { params: { id } })
    expect(await told(host)).toEqual([
      ['participant_joined', 3],
      ['participant_joined', 1],
      ['participant_left', 1],
    ])
  })

  test('who says no to an invitation, or repeats a yes, is no news', async () => {
    const [host, one] = (await members(2)) as [Member, Member]
    const id = await hosted(host, {}, [one])
    await one.call(leaveEvent, { params: { id } })
    expect(await told(host)).toEqual([])
    for (let i = 0; i < 2; i += 1) await one.call(participateInEvent, { params: { id } })
    expect(await told(host)).toEqual([['participant_joined', 1]])
  })

  test('the waiting list is told, and a free place only as long as it is free', async () => {
    const [host, one, two] = (await members(3)) as [Member, Member, Member]
    const id = await hosted(host, { max_participants: 2, has_waitlist: true }, [one, two])
    for (const who of [one, two]) await who.call(participateInEvent, { params: { id } })
    expect(await told(host)).toEqual([
      ['participant_joined', 1],
      ['participant_waits', 1],
    ])
    await host.call(updateEvent, { params: { id }, body: { max_participants: 3 } })
    const { items } = (await host.call(listNews, {})).body
    expect(items[0]).toMatchObject({ newsType: 'waitlist_free', payload: { waiting: 1 } })
    const row = await t.ctx.db
      .selectFrom('event_participants')
      .where('event_id', '=', id)
      .where('account_id', '=', two.accountId)
      .select('id')
      .executeTakeFirstOrThrow()
    await host.call(patchParticipant, {
      params: { id },
      body: { participantId: row.id, status: 'accepted' },
    })
    expect((await told(host)).map(([type]) => type)).not.toContain('waitlist_free')
  })

  test('a request carries its row to the organizers as long as it waits, and to nobody else', async () => {
    const [host, one] = (await members(2)) as [Member, Member]
    const id = await hosted(host, { requires_approval: true, access_type: 'open_to_relations' })
    await t.ctx.db
      .insertInto('relations')
      .values(
        [
          [host.accountId, one.accountId],
          [one.accountId, host.accountId],
        ].map(([a, b]) => ({
          account_id: a ?? '',
          with_account_id: b ?? '',
          created_at: 1,
          origin: 'link' as const,
        })),
      )
      .execute()
    await one.call(participateInEvent, { params: { id } })
    const request = async () =>
      (await host.call(listNews, {})).body.items.find(
        (n) => n.newsType === 'participation_requested',
      )
    const pendingId = String((await request())?.payload['pendingId'])
    expect(
      (
        await host.call(patchParticipant, {
          params: { id },
          body: { participantId: pendingId, status: 'accepted' },
        })
      ).status,
    ).toBe(200)
    expect((await request())?.payload).not.toHaveProperty('pendingId')
  })
})
