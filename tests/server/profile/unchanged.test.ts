import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile, saveProfile, type ProfileData } from '#contract/profile/data'
import { person, placeInput, profile } from '../../support/world/profiles'
import { testApp, type Member, type TestApp } from '../../support/server/server'

let t: TestApp
let writes: string[] = []
beforeAll(async () => {
  t = await testApp(
    {},
    {
      onQuery: ({ sql }) => {
        const table = /^(?:insert into|update) "(\w+)"/.exec(sql)?.[1]
        if (table && ['accounts', 'profiles', 'identities', 'zone_pairs'].includes(table))
          writes.push(table)
      },
    },
  )
})
afterAll(() => t.close())

const data = (more: Partial<ProfileData> = {}): ProfileData =>
  profile({
    location: placeInput('69266'),
    description: 'Deux curieux.',
    person1: person({ firstName: 'Zoé', description: 'Rieuse' }),
    person2: person({ firstName: 'Paul' }),
    ...more,
  })
/** The tables that a save writes to. */
const saved = async (who: Member, wanted: ProfileData): Promise<string[]> => {
  writes = []
  expect((await who.call(saveProfile, { body: { data: wanted } })).status).toBe(200)
  return writes
}

test('a profile is written where it has changed: its commune, a first name, the rest, or nothing', async () => {
  const who = await t.member(undefined, ['woman', 'man'])
  const all = await saved(who, data())
  expect(all).toEqual(['accounts', 'profiles', 'identities', 'identities'])
  expect(await saved(who, data())).toEqual([])
  expect(await saved(who, data({ description: 'Trois curieux.' }))).toEqual(['profiles'])
  const renamed = data({
    description: 'Trois curieux.',
    person2: person({ firstName: 'Paulo' }),
  })
  expect(await saved(who, renamed)).toEqual(['identities'])
  expect(await saved(who, { ...renamed, location: null })).toEqual(['accounts'])
  const { body } = await who.call(getProfile, { params: { id: who.accountId } })
  expect(body.data).toMatchObject({
    location: null,
    description: 'Trois curieux.',
    person1: { firstName: 'Zoé', description: 'Rieuse' },
    person2: { firstName: 'Paulo' },
  })
})

test('an older profile, which lies with its account, is divided by the next save, even an equal one', async () => {
  const who = await t.member(undefined, ['woman', 'man'])
  await saved(who, data())
  const { db } = t.ctx
  const { data: rest } = await db
    .selectFrom('profiles')
    .where('account_id', '=', who.accountId)
    .select('data')
    .executeTakeFirstOrThrow()
  const account = db.selectFrom('accounts').where('id', '=', who.accountId).select('data')
  const open = (await account.executeTakeFirstOrThrow()).data
  const whole = JSON.stringify({ ...JSON.parse(open), ...JSON.parse(rest) })
  await db.updateTable('accounts').set({ data: whole }).where('id', '=', who.accountId).execute()
  await db.deleteFrom('profiles').where('account_id', '=', who.accountId).execute()
  expect(await saved(who, data())).toEqual(['accounts', 'profiles'])
  expect((await account.executeTakeFirstOrThrow()).data).toBe(open)
})
