import { beforeAll, describe, expect, test } from 'vitest'
import { acceptRules, communityRules } from '#contract/moderation'
import { listNews } from '#contract/news'
import { me } from '#contract/session/session'
import { block } from '#contract/safety'
import { listAudit } from '#contract/staff/access'
import {
  cancelAnnouncement,
  instanceState,
  listAnnouncements,
  readSettings,
  saveRules,
  saveSettings,
  sendAnnouncement,
  sendTestMail,
  sendTestPush,
} from '#contract/staff/community'
import {
  accountLogins,
  changeLoginEmail,
  deleteAccountNow,
  endAccountSessions,
  searchAccounts,
} from '#contract/staff/members'
import { confirmNewEmail } from '#contract/session/security'
import { withCommunityName } from '../../../server/community'
import { CALL_MS, purgeDueAccounts } from '../../../server/life/deletion'
import { sendAnnouncements } from '../../../server/operator/announcements'
import { alertUrgent } from '../../../server/operator/instance'
import { openCase } from '../../../server/safety/service'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { staffMember } from '../../support/world/staff'
import { mailsTo, mailTo, tokenIn } from '../mailbox'

const t = sharedApp()
let operator: Member
let moderator: Member
beforeAll(async () => {
  operator = await staffMember(t, 'chef', 'operator')
  moderator = await staffMember(t, 'mode')
})
const codeOf = (answer: { body: unknown }): unknown => (answer.body as { code?: string }).code
const acts = async (): Promise<string[]> =>
  (await operator.call(listAudit, {})).body.entries.map((e) => e.act)

describe('settings', () => {
  test('an operator changes them, a moderator does not see them; the change is in the audit log', async () => {
    for (const answer of [
      await moderator.call(readSettings),
      await moderator.call(saveSettings, { body: { registration: 'approval' } }),
    ])
      expect(answer.status).toBe(404)
    const saved = await operator.call(saveSettings, { body: { signalBlocks: 9 } })
    expect(saved.body.settings).toMatchObject({ signalBlocks: 9, registration: 'open' })
    expect((await acts())[0]).toBe('settings.changed')
    for (const body of [
      { registration: 'sometimes' },
      { newMembersPerDay: -1 },
      { invitationsPerMonth: 1.5 },
      { alertAddresses: ['pas une adresse'] },
      { name: ' ' },
      { unusedDays: 30 },
      { closedDays: 10_000 },
    ])
      expect((await operator.call(saveSettings, { body: body as never })).status).toBe(400)
  })

  test('the name that they give the community is the one of the next start', async () => {
    await operator.call(saveSettings, { body: { name: 'Les Lilas' } })
    expect((await withCommunityName(t.ctx.env, t.ctx.db)).APP_NAME).toBe('Les Lilas')
    await operator.call(saveSettings, { body: { name: t.ctx.env.APP_NAME } })
  })

  test('an urgent case is mailed to the alert addresses, once', async () => {
    await operator.call(saveSettings, { body: { alertAddresses: ['garde@exemple.fr'] } })
    await openCase(
      t.ctx.db,
      { kind: 'own', subject_kind: 'profile', subject_id: 'x', account_id: null, priority: 0 },
      t.ctx.now(),
    )
    await alertUrgent(t.ctx)
    await alertUrgent(t.ctx)
    const mail = await mailTo(t, 'garde@exemple.fr')
    expect(mail.text).toContain('Un dossier urgent attend.')
    expect(await mailsTo(t, 'garde@exemple.fr')).toHaveLength(1)
  })
})

describe('community rules', () => {
  test('a new version is asked of every member until it is accepted; an outdated save is refused', async () => {
    const member = await t.member('lectrice')
    expect((await member.call(me)).body.rules_to_accept).toBeNull()
    const rules = [{ key: 'accord', title: 'Accord', text: 'On demande avant.' }]
    expect((await moderator.call(saveRules, { body: { version: 0, rules } })).status).toBe(404)
    const saves = await Promise.all(
      [0, 1].map(() => operator.call(saveRules, { body: { version: 0, rules } })),
    )
    expect(saves.map((s) => s.status).toSorted()).toEqual([200, 409])
    expect((await t.client().call(communityRules)).body).toEqual({ version: 1, rules })
    expect((await member.call(me)).body.rules_to_accept).toBe(1)
    expect((await member.call(acceptRules, { body: { version: 2 } })).status).toBe(400)
    expect((await member.call(acceptRules, { body: { version: 1 } })).status).toBe(200)
    expect((await member.call(me)).body.rules_to_accept).toBeNull()
    // an older tab does not take it back
    await member.call(acceptRules, { body: { version: 0 } })
    expect((await member.call(me)).body.rules_to_accept).toBeNull()
    const twice = [...rules, ...rules]
    expect((await operator.call(saveRules, { body: { version: 1, rules: twice } })).status).toBe(
      400,
    )
  })
})

describe('members', () => {
  test('search by the beginning of a handle leaves out the own account and blocked members', async () => {
    const found = await t.member('cherchee_un')
    const blocked = await t.member('cherchee_deux')
    await operator.call(block, { params: { id: blocked.accountId } })
    const { accounts } = (await operator.call(searchAccounts, { query: { q: '@Cherchée' } })).body
    expect(accounts.map((a) => a.handle)).toEqual(['cherchee_un'])
    expect((await operator.call(searchAccounts, { query: { q: 'chef' } })).body.accounts).toEqual(
      [],
    )
    expect((await moderator.call(searchAccounts, { query: { q: 'cherchee' } })).status).toBe(200)
    for (const id of [blocked.accountId, operator.accountId])
      expect((await operator.call(accountLogins, { params: { id } })).status).toBe(404)
    const { logins } = (await operator.call(accountLogins, { params: { id: found.accountId } }))
      .body
    expect(logins).toMatchObject([{ id: found.userId, email: 'c…@test.invalid', sessions: 1 }])
  })

  test('sessions that an operator ends are over at once, in their own and nobody else’s account', async () => {
    const member = await t.member('deconnectee')
    const params = { id: member.accountId }
    const body = { reason: 'Téléphone volé' }
    expect((await moderator.call(endAccountSessions, { params, body })).status).toBe(404)
    const done = await operator.call(endAccountSessions, { params, body })
    expect(done.body).toEqual({ ended: 1 })
    expect((await member.call(me)).status).toBe(401)
    expect((await moderator.call(me)).status).toBe(200)
    const staff = await operator.call(endAccountSessions, {
      params: { id: moderator.accountId },
      body,
    })
    expect(codeOf(staff)).toBe('staff_target')
  })

  test('a new address takes effect once its link is opened; the old one is told, sessions end', async () => {
    const member = await t.member('adresse_perdue')
    await operator.call(changeLoginEmail, {
      params: { id: member.userId },
      body: { email: 'retrouvee@exemple.fr', reason: 'Pièce vue en visio' },
    })
    expect((await member.call(me)).body.email).toBe('adresse_perdue@test.invalid')
    expect((await mailTo(t, 'adresse_perdue@test.invalid')).subject).toContain('adresse')
    const token = tokenIn(await mailTo(t, 'retrouvee@exemple.fr'))
    expect((await t.client().call(confirmNewEmail, { body: { token } })).status).toBe(200)
    expect((await member.call(me)).status).toBe(401)
    const row = await t.ctx.db
      .selectFrom('users')
      .where('id', '=', member.userId)
      .select('email')
      .executeTakeFirst()
    expect(row?.email).toBe('retrouvee@exemple.fr')
  })

  test('an account is hidden at once when its handle is typed, and erased minutes later; never that of the staff', async () => {
    const member = await t.member('effacee')
    const params = { id: member.accountId }
    const wrong = await operator.call(deleteAccountNow, {
      params,
      body: { reason: 'Demande écrite', handle: 'autre' },
    })
    expect(codeOf(wrong)).toBe('handle_mismatch')
    const staff = await operator.call(deleteAccountNow, {
      params: { id: moderator.accountId },
      body: { reason: 'Demande écrite', handle: 'mode' },
    })
    expect(codeOf(staff)).toBe('staff_target')
    const done = await operator.call(deleteAccountNow, {
      params,
      body: { reason: 'Demande écrite', handle: '@Effacée' },
    })
    expect(done.status).toBe(200)
    expect((await member.call(me)).status).toBe(401)
    const read = () =>
      t.ctx.db
        .selectFrom('accounts')
        .where('id', '=', member.accountId)
        .select(['handle', 'deleted_at'])
        .executeTakeFirst()
    expect(await read()).toEqual({ handle: 'effacee', deleted_at: expect.any(Number) as number })
    t.clock.now += CALL_MS
    await purgeDueAccounts(t.ctx)
    t.clock.now -= CALL_MS
    const row = await read()
    expect(row?.handle).toMatch(/^supprime_/)
  })
})

describe('a message to all members', () => {
  const textsOf = async (member: Member): Promise<unknown[]> =>
    (await member.call(listNews, {})).body.items
      .filter((item) => item.newsType === 'announcement')
      .map((item) => item.payload['text'])

  test('each member receives it once, also when it is sent by two processes', async () => {
    const readers = await Promise.all(['abonnee_un', 'abonnee_deux'].map((h) => t.member(h)))
    expect((await operator.call(sendAnnouncement, { body: { text: 'Bal samedi.' } })).status).toBe(
      201,
    )
    await Promise.all([sendAnnouncements(t.ctx), sendAnnouncements(t.ctx)])
    await t.ctx.bus.idle()
    for (const reader of readers) expect(await textsOf(reader)).toEqual(['Bal samedi.'])
    const [sent] = (await operator.call(listAnnouncements)).body.announcements
    expect(sent).toMatchObject({ text: 'Bal samedi.', by: 'chef', sentAt: expect.any(String) })
  })

  test('one that is repeated, in two tabs or after a lost reply, is one message', async () => {
    const write = (body: object = {}) =>
      operator.call(sendAnnouncement, { body: { text: 'Une seule fois.', ...body } })
    const soon = new Date(t.ctx.now() + 3_600_000).toISOString()
    const twice = await Promise.all([write(), write()])
    const ids = [...twice, await write()].map((one) => one.body.id)
    expect(new Set(ids).size).toBe(1)
    // another one for later, and again after it was cancelled
    const later = (await write({ sendAt: soon })).body.id
    expect((await write({ sendAt: soon })).body.id).toBe(later)
    expect(ids).not.toContain(later)
    await operator.call(cancelAnnouncement, { params: { id: later } })
    const again = (await write({ sendAt: soon })).body.id
    expect(again).not.toBe(later)
    await operator.call(cancelAnnouncement, { params: { id: again } })
    await sendAnnouncements(t.ctx)
    const reader = await operator.call(listNews, { query: {} })
    const texts = reader.body.items.map((item) => item.payload['text'])
    expect(texts.filter((text) => text === 'Une seule fois.')).toHaveLength(1)
  })

  test('one for later waits for its hour, is mailed without its text, and can be cancelled before', async () => {
    const reader = await t.member('abonnee_trois')
    const at = (ms: number) => new Date(t.ctx.now() + ms).toISOString()
    const write = async (text: string) =>
      (
        await operator.call(sendAnnouncement, {
          body: { text, byMail: true, sendAt: at(3_600_000) },
        })
      ).body.id
    const [kept, dropped] = [await write('Demain.'), await write('Jamais.')]
    expect((await operator.call(cancelAnnouncement, { params: { id: dropped } })).status).toBe(200)
    await sendAnnouncements(t.ctx)
    expect(await textsOf(reader)).toEqual([])
    t.clock.now += 3_700_000
    try {
      await sendAnnouncements(t.ctx)
    } finally {
      t.clock.now -= 3_700_000
    }
    expect(await textsOf(reader)).toEqual(['Demain.'])
    const mail = await mailTo(t, 'abonnee_trois@test.invalid')
    expect(mail.text).not.toContain('Demain')
    const late = await operator.call(cancelAnnouncement, { params: { id: kept } })
    expect(late.status).toBe(409)
    const tooFar = await operator.call(sendAnnouncement, {
      body: { text: 'Un jour.', sendAt: at(400 * 86_400_000) },
    })
    expect(tooFar.status).toBe(400)
  })
})

describe('the instance', () => {
  test('its state, a test mail and a test notification', async () => {
    const { body } = await operator.call(instanceState)
    expect(body).toMatchObject({ pushQueue: expect.any(Number), lastBackupAt: null, mail: false })
    expect(body.databaseBytes).toBeGreaterThan(10_000)
    expect(body.members).toBeGreaterThan(2)
    expect((await operator.call(sendTestMail)).body).toEqual({ error: null })
    const texts = (await mailsTo(t, 'chef@test.invalid')).map((mail) => mail.text)
    expect(texts.join()).toContain('e-mail d’essai')
    expect((await operator.call(sendTestPush)).body).toEqual({ devices: 0 })
    expect((await moderator.call(instanceState)).status).toBe(404)
  })
})
