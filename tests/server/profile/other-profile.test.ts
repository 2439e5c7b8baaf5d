import { describe, expect, test } from 'vitest'
import { createAlbum } from '#contract/albums/albums'
import { ageOn } from '#contract/profile/age'
import { getAccount } from '#contract/profile/data'
import { startConversation } from '#contract/messaging/messages'
import { saveFeelings } from '#contract/notes'
import { setSharing } from '#contract/sharing'
import { presentAccounts } from '../../../server/profile/service'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { setUp, t, save, look, full } from './data-setup'

setUp()

const shareNames = (from: Member, to: Member) =>
  t.ctx.db
    .insertInto('sharings')
    .values({
      account_id: from.accountId,
      with_account_id: to.accountId,
      share_names: 1,
      share_events: 0,
      share_all_albums: 0,
      updated_at: t.ctx.now(),
    })
    .execute()

const block = (a: Member, b: Member) =>
  t.ctx.db
    .insertInto('blocks')
    .values({ account_id: a.accountId, blocked_account_id: b.accountId, created_at: t.ctx.now() })
    .execute()

describe('somebody else’s profile', () => {
  test('CORE-128: an age in whole years that rises on the birthday', () => {
    expect([
      ageOn('1990-11-21', '2026-11-20'),
      ageOn('1990-11-21', '2026-11-21'),
      ageOn('1990-11-21', '2026-11-22'),
      ageOn('2000-02-29', '2027-02-28'),
      ageOn('2000-02-29', '2027-03-01'),
    ]).toEqual([35, 36, 36, 26, 27])
  })

  test('CORE-135 SOC-185: an age, no birth date; first names only where they are shared', async () => {
    const [duo, visitor, friend] = [
      await t.member('duo_visite', ['woman', 'man']),
      await t.member('visiteuse'),
      await t.member('amie_visite'),
    ]
    await save(duo, full())
    await shareNames(duo, friend)
    // sharing is one-way
    await shareNames(visitor, duo)
    const [seen, shared, own] = [
      await look(visitor, duo.accountId),
      await look(friend, duo.accountId),
      await look(duo, duo.accountId),
    ]
    for (const answer of [seen, shared]) {
      expect([answer.body.data.person1.birthDate, answer.body.data.person2?.birthDate]).toEqual([
        null,
        null,
      ])
      expect(answer.body.data.person1.age).toBeGreaterThan(30)
      expect(JSON.stringify(answer.body)).not.toContain('1987-03-14')
    }
    expect(own.body.data.person1.birthDate).toBe('1987-03-14')
    expect(JSON.stringify(seen.body)).not.toContain('CNRY')
    expect(seen.body.account.permissions.canViewFirstNames).toBe(false)
    expect([
      shared.body.account.permissions.canViewFirstNames,
      shared.body.data.person1.firstName,
      shared.body.account.identities.map((i) => i.firstname),
    ]).toEqual([true, 'CNRY-Zyqara', ['CNRY-Zyqara', 'CNRY-Hugo']])
    expect(
      JSON.stringify((await visitor.call(getAccount, { params: { id: duo.accountId } })).body),
    ).not.toContain('CNRY')
    // several accounts at once: each by its own sharing, no blocked ones
    const ids = [duo.accountId, visitor.accountId, friend.accountId]
    const names = async (m: Member) =>
      [...(await presentAccounts(t.ctx, m, ids)).values()]
        .filter((a) => a.permissions.canViewFirstNames)
        .map((a) => a.id)
        .sort()
    expect(await names(friend)).toEqual([duo.accountId, friend.accountId].sort())
    expect(await names(duo)).toEqual([duo.accountId, visitor.accountId].sort())
    await block(duo, friend)
    expect(await names(friend)).toEqual([friend.accountId])
  })

  test('the location is the commune, the same for every viewer', async () => {
    const [duo, visitor] = [
      await t.member('duo_lieu', ['woman', 'man']),
      await t.member('visite_lieu'),
    ]
    await save(duo, full())
    expect((await look(visitor, duo.accountId)).body.data.location).toEqual(
      (await look(duo, duo.accountId)).body.data.location,
    )
  })

  test('404 for blocked (in either direction), deleted and unknown accounts', async () => {
    const [a, b, gone] = [
      await t.member('bloque_a'),
      await t.member('bloque_b'),
      await t.member('partie_profil'),
    ]
    await block(a, b)
    await t.ctx.db
      .updateTable('accounts')
      .set({ deleted_at: 1 })
      .where('id', '=', gone.accountId)
      .execute()
    const unknown = await look(a, newId())
    for (const answer of [
      await look(a, b.accountId),
      await look(b, a.accountId),
      await look(a, gone.accountId),
    ])
      expect([answer.status, answer.body]).toEqual([404, unknown.body])
  })

  test('SOC-021: the relation, whether sharing is possible, and «Oui» with notes or sharing', async () => {
    const [me, other] = [await t.member('entre_moi'), await t.member('entre_autre')]
    const state = async () =>
      (({ has_private, is_relation, may_share, event_count }) => ({
        has_private,
        is_relation,
        may_share,
        event_count,
      }))((await look(me, other.accountId)).body)
    const nothing = {
      has_private: false,
      is_relation: false,
      may_share: false,
      event_count: null,
    }
    expect(await state()).toEqual(nothing)
    await me.call(startConversation, { body: { handle: other.handle } })
    expect(await state()).toEqual({ ...nothing, may_share: true })
    await t.ctx.db
      .insertInto('relations')
      .values(
        [
          [me, other],
          [other, me],
        ].map(([x, y]) => ({
          account_id: x?.accountId ?? '',
          with_account_id: y?.accountId ?? '',
          created_at: 1,
          origin: 'messages' as const,
        })),
      )
      .execute()
    expect(await state()).toEqual({ ...nothing, may_share: true, is_relation: true })
    // notes and shares of the other account are not included
    await shareNames(other, me)
    await other.call(saveFeelings, {
      params: { id: me.accountId },
      body: { global_comment: 'CNRY-note', identity_feelings: {} },
    })
    expect((await state()).has_private).toBe(false)
    await me.call(saveFeelings, {
      params: { id: other.accountId },
      body: { global_comment: 'Charmante', identity_feelings: {} },
    })
    expect((await state()).has_private).toBe(true)
    await me.call(saveFeelings, {
      params: { id: other.accountId },
      body: { global_comment: '', identity_feelings: {} },
    })
    expect((await state()).has_private).toBe(false)
    const { album } = (await me.call(createAlbum, { body: { name: 'Intime' } })).body
    const none = {
      shareNames: false,
      shareEvents: false,
      shareAllPrivateAlbums: false,
      sharedAlbumIds: [] as string[],
    }
    for (const one of [
      { shareNames: true },
      { shareEvents: true },
      { shareAllPrivateAlbums: true },
      { sharedAlbumIds: [album.id] },
    ])
      for (const body of [{ ...none, ...one }, none]) {
        await me.call(setSharing, { params: { id: other.accountId }, body })
        expect((await state()).has_private, JSON.stringify(body)).toBe(body !== none)
      }
  })
})
