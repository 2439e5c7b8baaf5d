import { describe, expect, test } from 'vitest'
import { askAlbum } from '#contract/albums/requests'
import * as a from '#contract/albums/albums'
import { mediaUrl } from '#contract/media'
import { block, unblock } from '#contract/safety'
import { updatePreferences } from '#contract/settings'
import { collectArchive } from '../../../server/life/collect'
import { deleteExpiredRows } from '../../../server/life/tidy'
import { announceExpiredShares } from '../../../server/albums/service'
import { composePush } from '../../../server/push/compose'
import type { Device } from '../../../server/push/queries'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { tapPublisher } from '../live-client'
import {
  setUp,
  t,
  HOUR,
  DAY,
  MONTH,
  scene,
  later,
  seen,
  ask,
  waiting,
  answer,
  pageOf,
  newsOf,
} from './album-requests-setup'

setUp()

describe('asking to see a private album', () => {
  test('a request reaches the owner with its words; a yes for an hour opens the album, and its end closes it, signed links included', async () => {
    const { owner, id, photo, asker } = await scene()
    expect((await seen(asker, owner))?.request).toBe('possible')
    expect((await ask(asker, owner, '  On se voit jeudi ?  ')).status).toBe(204)
    expect((await seen(asker, owner))?.request).toBe('sent')
    const [request] = await waiting(owner)
    expect(request).toMatchObject({
      album: { id, name: 'Velours' },
      words: 'On se voit jeudi ?',
      from: { id: asker.accountId, account_handle: asker.handle },
    })
    expect(await waiting(asker)).toEqual([])
    expect(await pageOf(asker, id)).toBe(403)

    const tap = tapPublisher(t)
    expect((await answer(owner, request?.id, 'hour')).status).toBe(200)
    tap.stop()
    expect(tap.events.map((e) => e.channel)).toContain(`private-account-${asker.accountId}`)
    const open = await seen(asker, owner)
    expect(open).toMatchObject({ id, can_view: true, name: 'Velours' })
    expect(Date.parse(open?.openUntil ?? '') - t.ctx.now()).toBeGreaterThan(HOUR - 60_000)
    expect(open?.request).toBeUndefined()
    expect(await waiting(owner)).toEqual([])

    await later(HOUR - 30_000, owner, asker)
    const { signed_url } = (await asker.call(mediaUrl, { params: { id: photo } })).body
    expect((await asker.raw('GET', signed_url)).status).toBe(200)
    t.clock.now += 30_000
    // the link itself is valid for 30 more seconds
    expect((await asker.raw('GET', signed_url)).status).toBe(403)
    expect((await asker.call(mediaUrl, { params: { id: photo } })).status).toBe(404)
    expect(await pageOf(asker, id)).toBe(403)
    expect(await seen(asker, owner)).toMatchObject({ can_view: false, request: 'possible' })
    const end = tapPublisher(t)
    await announceExpiredShares(t.ctx)
    end.stop()
    expect(
      end.events.filter((e) =>
        [owner, asker].some((m) => e.channel === `private-account-${m.accountId}`),
      ),
    ).toHaveLength(2)
    const queries = await t.queriesOf(() => announceExpiredShares(t.ctx))
    expect(queries).toBe(1)
    // and it can be asked for again
    await ask(asker, owner)
    expect(await waiting(owner)).toHaveLength(1)
  })

  test('a day, a week, for good: each lasts as long', async () => {
    const { owner, id, members } = await scene(3)
    const [one, two, three] = members as [Member, Member, Member]
    const lasts = [
      [one, 'day', DAY],
      [two, 'week', 7 * DAY],
      [three, 'always', null],
    ] as const
    for (const [m, how] of lasts) {
      await ask(m, owner)
      const [request] = await waiting(owner)
      await answer(owner, request?.id, how)
    }
    let passed = 0
    for (const [m, , ms] of lasts) {
      await later((ms ?? 400 * DAY) - passed - 5 * 60_000, m)
      expect(await pageOf(m, id)).toBe(200)
      t.clock.now += 10 * 60_000
      expect(await pageOf(m, id)).toBe(ms === null ? 200 : 403)
      passed = (ms ?? 0) + 5 * 60_000
    }
    expect((await seen(three, owner))?.openUntil).toBeUndefined()
  })

  test('a refusal looks exactly like no answer: replies, lists, news, events and archive, also after a month', async () => {
    const { owner, members } = await scene(2)
    const [refused, unanswered] = members as [Member, Member]
    for (const m of members) await ask(m, owner)
    const request = (await waiting(owner)).find((r) => r.from.id === refused.accountId)
    const both = async () => {
      const views = []
      for (const m of [refused, unanswered])
        views.push(
          JSON.stringify([
            await seen(m, owner),
            (await m.call(a.listAlbums, { query: { includeShared: 'true' } })).body,
            await newsOf(m),
            (await collectArchive(t.ctx, m))['demandes'],
          ]).replace(/"date":"[^"]+"/, ''),
        )
      return views
    }
    const tap = tapPublisher(t)
    expect((await answer(owner, request?.id, 'no')).status).toBe(200)
    tap.stop()
    expect(tap.events.some((e) => e.channel.includes(refused.accountId))).toBe(false)
    const [first, second] = await both()
    expect(first).toBe(second)
    expect(first).toContain('"request":"sent"')
    // a second request: the same reply, and nothing for the owner
    const again = [await ask(refused, owner), await ask(unanswered, owner)]
    expect(again.map((r) => [r.status, r.body])).toEqual([
      [204, again[1]?.body],
      [204, again[1]?.body],
    ])
    expect((await waiting(owner)).map((r) => r.from.id)).toEqual([unanswered.accountId])

    await later(MONTH + 1000, owner, ...members)
    await deleteExpiredRows(t.ctx)
    const [third, fourth] = await both()
    expect(third).toBe(fourth)
    expect(third).toContain('"request":"possible"')
    for (const m of members) await ask(m, owner)
    expect(await waiting(owner)).toHaveLength(2)
  })

  test('for 30 days after a refusal another request goes nowhere, whenever the first was sent', async () => {
    const { owner, asker } = await scene()
    await ask(asker, owner)
    const [request] = await waiting(owner)
    await later(20 * DAY, owner)
    await answer(owner, request?.id, 'no')
    // the tile offers it again, as it would without an answer
    await later(11 * DAY, owner, asker)
    await deleteExpiredRows(t.ctx)
    expect((await seen(asker, owner))?.request).toBe('possible')
    expect((await collectArchive(t.ctx, asker))['demandes']).toEqual([])
    expect((await ask(asker, owner)).status).toBe(204)
    expect((await seen(asker, owner))?.request).toBe('sent')
    expect(await waiting(owner)).toEqual([])
    // neither does a block and its end lift the silence, nor show it
    await asker.call(block, { params: { id: owner.accountId } })
    await asker.call(unblock, { params: { id: owner.accountId } })
    expect((await seen(asker, owner))?.request).toBe('possible')
    await ask(asker, owner)
    expect(await waiting(owner)).toEqual([])
    await later(MONTH + 1000, owner, asker)
    await ask(asker, owner)
    expect(await waiting(owner)).toHaveLength(1)
  })

  test('only a member whom the owner may share with and hear from can ask; words have a limit', async () => {
    const { owner, id, asker } = await scene()
    const stranger = await t.member()
    expect((await seen(stranger, owner))?.request).toBeUndefined()
    expect(await ask(stranger, owner)).toMatchObject({
      status: 403,
      body: { code: 'no_conversation' },
    })
    expect((await ask(asker, owner, 'x'.repeat(201))).status).toBe(400)
    // the id of the album itself, an unknown one, an own one
    for (const album_id of [id, newId()])
      expect(
        (await asker.call(askAlbum, { body: { account_id: owner.accountId, album_id } })).status,
      ).toBe(404)
    expect(
      (await owner.call(askAlbum, { body: { account_id: owner.accountId, album_id: id } })).status,
    ).toBe(404)
    // an empty conversation does not carry words past «Qui peut m’écrire»
    await owner.call(updatePreferences, { body: { contact: 'nobody' } })
    expect((await seen(asker, owner))?.request).toBeUndefined()
    expect((await ask(asker, owner)).status).toBe(403)
    expect(await waiting(owner)).toEqual([])
  })

  test('a restricted member cannot ask', async () => {
    const { owner, asker } = await scene()
    await t.ctx.db
      .insertInto('sanctions')
      .values({
        id: newId(),
        account_id: asker.accountId,
        kind: 'conversations',
        until: t.ctx.now() + DAY,
        decision_id: newId(),
        lifted_at: null,
      } as never)
      .execute()
    expect(await ask(asker, owner)).toMatchObject({ status: 403, body: { code: 'restricted' } })
  })

  test('the owner is told by a news item that can be answered, and by a push that names nobody', async () => {
    const { owner, asker } = await scene()
    await ask(asker, owner, 'Coucou')
    await t.ctx.bus.idle()
    const row = await t.ctx.db
      .selectFrom('news')
      .where('account_id', '=', owner.accountId)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row.payload).not.toMatch(/Velours|Coucou/)
    const device = { account_id: owner.accountId, user_id: owner.userId, identity_id: null }
    await t.ctx.db
      .updateTable('users')
      .set({ preferences: JSON.stringify({ push: { details: true } }) })
      .where('id', '=', owner.userId)
      .execute()
    expect(
      await composePush(t.ctx, device as unknown as Device, { source: 'news', source_id: row.id }),
    ).toMatchObject({
      path: '/news',
      words: { title: 'Demande', body: 'Une demande vous attend dans l’application.' },
    })
    const [request] = await waiting(owner)
    const [item] = await newsOf(owner)
    expect(item).toMatchObject({
      newsType: 'album_requested',
      actorAccountId: asker.accountId,
      payload: { requestId: request?.id, album: 'Velours', words: 'Coucou' },
    })
    await answer(owner, request?.id, 'no')
    expect((await newsOf(owner))[0]?.payload).toEqual({})
  })
})
