import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAlbumMedia, createAlbum, listAlbums } from '#contract/albums/albums'
import { answerAlbumRequest, askAlbum, listAlbumRequests } from '#contract/albums/requests'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { createJoinLink } from '#contract/profile/profile'
import { block, report } from '#contract/safety'
import { decideCase, getCase } from '#contract/staff/cases'
import { hashDistance, photoHashes } from '../../../server/media/hashes'
import { canonicalEmail, insertAddressBanMarks } from '../../../server/moderation/marks'
import { findSignals } from '../../../server/moderation/service'
import { newId } from '../../../server/tokens'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { renewToken, staffMember } from '../../support/world/staff'
import { picture, upload } from '../../support/world/world'
import { newcomer } from '../mailbox'

let t: TestApp
let staff: Member
beforeAll(async () => {
  t = await testApp({
    SIGNAL_NEW_CONVERSATIONS: '4',
    SIGNAL_SAME_MESSAGE: '3',
    SIGNAL_BLOCKS: '2',
    SIGNAL_REFUSALS: '2',
  })
  staff = await staffMember(t, 'vigie')
})
afterAll(() => t.close())

const write = async (who: Member, to: Member, content: string): Promise<void> => {
  const { id } = (await who.call(startConversation, { body: { handle: to.handle } })).body
    .conversation
  await who.call(sendMessage, {
    params: { id },
    body: {
      content,
      sender_identity_id: who.identityIds[0] ?? null,
      client_msg_id: newId(),
    },
  })
}
const members = (n: number): Promise<Member[]> =>
  Promise.all(Array.from({ length: n }, () => t.member()))
/** The counts of the open signal about an account. */
const countsOf = async (accountId: string): Promise<unknown> => {
  const row = await t.ctx.db
    .selectFrom('evidence as e')
    .innerJoin('cases as c', 'c.id', 'e.case_id')
    .where('c.account_id', '=', accountId)
    .where('c.kind', '=', 'signal')
    .select('e.payload')
    .orderBy('e.captured_at', 'desc')
    .executeTakeFirst()
  return row?.payload ? JSON.parse(row.payload) : null
}
const openCaseOf = async (accountId: string): Promise<string> =>
  (
    await t.ctx.db
      .selectFrom('cases')
      .where('account_id', '=', accountId)
      .where('state', '=', 'open')
      .select('id')
      .executeTakeFirstOrThrow()
  ).id
const decide = async (id: string, body: Record<string, unknown>) => {
  const { version } = (await staff.call(getCase, { params: { id } })).body.case.line
  return staff.call(decideCase, { params: { id }, body: { version, ...body } as never })
}

describe('counts', () => {
  test('many new conversations, one text to many and many blocks open a case; below it nothing', async () => {
    const [eager, calm, ...others] = (await members(6)) as [Member, Member, ...Member[]]
    for (const [i, one] of others.entries())
      await write(
        eager,
        one,
        i < 3 ? 'Bonjour, découvrez mon site payant.' : 'Tout autre chose ici.',
      )
    for (const one of others.slice(0, 2)) {
      await write(calm, one, 'Bonsoir')
      await one.call(block, { params: { id: eager.accountId } })
    }
    await others[0]?.call(block, { params: { id: calm.accountId } })
    await findSignals(t.ctx)
    expect(await countsOf(eager.accountId)).toEqual({
      newConversations: 4,
      sameMessage: 3,
      blocks: 2,
    })
    expect(await countsOf(calm.accountId)).toBeNull()
    // once, and not again within a week after it was decided
    await findSignals(t.ctx)
    const cases = () =>
      t.ctx.db.selectFrom('cases').where('account_id', '=', eager.accountId).select('id').execute()
    expect(await cases()).toHaveLength(1)
    expect((await decide(await openCaseOf(eager.accountId), { measure: 'dismiss' })).status).toBe(
      200,
    )
    await findSignals(t.ctx)
    expect(await cases()).toHaveLength(1)
  })

  test('members that refuse an album open a case from the threshold of the settings on', async () => {
    const [asker, ...owners] = (await members(3)) as [Member, Member, Member]
    const refuse = async (owner: Member): Promise<void> => {
      await asker.call(startConversation, { body: { handle: owner.handle } })
      const { album } = (await owner.call(createAlbum, { body: { name: 'À nous' } })).body
      const { media_id } = (await upload(owner, await picture(9))).body
      await owner.call(addAlbumMedia, { params: { id: album.id }, body: { mediaIds: [media_id] } })
      const { albums } = (
        await asker.call(listAlbums, {
          query: { accountId: owner.accountId, includePrivate: 'true' },
        })
      ).body
      for (const one of albums)
        await asker.call(askAlbum, {
          body: { account_id: owner.accountId, album_id: one.id, words: 'Bonsoir' },
        })
      await t.ctx.bus.idle()
      for (const { id } of (await owner.call(listAlbumRequests, {})).body.requests)
        await owner.call(answerAlbumRequest, { params: { id }, body: { answer: 'no' } })
    }
    await refuse(owners[0])
    // the same member counts once
    await refuse(owners[0])
    await findSignals(t.ctx)
    expect(await countsOf(asker.accountId)).toBeNull()
    await refuse(owners[1])
    await findSignals(t.ctx)
    expect(await countsOf(asker.accountId)).toEqual({ refusals: 2 })
  })

  /** The texts that a member sent were sent two hours ago: ids begin with their time. */
  const backdate = async ({ accountId }: Member): Promise<void> => {
    const ago = Math.floor(Date.now() - 2 * 3_600_000)
      .toString(16)
      .padStart(12, '0')
    await sql`update messages set id = ${`${ago.slice(0, 8)}-${ago.slice(8)}`} || substr(id, 14)
      where sender_account_id = ${accountId}`.execute(t.ctx.db)
  }
  const lastRun = (ran_at: number, failed_at: number | null = null) =>
    t.ctx.db
      .insertInto('work_claims')
      .values({ name: 'findSignals', owner: '', until: 0, ran_at, failed_at })
      .onConflict((c) => c.column('name').doUpdateSet({ ran_at, failed_at }))
      .execute()

  test('one text over a whole day counts when it is sent again, not every minute', async () => {
    const [eager, ...others] = (await members(4)) as [Member, Member, ...Member[]]
    const text = 'Un message que je recopie toute la journée.'
    for (const one of others) await write(eager, one, text)
    await backdate(eager)
    await lastRun(t.ctx.now() - 60_000)
    await findSignals(t.ctx)
    expect(await countsOf(eager.accountId)).toBeNull()
    await write(eager, others[0], text)
    await findSignals(t.ctx)
    expect(await countsOf(eager.accountId)).toEqual({ sameMessage: 3 })
  })

  /** The conversations that a member began, by order, were begun this long ago, h. */
  const begun = async ({ accountId }: Member, hoursAgo: readonly number[]): Promise<void> => {
    const rows = await t.ctx.db
      .selectFrom('conversations')
      .where('metadata', 'like', `%${accountId}%`)
      .select('id')
      .execute()
    expect(rows).toHaveLength(hoursAgo.length)
    for (const [i, { id }] of rows.entries()) {
      const at = t.ctx.now() - (hoursAgo[i] ?? 0) * 3_600_000
      await sql`update conversations set created_at = ${at} where id = ${id}`.execute(t.ctx.db)
    }
  }
  const MISSED: [string, () => Promise<unknown>][] = [
    ['an outage', () => lastRun(t.ctx.now() - 3 * 3_600_000)],
    ['runs that failed', () => lastRun(t.ctx.now() - 60_000, t.ctx.now() - 60_000)],
  ]
  test.each(MISSED)(
    'many new conversations of one hour before %s count after it',
    async (_what, before) => {
      const [eager, calm, ...others] = (await members(6)) as [Member, Member, ...Member[]]
      for (const one of others) {
        await write(eager, one, 'Bonsoir')
        await write(calm, one, 'Bonsoir')
      }
      // an hour that began before the last run
      await begun(eager, [3.3, 3.1, 2.6, 2.4])
      await begun(calm, [4.5, 3.2, 2.1, 0.9])
      await before()
      await findSignals(t.ctx)
      expect(await countsOf(eager.accountId)).toEqual({ newConversations: 4 })
      expect(await countsOf(calm.accountId)).toBeNull()
    },
  )

  test.each(MISSED)('one text to many just before %s counts after it', async (_what, before) => {
    const [eager, ...others] = (await members(4)) as [Member, ...Member[]]
    for (const one of others) await write(eager, one, 'Un message à tous, juste avant la panne.')
    await backdate(eager)
    await before()
    await findSignals(t.ctx)
    expect(await countsOf(eager.accountId)).toEqual({ sameMessage: 3 })
  })

  test('what is older does not count', async () => {
    const [eager, ...others] = (await members(5)) as [Member, ...Member[]]
    for (const one of others) await write(eager, one, 'Un message bien assez long pour compter.')
    t.clock.now += 25 * 3_600_000
    await findSignals(t.ctx)
    t.clock.now -= 25 * 3_600_000
    expect(await countsOf(eager.accountId)).toBeNull()
  })
})

describe('marks of earlier decisions', () => {
  test('spellings that reach one mailbox are one address; others are not', () => {
    expect(canonicalEmail('A.b+x@googlemail.com')).toBe(canonicalEmail('ab@gmail.com'))
    expect(canonicalEmail('a.b@orange.fr')).not.toBe(canonicalEmail('ab@orange.fr'))
    expect(canonicalEmail('Zoe+1@Orange.fr')).toBe('zoe@orange.fr')
  })

  test('a new account on an excluded address opens a case; the mark is a keyed hash', async () => {
    const [bad, good] = (await members(2)) as [Member, Member]
    await good.call(report, { body: { kind: 'profile', id: bad.accountId, reason: 'minor' } })
    const answer = await decide(await openCaseOf(bad.accountId), {
      measure: 'exclude',
      rule: 'majeurs',
      facts: 'Personne mineure.',
    })
    expect(answer.body.waiting).toBe(false)
    const marks = await t.ctx.db.selectFrom('ban_marks').selectAll().execute()
    expect(marks).toHaveLength(1)
    expect(JSON.stringify(marks)).not.toContain(bad.handle)
    const back = await t.member('revenant')
    await t.ctx.db
      .updateTable('users')
      .set({ email: bad.email.toUpperCase() })
      .where('id', '=', back.userId)
      .execute()
    t.ctx.bus.emit('account.created', { accountId: back.accountId, userId: back.userId })
    await expect.poll(() => countsOf(back.accountId)).toEqual({ excludedAddress: 1 })
  })

  test('an excluded address that joins a couple by its link opens a case about their account', async () => {
    const bad = await t.member()
    await insertAddressBanMarks(t.ctx, t.ctx.db, { id: newId(), account_id: bad.accountId })
    const couple = await t.member(undefined, ['woman', 'man'])
    const { url } = (await couple.call(createJoinLink, { body: { kind: 'partner' } })).body.link
    const joinToken = url?.split('/').at(-1) ?? ''
    await newcomer(t, bad.email.replace('@', '+retour@'), { joinToken })
    await t.ctx.bus.idle()
    expect(await countsOf(couple.accountId)).toEqual({ excludedAddress: 1 })
  })

  test('a removed photo is recognised when it comes back smaller, brighter or mirrored; another is not', async () => {
    const picture = await waves(1)
    const [owner, viewer] = (await members(2)) as [Member, Member]
    const { media_id } = (await upload(owner, picture)).body
    await t.ctx.db
      .updateTable('accounts')
      .set({ avatar_media_id: media_id })
      .where('id', '=', owner.accountId)
      .execute()
    await viewer.call(report, { body: { kind: 'photo', id: media_id, reason: 'non_consensual' } })
    await decide(await openCaseOf(owner.accountId), {
      measure: 'remove',
      rule: 'photos',
      facts: 'Photo publiée sans accord.',
    })
    const copies = [
      await sharp(picture).resize(400).jpeg({ quality: 30 }).toBuffer(),
      await sharp(picture).modulate({ brightness: 1.2 }).jpeg().toBuffer(),
      await sharp(picture).flop().jpeg().toBuffer(),
    ]
    for (const copy of copies) {
      const again = await t.member()
      await upload(again, copy)
      await expect.poll(() => countsOf(again.accountId)).toEqual({ removedPhoto: 1 })
    }
    const stranger = await t.member()
    await upload(stranger, await waves(5))
    await new Promise((done) => setTimeout(done, 100))
    expect(await countsOf(stranger.accountId)).toBeNull()
    await renewToken(t, stranger)
  })

  test('the hash of twenty different pictures stays far from each other', async () => {
    const hashes = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => (await photoHashes(await waves(i)))[0] ?? ''),
    )
    const near = hashes.flatMap((a, i) => hashes.slice(i + 1).map((b) => hashDistance(a, b)))
    expect(Math.min(...near)).toBeGreaterThan(32)
  })
})

/** A picture of overlapping waves, different for each seed. */
const waves = (seed: number): Promise<Buffer> => {
  const [width, height] = [640, 480]
  const data = Buffer.alloc(width * height)
  const r = (n: number): number =>
    Math.abs(Math.sin((seed + 1) * 12.9898 + n * 78.233) * 43758.5) % 1
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let v = 128
      for (let k = 0; k < 6; k += 1)
        v +=
          24 *
          Math.sin(
            (x * (r(k) - 0.5) * 30) / width +
              (y * (r(k + 10) - 0.5) * 30) / height +
              r(k + 20) * 6.3,
          )
      data[y * width + x] = Math.max(0, Math.min(255, v))
    }
  return sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg()
    .toBuffer()
}
