import { describe, expect, test } from 'vitest'
import { saveProfile } from '#contract/profile/data'
import { block } from '#contract/safety'
import { endRelation } from '#contract/sharing'
import { getWishes, saveWishes, WISH_DELAY_MS, WISHES, type WishRatings } from '#contract/wishes'
import { createRelation } from '../../../server/relations/service'
import { renewToken } from '../../support/world/staff'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { person, profile } from '../../support/world/profiles'

const MINUTE_MS = 60_000

const t = sharedApp()

const pair = async (): Promise<[Member, Member]> => {
  const [a, b] = [await t.member(), await t.member()]
  await t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, a.accountId, b.accountId, 'link', t.ctx.now()))
  return [a, b]
}
/** `open` null: says neither. */
const save = (by: Member, about: Member, ratings: WishRatings, open: boolean | null = true) =>
  by.call(saveWishes, {
    params: { id: about.accountId },
    body: { ratings, ...(open === null ? {} : { open }) },
  })
const read = async (by: Member, about: Member) =>
  (await by.call(getWishes, { params: { id: about.accountId } })).body
const common = async (by: Member, about: Member): Promise<string[]> =>
  (await read(by, about)).common.flatMap((c) =>
    c.wishes.map((w) => `${w.key}${w.very ? ' very' : ''}`),
  )
const later = async (ms: number, ...members: readonly Member[]): Promise<void> => {
  t.clock.now += ms
  for (const one of members) await renewToken(t, one)
}
const acting = (one: Member, identity: string | null): Member => Object.assign(one, { identity })
const all = (value: number): WishRatings => Object.fromEntries(WISHES.map((k) => [k, value]))

describe('wishes', () => {
  test('what both rate high is read by both, in bands; the rest by nobody', async () => {
    const [a, b] = await pair()
    await save(a, b, { bdsm: 61, clubs: 95, hotels: 100, saunas: 40 })
    expect(await common(a, b)).toEqual([])
    await save(b, a, { bdsm: 100, clubs: 81, hotels: 60, saunas: 100 })
    await later(WISH_DELAY_MS, a, b)
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const)
      expect(await common(x, y)).toEqual(['clubs very', 'bdsm'])
  })

  test('before both have opened theirs, and with nothing in common, the reply is the same', async () => {
    const [a, b] = await pair()
    await save(a, b, { bdsm: 100 })
    await later(WISH_DELAY_MS, a, b)
    const alone = await read(a, b)
    await save(b, a, { bdsm: 100 }, false)
    await later(WISH_DELAY_MS, a, b)
    expect(await read(a, b)).toEqual(alone)
    await save(b, a, { clubs: 100 })
    await later(WISH_DELAY_MS, a, b)
    expect(await read(a, b)).toEqual(alone)
  })

  test('an opening counts a day later, the first one too, and is read by both alike', async () => {
    const [a, b] = await pair()
    await save(b, a, { bdsm: 70, clubs: 90, hotels: 20 })
    await later(WISH_DELAY_MS, a, b)
    const opened = (await save(a, b, all(100))).body
    expect(opened.common).toEqual([])
    expect(opened.pending).toEqual(WISHES)
    await save(a, b, all(100), false)
    await save(a, b, all(100))
    await later(WISH_DELAY_MS - MINUTE_MS, a, b)
    expect(await common(a, b)).toEqual([])
    await later(MINUTE_MS, a, b)
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const)
      expect(await common(x, y)).toEqual(['clubs very', 'bdsm'])
    // who has read it cannot take it back before the other could
    await save(a, b, all(100), false)
    await later(WISH_DELAY_MS - MINUTE_MS, a, b)
    expect(await common(b, a)).toEqual(['clubs very', 'bdsm'])
    await later(MINUTE_MS, a, b)
    expect(await common(b, a)).toEqual([])
  })

  test('probing tells nothing more: a change counts a day later, also after closing and opening', async () => {
    const [a, b] = await pair()
    await save(b, a, { bdsm: 70, clubs: 90, hotels: 20 })
    await later(WISH_DELAY_MS, a, b)
    const seen = new Set<string>()
    for (const value of [100, 0, 20, 60, 61, 70, 80, 81, 100])
      for (const open of [true, false, true]) {
        await save(a, b, all(value), open)
        seen.add((await common(a, b)).join())
      }
    expect([...seen]).toEqual([''])
    // the last values count now: which wishes are mutual, never how high beyond the band
    await later(WISH_DELAY_MS, a, b)
    expect(await common(a, b)).toEqual(['clubs very', 'bdsm'])
    const text = JSON.stringify(await read(a, b))
    for (const figure of ['70', '90', '20']) expect(text).not.toContain(`:${figure}`)
  })

  test('a change waits where its owner sees it, and can be taken back meanwhile', async () => {
    const [a, b] = await pair()
    await save(b, a, { bdsm: 100 })
    await save(a, b, { bdsm: 100 })
    await later(WISH_DELAY_MS, a, b)
    const changed = (await save(a, b, { bdsm: 0 })).body
    expect(changed).toMatchObject({ ratings: { bdsm: 0 }, pending: ['bdsm'] })
    expect(await common(b, a)).toEqual(['bdsm very'])
    expect((await save(a, b, { bdsm: 100 })).body.pending).toEqual([])
    await later(WISH_DELAY_MS, a, b)
    expect(await common(b, a)).toEqual(['bdsm very'])
  })

  test('what is closed ends a day later for both; meanwhile nothing more becomes mutual', async () => {
    const [a, b] = await pair()
    await save(a, b, { bdsm: 100, clubs: 20 })
    await save(b, a, { bdsm: 100, clubs: 90 })
    await later(WISH_DELAY_MS - MINUTE_MS, a, b)
    await save(a, b, { bdsm: 100, clubs: 100 })
    await later(MINUTE_MS, a, b)
    await save(b, a, { bdsm: 0, clubs: 0 }, false)
    expect(await read(b, a)).toMatchObject({ open: false, pending: [] })
    await later(WISH_DELAY_MS - MINUTE_MS, a, b)
    // neither a second save nor the other's change moves that day
    await save(b, a, { bdsm: 100 }, false)
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const)
      expect(await common(x, y)).toEqual(['bdsm very'])
    await later(MINUTE_MS, a, b)
    expect(await common(a, b)).toEqual([])
    expect(await common(b, a)).toEqual([])
  })

  test('closed wishes keep their ratings, and a save that says neither leaves them closed', async () => {
    const [a, b] = await pair()
    await save(a, b, { bdsm: 100, clubs: 30 }, false)
    await later(30 * WISH_DELAY_MS, a, b)
    await t.app.jobs.run()
    const kept = { open: false, ratings: { bdsm: 100, clubs: 30 } }
    expect(await read(a, b)).toMatchObject(kept)
    expect((await save(a, b, { clubs: 40 }, null)).body.open).toBe(false)
    await save(a, b, { clubs: 40 })
    expect((await save(a, b, { clubs: 50 }, null)).body.open).toBe(true)
  })

  test('they begin as the own profile says; of the acting identity, never of both', async () => {
    const couple = await t.member('deux', ['woman', 'man'])
    const other = await t.member()
    await t.ctx.db
      .transaction()
      .execute((trx) => createRelation(trx, couple.accountId, other.accountId, 'link', t.ctx.now()))
    await couple.call(saveProfile, {
      body: {
        data: profile({
          contextPractices: { clubs: 80 },
          person1: person({ practices: { bdsm: 10 } }),
          person2: person({ practices: { bdsm: 90 } }),
        }),
      },
    })
    const [one = '', two = ''] = couple.identityIds
    expect((await read(acting(couple, one), other)).ratings).toEqual({ clubs: 80, bdsm: 10 })
    expect((await read(acting(couple, two), other)).ratings).toEqual({ clubs: 80, bdsm: 90 })
    expect(await read(acting(couple, null), other)).toMatchObject({
      identity_id: null,
      ratings: {},
    })
    expect((await save(couple, other, {})).status).toBe(403)
    await save(acting(couple, one), other, { bdsm: 100 })
    await save(acting(couple, two), other, { bdsm: 0 })
    await save(other, couple, { bdsm: 100 })
    await later(WISH_DELAY_MS, couple, other)
    expect((await read(other, couple)).common.map((c) => c.identity_id)).toEqual([one])
    expect(await common(acting(couple, two), other)).toEqual([])
  })

  test('only between relations; they end with it and with a block', async () => {
    const [a, b] = await pair()
    const stranger = await t.member()
    expect((await save(stranger, a, {})).status).toBe(404)
    await save(a, b, { bdsm: 100 })
    await save(b, a, { bdsm: 100 })
    await a.call(endRelation, { params: { id: b.accountId } })
    expect((await b.call(getWishes, { params: { id: a.accountId } })).status).toBe(404)
    const left = await t.ctx.db
      .selectFrom('wishes')
      .where('account_id', 'in', [a.accountId, b.accountId])
      .selectAll()
      .execute()
    expect(left).toEqual([])
    const [c, d] = await pair()
    await save(c, d, { bdsm: 100 })
    await c.call(block, { params: { id: d.accountId } })
    expect((await c.call(getWishes, { params: { id: d.accountId } })).status).toBe(404)
  })

  test('an unknown wish and a figure out of range are refused', async () => {
    const [a, b] = await pair()
    for (const ratings of [{ autre: 50 }, { bdsm: 101 }, { bdsm: 'x' }])
      expect((await save(a, b, ratings as WishRatings)).status).toBe(400)
  })
})
