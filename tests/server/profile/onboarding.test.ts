import { describe, expect, test } from 'vitest'
import { createAccount } from '#contract/profile/profile'
import { me } from '#contract/session/session'
import type { Client } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { newcomer } from '../mailbox'

const t = sharedApp()

const solo = (handle: string) => ({
  account_handle: handle,
  identities: [{ identity_handle: handle, gender: 'woman' as const, is_primary: true }],
})
const identity = (identity_handle: string, is_primary: boolean) => ({
  identity_handle,
  gender: 'man' as const,
  is_primary,
})
let n = 0
const user = (): Promise<Client> => newcomer(t, `profil-${++n}@exemple.fr`)

describe('onboarding', () => {
  test('a couple opens its account: two identities, the primary first', async () => {
    const client = await user()
    const created: string[] = []
    t.ctx.bus.on('account.created', (e) => void created.push(e.accountId))
    const answer = await client.call(createAccount, {
      body: {
        account_handle: 'Les_Voisins',
        identities: [identity('Marco', false), identity('Lucie', true)],
      },
    })
    expect(answer.status).toBe(201)
    expect(answer.body.account).toMatchObject({
      account_handle: 'Les_Voisins',
      is_own: true,
      deleted: false,
      avatar_url: null,
      permissions: { canViewFirstNames: true },
      identities: [
        { identity_handle: 'Lucie', is_primary: true },
        { identity_handle: 'Marco', is_primary: false },
      ],
    })
    expect((await client.call(me)).body.account).toEqual(answer.body.account)
    expect(created).toEqual([answer.body.account.id])
  })

  test('a second account is refused, also under concurrency', async () => {
    const client = await user()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        client.call(createAccount, { body: solo(`parallele_${i}`) }),
      ),
    )
    expect(answers.map((a) => a.status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
    expect((await client.call(createAccount, { body: solo('encore_un') })).body).toMatchObject({
      code: 'account_exists',
    })
    const left = await t.ctx.db
      .selectFrom('accounts')
      .where('handle_key', 'like', 'parallele%')
      .select('id')
      .execute()
    expect(left.length).toBe(1)
  })

  test('a handle is unique ignoring case, also under concurrency', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, user))
    const answers = await Promise.all(
      clients.map((c, i) => c.call(createAccount, { body: solo(i % 2 ? 'Convoite' : 'CONVOITE') })),
    )
    expect(answers.map((a) => a.status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
    const loser = answers.find((a) => a.status === 409)
    expect(loser?.body).toMatchObject({
      code: 'handle_taken',
      details: [{ path: 'body.account_handle', message: 'Ce pseudo est déjà pris.' }],
    })
    // the loser of the race has no partial account
    const index = answers.findIndex((a) => a.status === 409)
    expect(
      (await (clients[index] as Client).call(createAccount, { body: solo('consolation') })).status,
    ).toBe(201)
  })

  test('an identity takes no handle of another account or identity, nor the reverse', async () => {
    const of = async (account: string, own: string) =>
      (
        await (
          await user()
        ).call(createAccount, {
          body: { account_handle: account, identities: [identity(own, true)] },
        })
      ).body
    expect(await of('Premiere_1', 'Premiere_2')).toHaveProperty('account')
    expect(await of('Autre_1', 'PREMIERE_1')).toMatchObject({
      code: 'handle_taken',
      details: [{ path: 'body.identities.0.identity_handle' }],
    })
    expect(await of('Autre_1', 'premiere_2')).toMatchObject({ code: 'handle_taken' })
    expect(await of('premiere_2', 'Autre_2')).toMatchObject({
      code: 'handle_taken',
      details: [{ path: 'body.account_handle' }],
    })
    const both = await Promise.all([of('Course_1', 'Course_9'), of('Course_2', 'course_9')])
    expect(both.filter((x) => 'account' in x)).toHaveLength(1)
    // one's own may be the same
    expect(await of('Egale_1', 'Egale_1')).toHaveProperty('account')
  })
  test('a person’s handle may be a first name of two letters, with accents', async () => {
    const answer = await (
      await user()
    ).call(createAccount, {
      body: {
        account_handle: 'prenoms',
        identities: [identity('Jo', true), identity('Zoé', false)],
      },
    })
    expect(answer.status).toBe(201)
  })

  test.each([
    ['no primary', [identity('Alpha', false)]],
    ['two primaries', [identity('Alpha', true), identity('Bravo', true)]],
  ])('identities are refused: %s', async (_what, identities) => {
    expect(
      (await (await user()).call(createAccount, { body: { account_handle: 'refuse', identities } }))
        .body,
    ).toMatchObject({ code: 'identities_invalid' })
  })
  test.each([
    ['none', []],
    ['three', [identity('Alpha', true), identity('Bravo', false), identity('Delta', false)]],
    ['a short handle', [identity('Z', true)]],
    ['a letter that looks like another', [identity('Zοé_1', true)]],
    ['a space', [identity('deux mots', true)]],
  ])('identities are refused: %s', async (_what, identities) => {
    expect(
      (await (await user()).call(createAccount, { body: { account_handle: 'refuse', identities } }))
        .body,
    ).toMatchObject({ code: 'invalid_payload' })
  })
  test('the identities of a couple have different handles', async () => {
    const answer = await (
      await user()
    ).call(createAccount, {
      body: {
        account_handle: 'jumeaux',
        identities: [identity('Pareil', true), identity('PAREIL', false)],
      },
    })
    expect(answer.body).toMatchObject({
      code: 'handle_taken',
      details: [{ path: 'body.identities.1.identity_handle' }],
    })
  })
})
