import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAlbumMedia, createAlbum } from '#contract/albums'
import { createEvent, publishEvent } from '#contract/events/events'
import { sendFeedback } from '#contract/feedback'
import { createGroup } from '#contract/messaging/groups'
import { listMessages, sendMessage, startConversation } from '#contract/messaging/messages'
import { setReaction } from '#contract/messaging/acts'
import { saveFeelings } from '#contract/notes'
import { inviteToEvent } from '#contract/events/participants'
import { addPublicPhotos } from '#contract/profile/photos'
import { getAccount } from '#contract/profile/data'
import { deleteAccount, exportData, keepAccount, report } from '#contract/safety'
import { login, me } from '#contract/session/session'
import { setSharing } from '#contract/sharing'
import { signAccessToken } from '../../../server/plugins/auth'
import { createRelation } from '../../../server/relations/service'
import { collect } from '../../../server/life/collect'
import { TABLES } from '../../../server/life/tables'
import { newId } from '../../../server/tokens'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { giveFirstname } from '../../support/world/first-names'
import { mailTo } from '../mailbox'
import { picture, upload } from '../../support/world/world'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const PASSWORD = 'un-bon-mot-de-passe'
const DAY = 86_400_000
const relate = (a: Member, b: Member) =>
  t.ctx.db
    .transaction()
    .execute((trx) => createRelation(trx, a.accountId, b.accountId, 'link', t.ctx.now()))
/** Name and rows of every table. */
const tables = async (): Promise<string[]> => {
  const rows = process.env['TEST_DATABASE_URL']
    ? await sql<{
        name: string
      }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
        t.ctx.db,
      )
    : await sql<{
        name: string
      }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(
        t.ctx.db,
      )
  return rows.rows
    .map((r) => r.name)
    .filter((n) => !n.startsWith('kysely_'))
    .sort()
}
const dump = async (): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      (await tables()).map(async (name) => [
        name,
        (await sql`select * from ${sql.table(name)}`.execute(t.ctx.db)).rows,
      ]),
    ),
  )
const files = (dir: string): string[] =>
  readdirSync(dir).flatMap((n) =>
    statSync(join(dir, n)).isDirectory() ? files(join(dir, n)) : [join(dir, n)],
  )

/** A member with data in every room, each text with the marker. */
const lived = async (
  handle: string,
  mark: string,
): Promise<{
  m: Member
  other: Member
  photos: string[]
  direct: string
  group: string
  event: string
}> => {
  const m = await t.member(handle, ['woman', 'man'])
  const other = await t.member()
  await relate(m, other)
  const { id: direct } = (await m.call(startConversation, { body: { handle: other.handle } })).body
    .conversation
  const say = (content: string, media: string[] = []) =>
    m.call(sendMessage, {
      params: { id: direct },
      body: { content, sender_identity_id: null, client_msg_id: newId(), media_ids: media },
    })
  const photos = await Promise.all(
    [1, 2, 3].map(
      async (i) => (await upload(m, await picture(i), `${mark}-${i}.jpg`)).body.media_id,
    ),
  )
  await say(`${mark} bonsoir`, [photos[0] as string])
  const theirs = await other.call(sendMessage, {
    params: { id: direct },
    body: {
      content: 'à moi',
      sender_identity_id: other.identityIds[0] ?? null,
      client_msg_id: newId(),
    },
  })
  await m.call(setReaction, {
    params: { id: theirs.body.id },
    body: { emoji: '❤️', identity_id: null },
  })
  const group = (
    await m.call(createGroup, { body: { title: 'Le cercle', account_ids: [other.accountId] } })
  ).body.conversation.id
  const album = (await m.call(createAlbum, { body: { name: `${mark} album` } })).body.album.id
  await m.call(addAlbumMedia, { params: { id: album }, body: { mediaIds: [photos[1] as string] } })
  await m.call(addPublicPhotos, { body: { media_ids: [photos[2] as string] } })
  await m.call(setSharing, {
    params: { id: other.accountId },
    body: {
      shareNames: true,
      shareEvents: true,
      shareAllPrivateAlbums: true,
      sharedAlbumIds: [album],
    },
  })
  await m.call(saveFeelings, {
    params: { id: other.accountId },
    body: { global_comment: `${mark} note`, identity_feelings: {} },
  })
  await other.call(saveFeelings, {
    params: { id: m.accountId },
    body: { global_comment: `${mark} sur toi`, identity_feelings: {} },
  })
  await giveFirstname(t.ctx.db, m.identityIds, `${mark}prenom`)
  const { id: event } = (
    await m.call(createEvent, {
      body: {
        title: `${mark} sortie`,
        start_date: new Date(t.ctx.now() + 40 * DAY).toISOString(),
        private_location: { address: `${mark} rue`, lat: null, lng: null },
      },
    })
  ).body.event
  await m.call(publishEvent, { params: { id: event }, body: { status: 'published' } })
  await m.call(inviteToEvent, { params: { id: event }, body: { account_handle: other.handle } })
  await m.call(sendFeedback, { body: { content: `${mark} avis`, url_path: '/news' } })
  await other.call(report, {
    body: { kind: 'message', id: theirs.body.id, reason: 'other', comment: '' },
  })
  return { m, other, photos, direct, group, event }
}

test('TABLES lists exactly the tables of the database', async () => {
  expect(Object.keys(TABLES).sort()).toEqual(await tables())
})

describe('the archive', () => {
  test('contains all data and photos of the member, nothing of others, and requires the password', async () => {
    const { m, other } = await lived('archive_moi', 'CNRYA')
    expect((await m.call(exportData, { body: { password: 'faux' } })).status).toBe(403)
    const data = await collect(t.ctx, m)
    const text = JSON.stringify(data)
    for (const part of ['bonsoir', 'album', 'note', 'sortie', 'rue', 'avis', 'prenom'])
      expect(text).toContain(`CNRYA${part === 'prenom' ? '' : ' '}${part}`)
    // the name that the file had on the device is not kept
    expect(text).not.toContain('CNRYA-1.jpg')
    for (const foreign of ['à moi', 'sur toi', other.accountId, other.email])
      expect(text).not.toContain(foreign)
    // contains every part that TABLES promises
    const promised = new Set(Object.values(TABLES).flatMap((x) => (x.out ? [x.out] : [])))
    expect([...promised].filter((name) => !(name in data))).toEqual([])
    const zip = await t.app.fastify.inject({
      method: 'POST',
      url: '/api/account/export',
      headers: { authorization: `Bearer ${m.token}` },
      payload: { password: PASSWORD },
    })
    expect([
      zip.statusCode,
      zip.headers['content-type'],
      zip.rawPayload.subarray(0, 2).toString(),
    ]).toEqual([200, 'application/zip', 'PK'])
    const names = zip.rawPayload.toString('latin1')
    for (const name of ['index.html', 'donnees.json', 'photos/']) expect(names).toContain(name)
    expect(zip.rawPayload.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(true)
  })
})

describe('deletion', () => {
  test('invisible at once, restored unchanged within 14 days', async () => {
    const { m, other } = await lived('je_pars', 'CNRYB')
    expect((await m.call(deleteAccount, { body: { password: 'faux' } })).body).toMatchObject({
      code: 'wrong_password',
    })
    const { body } = await m.call(deleteAccount, { body: { password: PASSWORD } })
    // the other identity is notified while the deletion can be undone
    expect(await mailTo(t, m.email)).toMatchObject({
      subject: 'Votre compte va être supprimé',
      text: expect.stringContaining('connectez-vous avant ce jour'),
    })
    expect(Date.parse(body.deletes_at ?? '') - t.ctx.now()).toBeGreaterThan(13.9 * DAY)
    const seen = () => other.call(getAccount, { params: { id: m.accountId } })
    expect((await seen()).status).toBe(404)
    // the account can only undo the deletion
    expect((await m.call(getAccount, { params: { id: m.accountId } })).body).toMatchObject({
      code: 'account_deleting',
    })
    expect((await m.call(me)).status).toBe(200)
    expect(
      (await t.client().call(login, { body: { email: m.email, password: PASSWORD } })).status,
    ).toBe(200)
    expect((await m.call(deleteAccount, { body: { password: PASSWORD } })).status).toBe(403)
    expect((await m.call(keepAccount)).body).toEqual({ deletes_at: null })
    expect((await seen()).body.account).toMatchObject({
      deleted: false,
      account_handle: 'je_pars',
      identities: [{ firstname: 'CNRYBprenom' }, {}],
    })
  })

  test('after 14 days only «Compte supprimé» is left of the member in the database and the files', async () => {
    const { m, other, photos, direct, group } = await lived('effacee_1', 'CNRYC')
    const before = await dump()
    expect(before.includes('CNRYC')).toBe(true)
    const media = join(t.ctx.env.DATA_DIR, 'media')
    expect(files(media).some((f) => f.includes(photos[0] as string))).toBe(true)
    await m.call(deleteAccount, { body: { password: PASSWORD } })
    await t.app.jobs.run()
    expect((await dump()).includes('CNRYC')).toBe(true)
    t.clock.now += 14 * DAY + 1000
    await t.app.jobs.run()
    const after = await dump()
    for (const gone of ['CNRYC', 'effacee_1', m.email, m.userId, ...m.identityIds, ...photos])
      expect(after.includes(gone), gone).toBe(false)
    // nor in free pages of the embedded database, or in its log
    for (const file of readdirSync(t.ctx.env.DATA_DIR).filter((f) => f.startsWith('connivence.db')))
      for (const gone of ['CNRYC', m.email])
        expect(readFileSync(join(t.ctx.env.DATA_DIR, file)).includes(gone), file).toBe(false)
    expect(files(media).filter((f) => photos.some((p) => f.includes(p)))).toEqual([])
    const sid = (
      JSON.parse(Buffer.from(other.token.split('.')[1] ?? '', 'base64url').toString()) as {
        sid: string
      }
    ).sid
    other.token = await signAccessToken(t.ctx, other.userId, sid)
    const thread = (await other.call(listMessages, { params: { id: direct } })).body.messages
    expect(thread.map((x) => [x.identity.handle, x.content, x.deletedAt !== null])).toEqual([
      ['Compte supprimé', '', true],
      [other.handle, 'à moi', false],
    ])
    expect((await other.call(getAccount, { params: { id: m.accountId } })).status).toBe(404)
    const seats = await t.ctx.db
      .selectFrom('conversation_participants')
      .where('conversation_id', '=', group)
      .where('left_at', 'is', null)
      .select(['account_id', 'is_admin'])
      .execute()
    expect(seats).toEqual([{ account_id: other.accountId, is_admin: 1 }])
    // the handle is free, and a new owner inherits nothing
    const again = await t.member('effacee_1')
    expect(
      (await again.call(startConversation, { body: { handle: other.handle } })).body.conversation
        .id,
    ).not.toBe(direct)
  })

  test('one account that cannot be deleted keeps none of the others', async () => {
    const members = [await t.member(), await t.member(), await t.member()] as const
    for (const one of members) await one.call(deleteAccount, { body: { password: PASSWORD } })
    const broken = members[1].accountId
    await t.ctx.db
      .insertInto('news')
      .values({
        id: newId(),
        account_id: (await t.member()).accountId,
        actor_account_id: broken,
        event_id: null,
        news_type: 'relation_new',
        payload: 'not JSON',
        created_at: t.ctx.now(),
        read_at: null,
        deleted_at: null,
      })
      .execute()
    t.clock.now += 14 * DAY + 1000
    await t.app.jobs.run()
    const left = await t.ctx.db
      .selectFrom('accounts')
      .where(
        'id',
        'in',
        members.map((one) => one.accountId),
      )
      .where('deletes_at', 'is not', null)
      .select('id')
      .execute()
    expect(left).toEqual([{ id: broken }])
  })
})
