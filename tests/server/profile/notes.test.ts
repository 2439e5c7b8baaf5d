import { describe, expect, test } from 'vitest'
import { getFeelings, saveFeelings, type Feelings } from '#contract/notes'
import { getProfile } from '#contract/profile/data'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

const EMPTY = { global_feeling: null, global_comment: null, identity_feelings: {} }
const read = (m: Member, id: string) => m.call(getFeelings, { params: { id } })
const save = (m: Member, id: string, feelings: unknown, global_comment: unknown = null) =>
  m.call(saveFeelings, {
    params: { id },
    body: { global_comment, identity_feelings: feelings } as never,
  })
const rate = (m: Member, ...values: (number | null)[]): Feelings['identity_feelings'] =>
  Object.fromEntries(
    values.map((feeling, i) => [m.identityIds[i] ?? '', { feeling, comment: null }]),
  )

describe('notes on a member', () => {
  test('CORE-153 SOC-112: empty before the first; saving replaces all notes, by identity of the author', async () => {
    const [duo, other] = [
      await t.member('note_duo', ['woman', 'man']),
      await t.member('note_autre'),
    ]
    expect((await read(duo, other.accountId)).body).toEqual(EMPTY)
    const [one = '', two = ''] = duo.identityIds
    const saved = await save(
      duo,
      other.accountId,
      { [one]: { feeling: 72, comment: ' Drôle ' }, [two]: { feeling: 0, comment: null } },
      'À revoir',
    )
    expect(saved.body).toEqual({
      global_feeling: 36,
      global_comment: 'À revoir',
      identity_feelings: {
        [one]: { feeling: 72, comment: 'Drôle' },
        [two]: { feeling: 0, comment: null },
      },
    })
    expect((await read(duo, other.accountId)).body).toEqual(saved.body)
    const third = (await t.member('note_tiers')).accountId
    await save(duo, third, rate(duo, 5, 15))
    expect((await read(duo, third)).body).toMatchObject({ global_feeling: 10 })
    expect((await read(duo, other.accountId)).body).toEqual(saved.body)
    expect((await save(duo, other.accountId, rate(duo, 10))).body).toEqual({
      global_feeling: null,
      global_comment: null,
      identity_feelings: { [one]: { feeling: 10, comment: null } },
    })
    expect((await read(duo, other.accountId)).body.global_comment).toBeNull()
  })

  test('SOC-158 SOC-159: the mean is computed by the server, rounded, and null until every identity has rated', async () => {
    const [duo, solo, about] = [
      await t.member('moyenne_duo', ['woman', 'man']),
      await t.member('moyenne_solo'),
      (await t.member('moyenne_objet')).accountId,
    ]
    const mean = async (m: Member, ...values: (number | null)[]) =>
      (await save(m, about, rate(m, ...values), 'x')).body.global_feeling
    expect([
      await mean(duo, 50, 75),
      await mean(duo, 0, 1),
      await mean(duo, 0, 0),
      await mean(duo, 100, 100),
    ]).toEqual([63, 1, 0, 100])
    expect([
      await mean(duo, 50, null),
      await mean(duo, null, 50),
      await mean(duo, null, null),
      await mean(duo, 80),
    ]).toEqual([null, null, null, null])
    expect([await mean(solo, 41), await mean(solo, 0), await mean(solo, null)]).toEqual([
      41,
      0,
      null,
    ])
    const sent = await solo.raw('POST', `/api/accounts/${about}/feelings`, {
      body: { global_feeling: 99, global_comment: null, identity_feelings: rate(solo, 12) },
    })
    expect(sent.body['global_feeling']).toBe(12)
    expect((await read(solo, about)).body.global_feeling).toBe(12)
  })

  test.each([
    ['a half', 50.5],
    ['more than 100', 101],
    ['less than 0', -1],
    ['a text', '50'],
  ])('SOC-171: refused: %s', async (_what, feeling) => {
    const [solo, about] = [
      await t.member(`entier_${newId().slice(-8)}`),
      (await t.member()).accountId,
    ]
    expect(
      (await save(solo, about, { [solo.identityIds[0] ?? '']: { feeling, comment: null } })).body,
    ).toMatchObject({ code: 'invalid_payload' })
    expect((await read(solo, about)).body).toEqual(EMPTY)
  })

  test('keys are the author’s identities: not the noted member’s, nor __proto__', async () => {
    const [solo, other] = [await t.member('cle_moi'), await t.member('cle_autre')]
    expect(
      (await save(solo, other.accountId, { ...rate(solo, 5), ...rate(other, 50) })).body,
    ).toMatchObject({ code: 'foreign_identity' })
    expect(
      (await save(solo, other.accountId, { constructor: { feeling: 5, comment: null } })).status,
    ).toBe(400)
    const poison = await solo.raw('POST', `/api/accounts/${other.accountId}/feelings`, {
      payload:
        '{"global_comment":null,"identity_feelings":{"__proto__":{"feeling":5,"comment":null}}}',
      headers: { 'content-type': 'application/json' },
    })
    expect(poison.status).toBe(400)
    expect((await read(solo, other.accountId)).body).toEqual(EMPTY)
  })

  test('SOC-019 CORE-153: no other account ever gets them; both identities of the author’s account do', async () => {
    const [duo, noted, third] = [
      await t.member('secret_duo', ['woman', 'man']),
      await t.member('secret_noted'),
      await t.member('secret_tiers'),
    ]
    await save(
      duo,
      noted.accountId,
      { [duo.identityIds[0] ?? '']: { feeling: 88, comment: 'CNRY-ressenti' } },
      'CNRY-global',
    )
    for (const identity of [...duo.identityIds, null]) {
      duo.identity = identity
      expect((await read(duo, noted.accountId)).body.global_comment).toBe('CNRY-global')
    }
    for (const m of [noted, third])
      for (const id of [duo.accountId, noted.accountId, third.accountId])
        for (const route of [getFeelings, getProfile])
          expect(JSON.stringify((await m.call(route, { params: { id } })).body)).not.toContain(
            'CNRY',
          )
    expect((await read(third, noted.accountId)).body).toEqual(EMPTY)
    // only this call returns the account's notes
    expect(
      JSON.stringify((await duo.call(getProfile, { params: { id: noted.accountId } })).body),
    ).not.toContain('CNRY')
  })

  test('possible on every visible member, and on no other', async () => {
    const [me, blocker, gone] = [
      await t.member('qui_note'),
      await t.member('qui_bloque'),
      await t.member('qui_part'),
    ]
    await t.ctx.db
      .insertInto('blocks')
      .values({ account_id: blocker.accountId, blocked_account_id: me.accountId, created_at: 1 })
      .execute()
    await t.ctx.db
      .updateTable('accounts')
      .set({ deleted_at: 1 })
      .where('id', '=', gone.accountId)
      .execute()
    expect((await save(me, me.accountId, rate(me, 50))).body).toMatchObject({ code: 'own_account' })
    expect((await read(me, me.accountId)).body).toMatchObject({ code: 'own_account' })
    const unknown = await read(me, newId())
    expect(unknown.status).toBe(404)
    for (const id of [blocker.accountId, gone.accountId]) {
      expect((await read(me, id)).body).toEqual(unknown.body)
      expect((await save(me, id, rate(me, 50))).body).toEqual(unknown.body)
    }
  })

  test('ten concurrent saves leave one complete record', async () => {
    const [me, other] = [await t.member('dix_fois'), await t.member('dix_autre')]
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        save(me, other.accountId, rate(me, i * 10), `n ${i * 10}`),
      ),
    )
    const { body } = await read(me, other.accountId)
    expect(body.global_comment).toBe(`n ${body.global_feeling}`)
    expect(
      await t.ctx.db
        .selectFrom('notes')
        .where('account_id', '=', me.accountId)
        .selectAll()
        .execute(),
    ).toHaveLength(1)
  })
})
