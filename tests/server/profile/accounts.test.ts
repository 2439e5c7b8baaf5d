import { describe, expect, test } from 'vitest'
import { getIdentities, setAvatar } from '#contract/profile/profile'
import { getAccount } from '#contract/profile/data'
import { me } from '#contract/session/session'
import { presentAccounts } from '../../../server/profile/service'
import { newId } from '../../../server/tokens'
import type { Client } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { giveFirstname } from '../../support/world/first-names'

const t = sharedApp()
const block = (a: string, b: string) =>
  t.ctx.db
    .insertInto('blocks')
    .values({ account_id: a, blocked_account_id: b, created_at: 1 })
    .execute()
const relate = (a: string, b: string) =>
  t.ctx.db
    .insertInto('relations')
    .values([
      { account_id: a, with_account_id: b, created_at: 1, origin: 'link' },
      { account_id: b, with_account_id: a, created_at: 1, origin: 'link' },
    ])
    .execute()
const photoOf = async (accountId: string): Promise<string> => {
  const id = newId()
  await t.ctx.db
    .insertInto('media')
    .values({
      id,
      account_id: accountId,
      identity_id: null,
      category: 'message',
      filename: 'a.jpg',
      mime_type: 'image/jpeg',
      file_size: 1,
      width: 1,
      height: 1,
      blurhash: null,
      storage_key: id,
      thumbnail_key: id,
      thumbnail_size: 1,
      status: 'completed',
      created_at: 1,
    })
    .execute()
  return id
}

describe('reading accounts', () => {
  test('CORE-142: an account by its id; an unknown id is 404', async () => {
    const [viewer, other] = [await t.member('lectrice'), await t.member('lue')]
    const answer = await viewer.call(getAccount, { params: { id: other.accountId } })
    expect(answer.body.account).toMatchObject({
      id: other.accountId,
      account_handle: 'lue',
      is_own: false,
      permissions: { canViewFirstNames: false },
    })
    expect((await viewer.call(getAccount, { params: { id: newId() } })).status).toBe(404)
  })

  test('CORE-143 CORE-054: the two identities of a couple, without first names for others', async () => {
    const couple = await t.member('duo_lu', ['woman', 'man'])
    await giveFirstname(t.ctx.db, couple.identityIds, 'CNRY-Zyqara')
    const other = await (
      await t.member('curieux')
    ).call(getIdentities, { params: { id: couple.accountId } })
    expect(other.body.identities).toEqual([
      {
        id: couple.identityIds[0],
        identity_handle: 'duo_lu_1',
        gender: 'woman',
        is_primary: true,
        avatar_url: null,
        firstname: null,
      },
      {
        id: couple.identityIds[1],
        identity_handle: 'duo_lu_2',
        gender: 'man',
        is_primary: false,
        avatar_url: null,
        firstname: null,
      },
    ])
    expect(
      (await couple.call(getIdentities, { params: { id: couple.accountId } })).body.identities[0]
        ?.firstname,
    ).toBe('CNRY-Zyqara')
  })

  test('a block hides both from each other, exactly like an account that does not exist', async () => {
    const [a, b] = [await t.member('bloqueuse'), await t.member('bloque_ici')]
    await block(a.accountId, b.accountId)
    for (const [viewer, id] of [
      [a, b.accountId],
      [b, a.accountId],
    ] as const)
      for (const route of [getAccount, getIdentities]) {
        const [blocked, unknown] = [
          await viewer.call(route, { params: { id } }),
          await viewer.call(route, { params: { id: newId() } }),
        ]
        expect([blocked.status, blocked.body]).toEqual([404, unknown.body])
      }
  })

  test('only a shell is left of a deleted account', async () => {
    const gone = await t.member('partie_loin', ['woman', 'man'])
    await t.ctx.db
      .updateTable('accounts')
      .set({ deleted_at: 5, avatar_media_id: newId(), last_seen_at: 5 })
      .where('id', '=', gone.accountId)
      .execute()
    const viewer = await t.member('reste')
    const account = (await presentAccounts(t.ctx, viewer, [gone.accountId])).get(gone.accountId)
    expect(account).toMatchObject({
      account_handle: 'Compte supprimé',
      identities: [],
      avatar_url: null,
      last_seen_at: null,
      is_online: false,
      deleted: true,
    })
    expect(JSON.stringify(account)).not.toContain('partie_loin')
    for (const route of [getAccount, getIdentities])
      expect((await viewer.call(route, { params: { id: gone.accountId } })).status).toBe(404)
  })

  test('presence: for relations and oneself, not strangers or blocked members; online for 60 s after a heartbeat', async () => {
    const [seen, relation, stranger] = [
      await t.member('en_ligne'),
      await t.member('relation_p'),
      await t.member('etrangere_p'),
    ]
    await relate(seen.accountId, relation.accountId)
    const at = t.ctx.now()
    await t.ctx.db
      .updateTable('accounts')
      .set({ heartbeat_at: at, last_seen_at: at })
      .where('id', '=', seen.accountId)
      .execute()
    const look = async (viewer: Client) =>
      (({ is_online, last_seen_at }) => ({ is_online, last_seen_at }))(
        (await viewer.call(getAccount, { params: { id: seen.accountId } })).body.account,
      )
    const seenAt = new Date(at - (at % 60_000)).toISOString()
    expect(await look(relation)).toEqual({ is_online: true, last_seen_at: seenAt })
    expect(await look(seen)).toEqual({ is_online: true, last_seen_at: seenAt })
    expect(await look(stranger)).toEqual({ is_online: false, last_seen_at: null })
    t.clock.now += 61_000
    expect(await look(relation)).toEqual({ is_online: false, last_seen_at: seenAt })
    t.clock.now -= 61_000
    await block(seen.accountId, relation.accountId)
    const shown = (await presentAccounts(t.ctx, relation, [seen.accountId])).get(seen.accountId)
    expect(shown).toMatchObject({ is_online: false, last_seen_at: null })
  })

  test('any number of accounts in one call: unknown ids are left out, repeats are one', async () => {
    const [viewer, a, b] = [
      await t.member('liste_v'),
      await t.member('liste_a', ['man', 'woman']),
      await t.member('liste_b'),
    ]
    const map = await presentAccounts(t.ctx, viewer, [
      a.accountId,
      b.accountId,
      a.accountId,
      newId(),
      viewer.accountId,
    ])
    expect([...map.keys()].sort()).toEqual([a.accountId, b.accountId, viewer.accountId].sort())
    expect(map.get(a.accountId)?.identities.map((i) => i.gender)).toEqual(['man', 'woman'])
    expect((await presentAccounts(t.ctx, viewer, [])).size).toBe(0)
  })
})

describe('avatar', () => {
  test('CORE-147: the own avatar is set by media id, and removed by null', async () => {
    const member = await t.member('portrait')
    const photo = await photoOf(member.accountId)
    const answer = await member.call(setAvatar, { body: { mediaId: photo } })
    expect(answer.body.account).toMatchObject({
      id: member.accountId,
      avatar_url: `/api/media/${photo}/url`,
    })
    expect(
      (await (await t.member('passant')).call(getAccount, { params: { id: member.accountId } }))
        .body.account.avatar_url,
    ).toBe(`/api/media/${photo}/url`)
    expect(
      (await member.call(setAvatar, { body: { mediaId: null } })).body.account.avatar_url,
    ).toBeNull()
  })

  test('refuses another member’s and unknown photos alike', async () => {
    const [thief, owner] = [await t.member('voleuse'), await t.member('photographe')]
    const foreign = await thief.call(setAvatar, {
      body: { mediaId: await photoOf(owner.accountId) },
    })
    const unknown = await thief.call(setAvatar, { body: { mediaId: newId() } })
    expect([foreign.status, foreign.body]).toEqual([403, unknown.body])
    expect((await thief.call(me)).body.account?.avatar_url).toBeNull()
  })
})
