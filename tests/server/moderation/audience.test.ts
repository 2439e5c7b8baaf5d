import { beforeAll, expect, test } from 'vitest'
import { countNews, listNews } from '#contract/news'
import { saveProfile } from '#contract/profile/data'
import { setAvatar } from '#contract/profile/profile'
import {
  countRecipients,
  listAnnouncements,
  sendAnnouncement,
  type Audience,
} from '#contract/staff/community'
import { sendAnnouncements } from '../../../server/operator/announcements'
import { composePush } from '../../../server/push/compose'
import type { Device } from '../../../server/push/queries'
import { createRelation } from '../../../server/relations/service'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { meet } from '../../support/world/met'
import { placeInput, profile } from '../../support/world/profiles'
import { staffMember } from '../../support/world/staff'
import { picture, upload } from '../../support/world/world'

const t = sharedApp()
let chief: Member
const people: Record<'chief' | 'woman' | 'man' | 'couple' | 'met' | 'stranger', Member> =
  {} as never
beforeAll(async () => {
  chief = await staffMember(t, 'cheffe', 'operator')
  people.chief = chief
  people.woman = await t.member('seule', ['woman'])
  people.man = await t.member('seul', ['man'])
  people.couple = await t.member('tousdeux', ['woman', 'man'])
  people.met = await t.member('connue', ['woman'])
  people.stranger = await t.member('ailleurs', ['other'])
  for (const [who, place] of [
    ['woman', '45234'],
    ['couple', '45234'],
    ['man', '69266'],
  ] as const)
    await people[who].call(saveProfile, {
      body: { data: profile({ location: placeInput(place) }) },
    })
  await verify(people.woman)
  await verify(people.couple)
  const params = { id: people.met.accountId }
  for (const sayer of [people.woman, people.couple]) {
    await t.ctx.db
      .transaction()
      .execute((trx) => createRelation(trx, sayer.accountId, params.id, 'link', t.ctx.now()))
    expect(await meet(sayer, people.met)).toBe(200)
  }
})

/** As after the comparison by two of the staff. */
const verify = async (who: Member): Promise<void> => {
  const { body } = await upload(who, await picture(3))
  await who.call(setAvatar, { body: { mediaId: body.media_id } })
  await t.ctx.db
    .insertInto('verifications')
    .values({
      account_id: who.accountId,
      verified_on: t.ctx.now(),
      identities: JSON.stringify(who.identityIds.toSorted()),
    })
    .execute()
  await t.ctx.db
    .insertInto('verification_photos')
    .values({ account_id: who.accountId, media_id: body.media_id })
    .execute()
}
const to = (more: Partial<Audience>): Audience => ({
  who: 'all',
  verified: false,
  department: null,
  ...more,
})
const textsOf = async (member: Member): Promise<unknown[]> =>
  (await member.call(listNews, {})).body.items
    .filter((item) => item.newsType === 'announcement')
    .map((item) => item.payload['text'])
const later = (ms: number): string => new Date(t.ctx.now() + ms).toISOString()

test('a message reaches its audience and nobody else; the number said before is that of the readers', async () => {
  const cases: readonly (readonly [Partial<Audience>, readonly (keyof typeof people)[]])[] = [
    [{ who: 'women' }, ['chief', 'woman', 'met']],
    [{ who: 'men' }, ['man']],
    [{ who: 'couples' }, ['couple']],
    [{ verified: true }, ['woman', 'couple', 'met']],
    [{ department: '45' }, ['woman', 'couple']],
    [{ department: '45', who: 'couples', verified: true }, ['couple']],
    [{ department: '69', verified: true }, []],
  ]
  for (const [n, [some, wanted]] of cases.entries()) {
    const text = `Texte ${n}`
    const audience = to(some)
    const { members } = (await chief.call(countRecipients, { body: audience })).body
    expect([n, members]).toEqual([n, wanted.length])
    expect((await chief.call(sendAnnouncement, { body: { text, audience } })).status).toBe(201)
    await sendAnnouncements(t.ctx)
    const readers: string[] = []
    for (const [name, member] of Object.entries(people))
      if ((await textsOf(member)).includes(text)) readers.push(name)
    expect([n, readers.toSorted()]).toEqual([n, [...wanted].toSorted()])
  }
  const all = (await chief.call(countRecipients, { body: to({}) })).body.members
  expect(all).toBe(Object.keys(people).length)
  const [last] = (await chief.call(listAnnouncements)).body.announcements
  expect(last).toMatchObject({ audience: { department: '69', verified: true }, endsAt: null })
})

test('after its end it is in no list, no count and no push, before the job has run and after', async () => {
  const { woman } = people
  await woman.call(listNews, {})
  await chief.call(sendAnnouncement, {
    body: { text: 'Jusqu’à demain.', audience: to({ who: 'women' }), endsAt: later(600_000) },
  })
  await sendAnnouncements(t.ctx)
  const item = await t.ctx.db
    .selectFrom('news')
    .where('account_id', '=', woman.accountId)
    .where('ends_at', 'is not', null)
    .select('id')
    .executeTakeFirstOrThrow()
  const device = {
    account_id: woman.accountId,
    user_id: woman.userId,
    identity_id: null,
  } as unknown as Device
  const pushed = () => composePush(t.ctx, device, { source: 'news', source_id: item.id })
  const unread = async () => (await woman.call(countNews, {})).body.unread
  expect([await unread(), await pushed()]).not.toContain('drop')
  expect(await unread()).toBe(1)
  t.clock.now += 600_001
  try {
    expect([await unread(), await pushed()]).toEqual([0, 'drop'])
    expect(await textsOf(woman)).not.toContain('Jusqu’à demain.')
    const told: unknown[] = []
    const { publish } = t.ctx.realtime
    t.ctx.realtime.publish = (name, payload, target) => {
      if (name === 'account.event.news.created') told.push(payload)
      return publish.call(t.ctx.realtime, name, payload, target)
    }
    await sendAnnouncements(t.ctx)
    t.ctx.realtime.publish = publish
    expect(told).toHaveLength(3)
    expect(told).toContainEqual(
      expect.objectContaining({ id: item.id, deletedAt: expect.any(String) }),
    )
    expect(await textsOf(woman)).not.toContain('Jusqu’à demain.')
  } finally {
    t.clock.now -= 600_001
  }
})

test('an end before the message leaves is refused; one that ended while the server was away is not sent', async () => {
  const send = (body: { sendAt?: string; endsAt: string }) =>
    chief.call(sendAnnouncement, { body: { text: 'Trop tard.', ...body } })
  for (const body of [
    { endsAt: later(-1000) },
    { sendAt: later(600_000), endsAt: later(300_000) },
    { endsAt: later(400 * 86_400_000) },
  ])
    expect((await send(body)).status).toBe(400)
  expect((await send({ sendAt: later(300_000), endsAt: later(600_000) })).status).toBe(201)
  t.clock.now += 700_000
  try {
    await sendAnnouncements(t.ctx)
    expect(await textsOf(people.man)).not.toContain('Trop tard.')
  } finally {
    t.clock.now -= 700_000
  }
  const [row] = (await chief.call(listAnnouncements)).body.announcements
  expect(row?.sentAt).not.toBeNull()
})
