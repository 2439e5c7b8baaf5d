import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listMessages, startConversation, syncConversation } from '#contract/messaging/messages'
import { createEvent } from '#contract/events/events'
import { getAccount } from '#contract/profile/data'
import { block, deleteAccount, keepAccount } from '#contract/safety'
import { login, me } from '#contract/session/session'
import { purgeAccount, purgeDueAccounts } from '../../../server/life/deletion'
import { addMember } from '../../../server/messaging/conversations/members'
import { sendQueuedLetters } from '../../../server/mail/queue'
import { signAccessToken } from '../../../server/plugins/auth'
import { newId } from '../../../server/tokens'
import { heardChanges } from '../live-client'
import { mailsTo, mailTo } from '../mailbox'
import { setUp, t, PASSWORD, DAY, tables, lived } from './life-setup'

setUp()

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

  test('open pages of who knows it hear that it goes and that it stays, unless a block is between', async () => {
    const { m, other, group } = await lived('je_file', 'CNRYH')
    const friend = await t.member()
    const member = await t.member()
    const organizer = await t.member()
    const guest = await t.member()
    await t.relate(m, friend)
    const { id: event } = (
      await organizer.call(createEvent, {
        body: { title: 'Soirée', start_date: new Date(t.ctx.now() + 9 * DAY).toISOString() },
      })
    ).body.event
    const { id: talk } = await t.ctx.db
      .selectFrom('conversations')
      .where('event_id', '=', event)
      .select('id')
      .executeTakeFirstOrThrow()
    const as = { isAdmin: false, visibleAfter: 0 }
    await t.ctx.db.transaction().execute(async (trx) => {
      await addMember(trx, group, member.accountId, as, 1)
      await addMember(trx, talk, m.accountId, { ...as, hidden: true }, 1)
      await addMember(trx, talk, guest.accountId, as, 1)
    })
    const remove = () => m.call(deleteAccount, { body: { password: PASSWORD } })
    const told = (...who: { accountId: string }[]) =>
      who
        .map(({ accountId }) => ({ accountId, withAccountId: m.accountId, isRenamed: true }))
        .sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
    const all = told(other, friend, member, organizer)
    expect(await heardChanges(t, remove)).toEqual(all)
    expect(await heardChanges(t, () => m.call(keepAccount))).toEqual(all)
    await other.call(block, { params: { id: m.accountId } })
    expect(await heardChanges(t, remove)).toEqual(told(friend, member, organizer))
  })

  test('the letter about it is sent again while the mail server is away, unless it is undone', async () => {
    const [gone, kept] = [await t.member(), await t.member()]
    const { send } = t.ctx.mailer
    t.ctx.mailer.send = () => Promise.reject(new Error('mail server away'))
    for (const one of [gone, kept]) await one.call(deleteAccount, { body: { password: PASSWORD } })
    await t.ctx.bus.idle()
    await kept.call(keepAccount)
    t.ctx.mailer.send = send
    t.clock.now += 2 * 60_000
    await sendQueuedLetters(t.ctx)
    t.clock.now -= 2 * 60_000
    expect((await mailTo(t, gone.email)).subject).toBe('Votre compte va être supprimé')
    expect(await mailsTo(t, kept.email)).toEqual([])
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

  test('system messages lose the name at their beginning, and no word that equals it', async () => {
    const { m, other, group } = await lived('groupe', 'CNRYW')
    const since = (await other.call(listMessages, { params: { id: group } })).body.lastSyncDate
    await purgeAccount(t.ctx, m.accountId)
    // a device that holds the earlier text fetches this one
    const params = { id: group }
    const changed = (await other.call(syncConversation, { params, query: { since } })).body.messages
    expect(changed.map((x) => x.content)).toContain('Compte supprimé a créé le groupe')
    // an operator and the job may both erase it
    await purgeAccount(t.ctx, m.accountId)
    const { messages } = (await other.call(listMessages, { params: { id: group } })).body
    expect(messages.map((x) => x.content)).toContain('Compte supprimé a créé le groupe')
    // a device that keeps the name fetches the change
    const [first] = messages
    expect(Number(first?.changed)).toBeGreaterThan(Number(first?.seq))
    expect(
      (await t.ctx.db.selectFrom('messages').select('content').execute()).map((x) => x.content),
    ).toContain('Compte supprimé a créé le groupe')
  })

  test('cut off at any transaction, the deletion is finished later, and no photo is left', async () => {
    const mediaOf = (accountId: string) =>
      t.ctx.db.selectFrom('media').where('account_id', '=', accountId).select('id').execute()
    let wasCut = true
    let at = 0
    while (wasCut) {
      at += 1
      const { m } = await lived(`coupee_${at}`, `CUT${at}`)
      await m.call(deleteAccount, { body: { password: PASSWORD } })
      wasCut = false
      let begun = 0
      const db = new Proxy(t.ctx.db, {
        get: (target, key) => {
          if (key === 'transaction' && ++begun === at) {
            wasCut = true
            throw new Error('cut')
          }
          const value: unknown = Reflect.get(target, key)
          return typeof value === 'function' ? (value.bind(target) as unknown) : value
        },
      })
      await purgeAccount({ ...t.ctx, db }, m.accountId).catch(() => undefined)
      t.clock.now += 14 * DAY + 1000
      await purgeDueAccounts(t.ctx)
      expect(await mediaOf(m.accountId), `cut at transaction ${at}`).toEqual([])
    }
    expect(at).toBeGreaterThan(2)
  })

  test('a transaction that PostgreSQL ends as a deadlock is tried again, whichever of them', async () => {
    const error = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    let wasChosen = true
    let at = 0
    while (wasChosen) {
      at += 1
      const { m } = await lived(`bloquee_${at}`, `BLQ${at}`)
      wasChosen = false
      let begun = 0
      const db = new Proxy(t.ctx.db, {
        get: (target, key) => {
          if (key === 'transaction' && ++begun === at) {
            wasChosen = true
            return () => ({ execute: () => Promise.reject(error) })
          }
          const value: unknown = Reflect.get(target, key)
          return typeof value === 'function' ? (value.bind(target) as unknown) : value
        },
      })
      await purgeAccount({ ...t.ctx, db }, m.accountId)
      const left = await t.ctx.db
        .selectFrom('media')
        .where('account_id', '=', m.accountId)
        .select('id')
        .execute()
      expect(left, `deadlock of transaction ${at}`).toEqual([])
    }
    expect(at).toBeGreaterThan(2)
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
        news_type: 'relation_joined',
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
