import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listPasskeys, renamePasskey } from '#contract/session/passkeys'
import { getProfile, saveProfile } from '#contract/profile/data'
import { listRelationLocations } from '#contract/radar'
import { up as divide } from '../../../server/db/migrations/0051-0075/0072-profiles'
import { createRelation } from '../../../server/relations/service'
import { reencryptValues } from '../../../server/db/seal/rewrite'
import { readColumnRing } from '../../../server/db/seal/text'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { person, placeInput, profile } from '../../support/world/profiles'

const t = sharedApp()
let anna: Member
let bruno: Member
beforeAll(async () => {
  anna = await t.member('anna', ['woman', 'man'])
  bruno = await t.member('bruno')
})

const raw = () => t.ctx.db.withoutPlugins()
const files = () =>
  readdirSync(t.ctx.env.DATA_DIR)
    .filter((f) => f.startsWith('connivence.db'))
    .map((f) => readFileSync(join(t.ctx.env.DATA_DIR, f)))
const stored = async () => {
  const rows = [
    ...(await raw().selectFrom('accounts').select('data').execute()),
    ...(await raw().selectFrom('profiles').select('data').execute()),
    ...(await raw().selectFrom('passkeys').select('name').execute()),
  ]
  return JSON.stringify(rows)
}
const written = profile({
  location: placeInput('69123'),
  description: 'PROFILRARE doux',
  person1: person({
    birthDate: '1984-02-29',
    description: 'MOIRARE',
    comments: { bdsm: 'DITRARE' },
  }),
  person2: person(),
})
const WORDS = ['PROFILRARE', 'MOIRARE', 'DITRARE', '1984-02-29']
const shown = async (who: Member) =>
  (await who.call(getProfile, { params: { id: anna.accountId } })).body.data

test('a profile leaves no word in the database; its commune is found on the map as before', async () => {
  expect((await anna.call(saveProfile, { body: { data: written } })).status).toBe(200)
  await t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, anna.accountId, bruno.accountId, 'link', t.ctx.now()))
  expect(await shown(bruno)).toMatchObject({ description: 'PROFILRARE doux' })
  expect((await shown(anna)).person1.birthDate).toBe('1984-02-29')
  const map = await bruno.call(listRelationLocations, { query: { bbox: '40,-5,52,9' } })
  expect(map.body.relations).toMatchObject([{ with_account_id: anna.accountId }])
  for (const word of WORDS) {
    expect(await stored()).not.toContain(word)
    for (const file of files()) expect(file.includes(word), word).toBe(false)
  }
})

test('the name of a passkey is encrypted, also when it is changed', async () => {
  const id = newId()
  await t.ctx.db
    .insertInto('passkeys')
    .values({
      id,
      user_id: anna.userId,
      credential_id: 'c',
      public_key: 'k',
      counter: 0,
      transports: '[]',
      name: 'CLERARE de Hugo',
      created_at: t.ctx.now(),
      last_used_at: null,
    })
    .execute()
  const names = async () =>
    (await anna.call(listPasskeys)).body.passkeys.map((passkey) => passkey.name)
  expect(await names()).toEqual(['CLERARE de Hugo'])
  await anna.call(renamePasskey, { params: { id }, body: { name: 'CLERARE de Léa' } })
  expect(await names()).toEqual(['CLERARE de Léa'])
  expect(await stored()).not.toContain('CLERARE')
})

test('older profiles are divided by the migration, encrypted by the job, and read the same', async () => {
  const before = await shown(anna)
  const whole = JSON.stringify({ ...before, person1: { ...before.person1, firstName: null } })
  await sql`drop table profiles`.execute(raw())
  await raw()
    .updateTable('accounts')
    .set({ data: whole })
    .where('id', '=', anna.accountId)
    .execute()
  await raw()
    .updateTable('accounts')
    .set({ data: '{}' })
    .where('id', '=', bruno.accountId)
    .execute()
  await divide(t.ctx.db as never)
  expect(await shown(anna)).toEqual(before)
  await reencryptValues(t.ctx.db, readColumnRing(t.ctx.env))
  expect(await shown(anna)).toEqual(before)
  for (const word of WORDS) expect(await stored()).not.toContain(word)
  const rows = await raw().selectFrom('accounts').select(['id', 'data']).execute()
  const dataOf = (id: string) =>
    JSON.parse(rows.find((row) => row.id === id)?.data ?? '') as { location?: { city: string } }
  expect(dataOf(anna.accountId).location?.city).toBe(before.location?.city)
  expect(dataOf(bruno.accountId)).toEqual({})
})
