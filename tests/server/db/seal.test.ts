import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLUMNS } from '../access/crawl'
import { createEvent, getEvent } from '#contract/events/events'
import { searchMessages } from '#contract/messaging/acts'
import { startConversation } from '#contract/messaging/messages'
import { saveFeelings } from '#contract/notes'
import { getProfile, saveProfile } from '#contract/profile/data'
import { openDatabase } from '../../../server/db/client'
import { up as movePoints } from '../../../server/db/migrations/0051-0075/0070-address-point'
import { SEALED_COLUMNS } from '../../../server/db/seal/columns'
import { masterKeyFile, oldMasterKeyFile } from '../../../server/db/seal/master'
import { requireColumnKey } from '../../../server/db/seal/require'
import { encryptColumns } from '../../../server/db/seal/job'
import { countValues, reencryptValues } from '../../../server/db/seal/rewrite'
import { unsealRows } from '../../../server/db/seal/rows'
import { readColumnRing } from '../../../server/db/seal/text'
import { createMasterKey } from '../../../server/media/seal/keys'
import { newId } from '../../../server/tokens'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { say } from '../../support/world/exchanges'
import { giveFirstname } from '../../support/world/first-names'
import { OPEN } from './open-columns'

let t: TestApp
let anna: Member
let bruno: Member
const lines: string[] = []
beforeAll(async () => {
  const logStream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  t = await testApp({ LOG_LEVEL: 'error' }, { logStream })
  anna = await t.member('anna', ['woman', 'man'])
  bruno = await t.member('bruno')
})
afterAll(() => t.close())

const raw = () => t.ctx.db.withoutPlugins()
const noteOf = (about: string) =>
  t.ctx.db
    .selectFrom('notes as n')
    .where('n.about_account_id', '=', about)
    .select(['n.global_comment as words', 'n.identity_feelings'])
    .executeTakeFirst()
const write = (about: Member, words: string) =>
  anna.call(saveFeelings, {
    params: { id: about.accountId },
    body: { global_comment: words, identity_feelings: {} },
  })

test('every text column is encrypted, or declared open with a reason', () => {
  const sealed = Object.entries(SEALED_COLUMNS).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  const known = [...sealed, ...Object.values(OPEN).flat()]
  expect([...known].sort()).toEqual([...new Set(known)].sort())
  expect(Object.keys(COLUMNS).filter((column) => !known.includes(column))).toEqual([])
  expect(known.filter((column) => !(column in COLUMNS))).toEqual([])
})

test('what is written leaves no word in the database and its log, and is read under any alias', async () => {
  await write(bruno, 'MOTRARE tendre')
  await giveFirstname(t.ctx.db, anna.identityIds, 'PRENOMRARE')
  expect((await noteOf(bruno.accountId))?.words).toBe('MOTRARE tendre')
  const all = await t.ctx.db.selectFrom('identities').selectAll('identities').execute()
  expect(all.filter((row) => row.firstname === 'PRENOMRARE')).toHaveLength(2)
  const nested = await t.ctx.db
    .selectFrom('accounts as a')
    .select((eb) =>
      eb
        .selectFrom('identities as i')
        .whereRef('i.account_id', '=', 'a.id')
        .select('i.firstname')
        .limit(1)
        .as('first'),
    )
    .where('a.id', '=', anna.accountId)
    .executeTakeFirst()
  expect(nested?.first).toBe('PRENOMRARE')
  const { data } = (await anna.call(getProfile, { params: { id: anna.accountId } })).body
  const saved = await anna.call(saveProfile, {
    body: { data: { ...data, person1: { ...data.person1, firstName: 'AUTREPRENOM' } } },
  })
  expect([saved.status, saved.body.data.person1.firstName]).toEqual([200, 'AUTREPRENOM'])
  const { body } = await anna.call(startConversation, { body: { handle: bruno.handle } })
  const { id } = body.conversation
  await say(anna, id, 'MESSAGERARE à toi')
  const found = await bruno.call(searchMessages, { params: { id }, query: { q: 'messagerare' } })
  expect(found.body.hits.map((h) => h.excerpt)).toEqual(['MESSAGERARE à toi'])
  const stored = await raw().selectFrom('notes').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('MOTRARE')
  const messages = await raw().selectFrom('messages').selectAll().execute()
  expect(JSON.stringify(messages)).not.toContain('MESSAGERARE')
  for (const file of readdirSync(t.ctx.env.DATA_DIR).filter((f) => f.startsWith('connivence.db')))
    for (const word of ['MOTRARE', 'AUTREPRENOM', 'PRENOMRARE', 'MESSAGERARE', 'messagerare'])
      expect(readFileSync(join(t.ctx.env.DATA_DIR, file)).includes(word), file).toBe(false)
})

test('an older value is read as it is, a swapped or altered one is refused by name', async () => {
  const [first, second] = [await t.member('cara'), await t.member('dora')]
  await write(first, 'sur Cara')
  await write(second, 'sur Dora')
  const at = (about: Member) =>
    raw().selectFrom('notes').where('about_account_id', '=', about.accountId)
  const one = await at(first).select('global_comment').executeTakeFirst()
  const put = (about: Member, words: string | null) =>
    raw()
      .updateTable('notes')
      .set({ global_comment: words })
      .where('about_account_id', '=', about.accountId)
      .execute()
  lines.length = 0
  await put(second, one?.global_comment ?? '')
  expect((await noteOf(second.accountId))?.words).toBeNull()
  expect(lines.join()).toContain(`notes.global_comment of ${anna.accountId}|${second.accountId}`)
  // the other row, and the other column of this one, are read
  expect((await noteOf(first.accountId))?.words).toBe('sur Cara')
  expect((await noteOf(second.accountId))?.identity_feelings).toBe('{}')
  await put(first, `${one?.global_comment?.slice(0, -6)}AAAA==`)
  expect((await noteOf(first.accountId))?.words).toBeNull()
  await put(second, 'en clair')
  expect((await noteOf(second.accountId))?.words).toBe('en clair')
  for (const about of [first, second]) await put(about, null)
})

test('a write that cannot be bound to its row is refused', async () => {
  const many = t.ctx.db.updateTable('identities').where('account_id', '=', anna.accountId)
  await expect(many.set({ firstname: 'Zoé' }).execute()).rejects.toThrow('identities.firstname')
  await many.set({ firstname: null }).execute()
  const copied = t.ctx.db.updateTable('albums').where('id', '=', anna.accountId)
  await expect(
    copied.set((eb) => ({ description: eb.ref('albums.name') })).execute(),
  ).rejects.toThrow('albums.description')
  // nor is what an insert computes stored in the clear
  const album = { id: newId(), account_id: anna.accountId, is_public: 0 as const, created_at: 0 }
  const computed = { ...album, name: sql<string>`'en clair'`, description: null }
  await expect(t.ctx.db.insertInto('albums').values(computed).execute()).rejects.toThrow(
    'albums.name',
  )
})

test('values in the clear are migrated, a rotation that was stopped goes on, and the old key is needed until then', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'connivence-columns-'))
  const env = { ...t.ctx.env, DATA_DIR: dir }
  createMasterKey(env)
  const first = readColumnRing(env)
  const { db } = t.ctx
  const bruns = raw().selectFrom('notes').where('about_account_id', '=', bruno.accountId)
  const others = await t.member('emma')
  await write(others, 'gardé')
  await raw().updateTable('notes').set({ global_comment: 'en clair' }).execute()
  await raw().updateTable('notes').set({ identity_feelings: '{}' }).execute()
  const own = readColumnRing(t.ctx.env)
  // stopped after the first values
  const stop = () => {
    throw new Error('stopped')
  }
  await expect(reencryptValues(db, own, stop)).rejects.toThrow('stopped')
  expect((await noteOf(bruno.accountId))?.words).toBe('en clair')
  expect((await countValues(db, own)).plain).toBeGreaterThan(0)
  await reencryptValues(db, own)
  expect(await countValues(db, own)).toMatchObject({ plain: 0, old: 0, unknown: 0 })
  expect((await bruns.select('global_comment').executeTakeFirst())?.global_comment).not.toBe(
    'en clair',
  )
  // a new key in place of the server's: both are read while the rotation is under way
  const turned = { current: first.current, old: own.current }
  await expect(reencryptValues(db, turned, stop)).rejects.toThrow('stopped')
  const half = await countValues(db, turned)
  expect([half.current > 0, half.old > 0, half.unknown]).toEqual([true, true, 0])
  await expect(requireColumnKey(db, first)).rejects.toThrow('which is not here')
  await reencryptValues(db, turned)
  expect(await countValues(db, turned)).toMatchObject({ old: 0, plain: 0, unknown: 0 })
  await expect(requireColumnKey(db, own)).rejects.toThrow('which is not here')
  await requireColumnKey(db, turned)
  // the running server follows the file of the key
  renameSync(masterKeyFile(t.ctx.env), oldMasterKeyFile(t.ctx.env))
  renameSync(masterKeyFile(env), masterKeyFile(t.ctx.env))
  expect((await noteOf(bruno.accountId))?.words).toBe('en clair')
  await write(bruno, 'après')
  expect((await noteOf(bruno.accountId))?.words).toBe('après')
  rmSync(dir, { recursive: true })
})

test('without a key everything is in the clear, and a typed text is never taken for a stored value', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'connivence-clear-'))
  const database = openDatabase({ DATA_DIR: dir, DATABASE_URL: '' })
  await sql`create table notes (account_id text, about_account_id text, global_comment text, identity_feelings text)`.execute(
    database.db,
  )
  const typed = '\u0001s1.deadbeef.AAAA'
  await sql`insert into notes values ('a', 'b', '', '{}')`.execute(database.db)
  const set = (words: string) =>
    database.db
      .updateTable('notes')
      .set({ global_comment: words })
      .where('account_id', '=', 'a')
      .where('about_account_id', '=', 'b')
      .execute()
  const read = async () =>
    (await database.db.selectFrom('notes').select('global_comment').executeTakeFirst())
      ?.global_comment
  await set('ouvert')
  expect(await read()).toBe('ouvert')
  await set(typed)
  expect(await read()).toBe(typed.slice(1))
  await database.close()
  rmSync(dir, { recursive: true })
})

test('all columns of a subquery are refused: the encrypted one would be there twice', async () => {
  const { db } = t.ctx
  const inner = db.selectFrom('notes').where('account_id', '=', anna.accountId)
  expect(() => db.selectFrom(inner.selectAll().as('n')).selectAll().compile()).toThrow('notes')
  const named = db.selectFrom(inner.select(['about_account_id', 'global_comment']).as('n'))
  await write(bruno, 'nommé')
  expect((await named.selectAll().execute()).map((n) => n.global_comment)).toContain('nommé')
})

test('an encrypted value is not compared: it would never be found', async () => {
  const { db } = t.ctx
  const users = db.selectFrom('users as u').select('u.id')
  expect(() => users.where('u.email', '=', 'anna@test.invalid').compile()).toThrow('users.email')
  expect(() =>
    users.where((eb) => eb.or([eb('u.id', '=', '1'), eb('email', 'like', 'a%')])).compile(),
  ).toThrow('users.email')
  await users.where('u.email', '<>', '').where('u.name', 'is not', null).execute()
})

test('what an older server stored in the clear is encrypted once for each list of columns', async () => {
  const ring = readColumnRing(t.ctx.env)
  const leaveOpen = (words: string) =>
    raw()
      .updateTable('notes')
      .set({ global_comment: words })
      .where('about_account_id', '=', bruno.accountId)
      .execute()
  await leaveOpen('d’un ancien serveur')
  expect((await countValues(t.ctx.db, ring)).plain).toBe(1)
  await t.ctx.db.deleteFrom('settings').where('name', '=', 'columns_encrypted').execute()
  await encryptColumns(t.ctx)
  expect((await countValues(t.ctx.db, ring)).plain).toBe(0)
  expect((await noteOf(bruno.accountId))?.words).toBe('d’un ancien serveur')
  // in another place it has to be done again
  const settings = await t.ctx.db.selectFrom('settings').selectAll().execute()
  const names = (rows: readonly { name?: unknown }[]) => rows.map((r) => r.name)
  const moved = names(unsealRows(t.ctx.database.sealer, 'settings', settings))
  expect(names(settings)).toContain('columns_encrypted')
  expect(moved).toContain('email_keys')
  expect(moved.filter((name) => String(name).startsWith('column'))).toEqual([])
  await leaveOpen('après coup')
  await encryptColumns(t.ctx)
  expect((await countValues(t.ctx.db, ring)).plain).toBe(1)
})

test('the point of an address is encrypted; an older point is moved, and one of a server beside is read', async () => {
  const point = { lat: 47.9031237, lng: 1.9098765 }
  const body = { title: 'Point', start_date: new Date(t.ctx.now() + 864e5).toISOString() }
  const made = await anna.call(createEvent, {
    body: { ...body, private_location: { address: '3 rue des Chênes', ...point } },
  })
  const { id } = made.body.event
  const shown = async () =>
    (await anna.call(getEvent, { params: { id } })).body.event.private_location
  const stored = () =>
    raw().selectFrom('events').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  expect(await shown()).toMatchObject(point)
  const row = JSON.stringify(await stored())
  expect([row.includes('47.903'), row.includes('1.909')]).toEqual([false, false])

  const old = { address_lat: 43.6045123, address_lng: 1.4440987 }
  await raw().updateTable('events').set(old).where('id', '=', id).execute()
  expect(await shown()).toMatchObject({ lat: old.address_lat, lng: old.address_lng })
  await sql`alter table events drop column address_point`.execute(raw())
  await movePoints(t.ctx.db as never)
  expect(await stored()).toMatchObject({ address_lat: null, address_lng: null })
  expect(await shown()).toMatchObject({ lat: old.address_lat, lng: old.address_lng })
  await reencryptValues(t.ctx.db, readColumnRing(t.ctx.env))
  expect(JSON.stringify(await stored())).not.toContain('43.604')
  expect(await shown()).toMatchObject({ lat: old.address_lat, lng: old.address_lng })
})
