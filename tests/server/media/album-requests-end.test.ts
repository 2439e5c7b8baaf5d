import { describe, expect, test } from 'vitest'
import { askAlbum } from '#contract/albums/requests'
import * as a from '#contract/albums/albums'
import { createAlbumShare } from '#contract/albums/shares'
import { block, deleteAccount, keepAccount, unblock } from '#contract/safety'
import { setSharing } from '#contract/sharing'
import { purgeDueAccounts } from '../../../server/life/deletion'
import { deleteExpiredRows } from '../../../server/life/tidy'
import { newId } from '../../../server/tokens'
import { testApp, type Member } from '../../support/server/server'
import {
  setUp,
  t,
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

describe('requests go', () => {
  test('across a block, in either direction, with the reply of a thing that does not exist', async () => {
    for (const by of ['owner', 'asker'] as const) {
      const s = await scene()
      const { owner, asker } = s
      const { id: album_id } = (await seen(asker, owner)) ?? { id: '' }
      await ask(asker, owner)
      const [request] = await waiting(owner)
      await s[by].call(block, { params: { id: s[by === 'owner' ? 'asker' : 'owner'].accountId } })
      expect(await waiting(owner)).toEqual([])
      expect(await newsOf(owner)).toEqual([])
      const [gone, unknown] = [
        await answer(owner, request?.id, 'always'),
        await answer(owner, newId(), 'always'),
      ]
      expect([gone.status, gone.body]).toEqual([404, unknown.body])
      const [blocked, missing] = [
        await asker.call(askAlbum, { body: { account_id: owner.accountId, album_id } }),
        await asker.call(askAlbum, { body: { account_id: newId(), album_id } }),
      ]
      expect([blocked.status, blocked.body]).toEqual([404, missing.body])
      await s[by].call(unblock, { params: { id: s[by === 'owner' ? 'asker' : 'owner'].accountId } })
      expect(await waiting(owner)).toEqual([])
      expect(await newsOf(owner)).toEqual([])
      expect((await seen(asker, owner))?.request).toBe('possible')
    }
  })

  test('with the album, when it becomes public, and once it is shared in another way', async () => {
    const rows = (owner: Member) =>
      t.ctx.db
        .selectFrom('album_requests')
        .where('account_id', '=', owner.accountId)
        .selectAll()
        .execute()
    const deleted = await scene()
    await ask(deleted.asker, deleted.owner)
    await deleted.owner.call(a.deleteAlbum, { params: { id: deleted.id }, query: {} })
    expect(await rows(deleted.owner)).toEqual([])
    expect(await waiting(deleted.owner)).toEqual([])

    const opened = await scene()
    await ask(opened.asker, opened.owner)
    await opened.owner.call(a.updateAlbum, {
      params: { id: opened.id },
      body: { isPublic: true },
    })
    expect(await rows(opened.owner)).toEqual([])

    const switched = await scene()
    await ask(switched.asker, switched.owner)
    await switched.owner.call(createAlbumShare, {
      body: { album_id: switched.id, account_id: switched.asker.accountId },
    })
    expect(await rows(switched.owner)).toEqual([])

    const all = await scene()
    await ask(all.asker, all.owner)
    await all.owner.call(setSharing, {
      params: { id: all.asker.accountId },
      body: {
        shareNames: false,
        shareEvents: false,
        shareAllPrivateAlbums: true,
        sharedAlbumIds: [],
      },
    })
    expect(await rows(all.owner)).toEqual([])
  })

  test('with the account of either: hidden at once, back when the deletion is undone, purged after 14 days', async () => {
    for (const who of ['asker', 'owner'] as const) {
      const s = await scene()
      await ask(s.asker, s.owner)
      expect(await waiting(s.owner)).toHaveLength(1)
      await s[who].call(deleteAccount, { body: { password: 'un-bon-mot-de-passe' } })
      if (who === 'asker') expect(await waiting(s.owner)).toEqual([])
      else expect((await ask(s.asker, s.owner)).status).toBe(404)
      await s[who].call(keepAccount)
      expect(await waiting(s.owner)).toHaveLength(1)
      await s[who].call(deleteAccount, { body: { password: 'un-bon-mot-de-passe' } })
      t.clock.now += 15 * DAY
      await purgeDueAccounts(t.ctx)
      expect(
        await t.ctx.db
          .selectFrom('album_requests')
          .where(`${who === 'asker' ? 'with_account_id' : 'account_id'}`, '=', s[who].accountId)
          .selectAll()
          .execute(),
      ).toEqual([])
    }
  })

  test('after 30 days without an answer', async () => {
    const { owner, asker } = await scene()
    await ask(asker, owner)
    const [request] = await waiting(owner)
    await later(MONTH + 1000, owner)
    expect(await waiting(owner)).toEqual([])
    expect((await answer(owner, request?.id, 'always')).status).toBe(404)
    await deleteExpiredRows(t.ctx)
    expect(await waiting(owner)).toEqual([])
  })
})

describe('at once', () => {
  test('two requests make one, two answers count once', async () => {
    for (let i = 0; i < 5; i += 1) {
      const { owner, id, asker } = await scene()
      const both = await Promise.all([ask(asker, owner), ask(asker, owner)])
      expect(both.map((r) => r.status)).toEqual([204, 204])
      const requests = await waiting(owner)
      expect(requests).toHaveLength(1)
      expect((await newsOf(owner)).filter((n) => n.newsType === 'album_requested')).toHaveLength(1)
      const answers = await Promise.all([
        answer(owner, requests[0]?.id, 'hour'),
        answer(owner, requests[0]?.id, 'no'),
        answer(owner, requests[0]?.id, 'always'),
      ])
      expect(answers.map((r) => r.status).toSorted()).toEqual([200, 404, 404])
      const won = answers.findIndex((r) => r.status === 200)
      expect(await pageOf(asker, id)).toBe(won === 1 ? 403 : 200)
      expect((await seen(asker, owner))?.openUntil !== undefined).toBe(won === 0)
    }
  })

  test('a yes and a block leave nothing open', async () => {
    for (let i = 0; i < 5; i += 1) {
      const { owner, id, asker } = await scene()
      await ask(asker, owner)
      const [request] = await waiting(owner)
      await Promise.all([
        answer(owner, request?.id, 'always'),
        asker.call(block, { params: { id: owner.accountId } }),
      ])
      await asker.call(unblock, { params: { id: owner.accountId } })
      expect(await pageOf(asker, id)).toBe(403)
    }
  })
})

test('requests of one member are limited by the hour', async () => {
  const limited = await testApp({ RATE_FACTOR: '1' })
  const m = await limited.member()
  const statuses = []
  for (let i = 0; i < 11; i += 1)
    statuses.push(
      (await m.call(askAlbum, { body: { account_id: newId(), album_id: newId() } })).status,
    )
  expect(statuses).toEqual([...Array<number>(10).fill(404), 429])
  await limited.close()
})
