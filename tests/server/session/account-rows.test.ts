import { describe, expect, test } from 'vitest'
import { searchMembers, sendMessage, startConversation } from '#contract/messaging/messages'
import { createAccount, getIdentities } from '#contract/profile/profile'
import { getAccount, saveProfile } from '#contract/profile/data'
import { block } from '#contract/safety'
import { me } from '#contract/session/session'
import { updatePreferences } from '#contract/settings'
import { setSharing } from '#contract/sharing'
import { newId } from '../../../server/tokens'
import { person, profile } from '../../support/world/profiles'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { newcomer } from '../mailbox'

const t = sharedApp()

describe('accounts and identities', () => {
  test('CORE-004 CORE-005 SOC-002: one or two identities, one primary, of three genders; others are refused', async () => {
    const client = await newcomer(t, 'combien@exemple.fr')
    const one = (i: number, more: object = {}) => ({
      identity_handle: `combien_${i}`,
      gender: 'woman',
      is_primary: i === 1,
      ...more,
    })
    const open = async (identities: object[], as = client) =>
      (await as.raw('POST', '/api/accounts', { body: { account_handle: 'combien', identities } }))
        .status
    expect(await open([])).toBe(400)
    expect(await open([one(1), one(2), one(3)])).toBe(400)
    expect(await open([one(1, { gender: 'couple' })])).toBe(400)
    expect(await open([one(1), one(2, { is_primary: true })])).toBe(400)
    expect(await open([one(1, { is_primary: false })])).toBe(400)
    expect(await open([one(1), one(2, { gender: 'man' })])).toBe(201)
    const solo = await newcomer(t, 'seule@exemple.fr')
    const alone = await solo.call(createAccount, {
      body: {
        account_handle: 'toute_seule',
        identities: [{ identity_handle: 'toute_seule', gender: 'other', is_primary: true }],
      },
    })
    expect(alone.body.account.identities).toMatchObject([{ gender: 'other', is_primary: true }])
    const couple = (await client.call(me)).body.account
    expect(couple?.identities.map((i) => [i.gender, i.is_primary])).toEqual([
      ['woman', true],
      ['man', false],
    ])
  })

  test('CORE-052 SOC-114: an account with every field, as another member and as oneself', async () => {
    const [owner, friend, other] = [
      await t.member('champs_tous', ['woman', 'man']),
      await t.member(),
      await t.member(),
    ]
    for (const x of [friend, other]) await t.relate(owner, x)
    await owner.call(saveProfile, {
      body: {
        data: profile({
          description: 'Bonjour',
          person1: person({ firstName: 'Zyqara', birthDate: '1980-01-02' }),
          person2: person(),
        }),
      },
    })
    await owner.call(updatePreferences, { body: { typing: false } })
    await owner.call(setSharing, {
      params: { id: friend.accountId },
      body: {
        shareNames: true,
        shareEvents: false,
        shareAllPrivateAlbums: false,
        sharedAlbumIds: [],
      },
    })
    const seen = async (by: Member) =>
      (await by.call(getAccount, { params: { id: owner.accountId } })).body.account
    expect(await seen(other)).toMatchObject({
      id: owner.accountId,
      account_handle: 'champs_tous',
      avatar_url: null,
      identities: [
        { identity_handle: 'champs_tous_1', firstname: null },
        { identity_handle: 'champs_tous_2' },
      ],
      created_at: expect.stringMatching(/^\d{4}-/),
      last_seen_at: null,
      is_online: false,
      data: {
        description: 'Bonjour',
        person1: { firstName: null, birthDate: null, age: expect.any(Number) },
      },
      preferences: null,
      permissions: { canViewFirstNames: false },
    })
    expect(await seen(friend)).toMatchObject({
      data: { person1: { firstName: 'Zyqara', birthDate: null } },
      identities: [{ firstname: 'Zyqara' }, {}],
      preferences: null,
      permissions: { canViewFirstNames: true },
    })
    expect(await seen(owner)).toMatchObject({
      data: { person1: { firstName: 'Zyqara', birthDate: '1980-01-02' } },
      preferences: { typing: false },
    })
  })

  test('SOC-113: an identity has its five fields', async () => {
    const [owner, other] = [await t.member('cinq_champs', ['man', 'other']), await t.member()]
    await t.ctx.db
      .updateTable('identities')
      .set({ firstname: 'Noé' })
      .where('id', '=', owner.identityIds[0] ?? '')
      .execute()
    expect(
      (await owner.call(getIdentities, { params: { id: owner.accountId } })).body.identities,
    ).toMatchObject([
      {
        id: owner.identityIds[0],
        gender: 'man',
        firstname: 'Noé',
        identity_handle: 'cinq_champs_1',
        is_primary: true,
      },
      {
        id: owner.identityIds[1],
        gender: 'other',
        firstname: null,
        identity_handle: 'cinq_champs_2',
        is_primary: false,
      },
    ])
    expect(
      (await other.call(getIdentities, { params: { id: owner.accountId } })).body.identities[0],
    ).toMatchObject({ gender: 'man', firstname: null })
  })

  test('CORE-055: the signed-in user with its five values', async () => {
    const m = await t.member('cinq_valeurs')
    expect((await m.call(me)).body).toMatchObject({
      id: m.userId,
      email: 'cinq_valeurs@test.invalid',
      name: 'cinq_valeurs',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      preferences: { pushNotifications: false },
    })
  })
})

describe('finding whom one knows', () => {
  test('relations and members of conversations by part of the handle; no strangers, blocked members or empty text', async () => {
    const [m, relation, pen, silent, gone, stranger] = [
      await t.member(),
      await t.member('zorro_relation'),
      await t.member('le_zorro_ecrit'),
      await t.member('zorro_muet'),
      await t.member('zorro_bloque'),
      await t.member('zorro_inconnu'),
    ]
    for (const x of [relation, gone]) await t.relate(m, x)
    const { conversation } = (await m.call(startConversation, { body: { handle: pen.handle } }))
      .body
    await m.call(sendMessage, {
      params: { id: conversation.id },
      body: {
        content: 'Bonsoir',
        sender_identity_id: m.identityIds[0] ?? null,
        client_msg_id: newId(),
      },
    })
    // opened by the other member and never used: not visible
    await silent.call(startConversation, { body: { handle: m.handle } })
    await gone.call(block, { params: { id: m.accountId } })
    const find = async (q: string) =>
      (await m.call(searchMembers, { query: { q, type: 'participants' } })).body.accounts.map(
        (a) => a.account_handle,
      )
    expect(await find('ZORRO')).toEqual(['zorro_relation', 'le_zorro_ecrit'])
    expect([await find(''), await find('<>'), await find(stranger.handle)]).toEqual([[], [], []])
    expect((await m.raw('GET', '/api/search?q=zorro&type=messages')).status).toBe(400)
  })
})
