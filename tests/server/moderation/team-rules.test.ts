import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addAlbumMedia, createAlbum, createAlbumShare } from '#contract/albums'
import { createEvent } from '#contract/events/events'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { appealDecision, myDecisions, sendNotice } from '#contract/moderation'
import { report } from '#contract/safety'
import {
  claimCase,
  decideCase,
  getCase,
  listCases,
  openOwnCase,
  undoDecision,
  type CaseDetail,
} from '#contract/staff/cases'
import {
  allowEvidencePhoto,
  exportCase,
  keepEvidence,
  openEvidencePhoto,
} from '#contract/staff/evidence'
import { instanceState, saveSettings } from '#contract/staff/community'
import { APPEAL_DAYS, APPEALED_DAYS } from '#contract/staff/measures'
import { leaveDue, tidyModeration } from '../../../server/moderation/service'
import { sendQueued } from '../../../server/mail/queue'
import { alertUrgent } from '../../../server/operator/instance'
import { COMMAND, grantRole, revokeRole } from '../../../server/staff/team'
import { roleWatch } from '../../../server/staff/watch'
import { newId } from '../../../server/tokens'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { openDesk, renewToken, staffMember } from '../../support/world/staff'
import { picture, upload } from '../../support/world/world'
import { tapPublisher } from '../live-client'
import { mailTo, mailsTo } from '../mailbox'

let t: TestApp
let operator: Member
let moderator: Member
beforeAll(async () => {
  t = await testApp()
  operator = await staffMember(t, 'conseil', 'operator')
  moderator = await staffMember(t, 'second_avis')
})
afterAll(() => t.close())

const DAY = 86_400_000
const RULE = { rule: 'respect', facts: 'Vous avez écrit des injures.' }
const codeOf = (answer: { body: unknown }): unknown => (answer.body as { code?: string }).code
const detail = async (staff: Member, id: string): Promise<CaseDetail> =>
  (await staff.call(getCase, { params: { id } })).body.case
const decide = async (staff: Member, id: string, body: Record<string, unknown>) => {
  const { version } = (await detail(staff, id)).line
  return staff.call(decideCase, { params: { id }, body: { version, ...body } as never })
}
const caseOf = async (subjectId: string): Promise<string> =>
  (
    await t.ctx.db
      .selectFrom('cases')
      .where('subject_id', '=', subjectId)
      .orderBy('opened_at', 'desc')
      .select('id')
      .executeTakeFirstOrThrow()
  ).id
const reportProfile = async (
  by: Member,
  of: Member,
  reason: 'minor' | 'harassment' | 'spam' = 'harassment',
): Promise<string> => {
  const sent = await by.call(report, { body: { kind: 'profile', id: of.accountId, reason } })
  expect(sent.status).toBe(201)
  return caseOf(of.accountId)
}
const relate = (a: Member, b: Member) =>
  t.ctx.db
    .insertInto('relations')
    .values(
      [
        [a, b],
        [b, a],
      ].map(([one, two]) => ({
        account_id: one!.accountId,
        with_account_id: two!.accountId,
        created_at: 1,
        origin: 'link' as const,
      })),
    )
    .execute()
const later = async (ms: number, work: () => Promise<void>): Promise<void> => {
  t.clock.now += ms
  const renew = async () => {
    for (const one of [operator, moderator]) {
      await renewToken(t, one)
      await openDesk(t, one)
    }
  }
  await renew()
  try {
    await work()
  } finally {
    t.clock.now -= ms
    await renew()
  }
}

describe('conflicts of interest', () => {
  test('an appeal against what followed from one’s own report, or a relation’s, does not exist', async () => {
    const [reporter, friend] = [
      await staffMember(t, 'a_signale'),
      await staffMember(t, 'ami_de_qui_signale'),
    ]
    await relate(reporter, friend)
    const bad = await t.member()
    const id = await reportProfile(reporter, bad)
    expect((await decide(moderator, id, { measure: 'warn', ...RULE })).status).toBe(200)
    const [decision] = (await bad.call(myDecisions, {})).body.decisions
    await bad.call(appealDecision, {
      params: { id: decision?.id ?? '' },
      body: { text: 'Je ne suis pas d’accord.' },
    })
    const appeal = await caseOf(decision?.id ?? '')
    for (const one of [reporter, friend]) {
      expect((await one.call(getCase, { params: { id: appeal } })).status).toBe(404)
      expect((await one.call(claimCase, { params: { id: appeal } })).status).toBe(404)
      expect((await one.call(listCases, {})).body.cases.map((c) => c.id)).not.toContain(appeal)
      const undone = { params: { id: decision?.id ?? '' }, body: { reason: 'par amitié' } }
      expect((await one.call(undoDecision, undone)).status).toBe(404)
    }
    expect((await detail(operator, appeal)).measures).toEqual(['uphold', 'overturn'])
    const slot = await decide(operator, appeal, { measure: 'uphold', facts: 'Le {date}' })
    expect(codeOf(slot)).toBe('measure_invalid')
    for (const one of [reporter, friend]) await revokeRole(t.ctx, COMMAND, one.userId)
  })
})

describe('a photo that two look at', () => {
  const openIt = (who: Member, id: string) =>
    who.call(openEvidencePhoto, {
      params: { id, position: '0' as never },
      body: { reason: 'Examiner le signalement' },
    })
  const allow = (who: Member, id: string) =>
    who.call(allowEvidencePhoto, { params: { id, position: '0' as never } })

  /** A photo of a private album, shared with the member who reports it. */
  const privatePhoto = async (reason: 'harassment' | 'minor' = 'harassment') => {
    const [owner, viewer] = [await t.member(), await t.member()]
    await relate(owner, viewer)
    const album = (await owner.call(createAlbum, { body: { name: 'À nous' } })).body.album.id
    const media = (await upload(owner, await picture(3))).body.media_id
    await owner.call(addAlbumMedia, { params: { id: album }, body: { mediaIds: [media] } })
    await owner.call(createAlbumShare, {
      body: { album_id: album, account_id: viewer.accountId },
    })
    const sent = await viewer.call(report, { body: { kind: 'photo', id: media, reason } })
    expect(sent.status).toBe(201)
    const id = await caseOf(media)
    const evidence = (await detail(operator, id)).evidence[0]
    return { id, owner, evidence: evidence?.id ?? '' }
  }

  test('of a private album: no bytes until another person allows it, each step in the log', async () => {
    const { id, evidence } = await privatePhoto()
    const [shown] = (await detail(operator, id)).evidence
    expect(shown?.photos).toMatchObject([{ guarded: true, asked: [], allowed: false }])
    expect((await openIt(moderator, evidence)).body).toEqual({ url: null })
    // nobody allows oneself
    expect(codeOf(await allow(moderator, evidence))).toBe('conflict')
    expect((await openIt(moderator, evidence)).body).toEqual({ url: null })
    const seen = (await detail(operator, id)).evidence[0]?.photos[0]
    expect(seen?.asked).toEqual([
      { by: 'second_avis', mine: false, reason: 'Examiner le signalement' },
    ])
    expect((await allow(operator, evidence)).status).toBe(200)
    expect((await openIt(moderator, evidence)).body.url).toMatch(/^data:image\/jpeg;base64,/)
    // who allowed it has not looked
    expect((await openIt(operator, evidence)).body).toEqual({ url: null })
    const acts = await t.ctx.db
      .selectFrom('audit_log')
      .where('target_id', '=', evidence)
      .select(['who', 'act'])
      .orderBy('seq')
      .execute()
    expect(acts.map((a) => `${a.who} ${a.act}`)).toEqual([
      'second_avis evidence.photo_asked',
      'second_avis evidence.photo_asked',
      'conseil evidence.photo_allowed',
      'second_avis evidence.photo_opened',
      'conseil evidence.photo_asked',
    ])
    await later(DAY + 1, async () =>
      expect((await openIt(moderator, evidence)).body).toEqual({ url: null }),
    )
  })

  test('of a case about a minor; alone, a person looks with a reason', async () => {
    const [bad, good] = [await t.member(), await t.member()]
    const { id: talk } = (await good.call(startConversation, { body: { handle: bad.handle } })).body
      .conversation
    const media = (await upload(bad, await picture(5))).body.media_id
    const sent = await bad.call(sendMessage, {
      params: { id: talk },
      body: {
        content: '',
        sender_identity_id: bad.identityIds[0] ?? null,
        client_msg_id: newId(),
        media_ids: [media],
      },
    })
    await good.call(report, { body: { kind: 'message', id: sent.body.id, reason: 'spam' } })
    const id = await caseOf(sent.body.id)
    const evidence = (await detail(operator, id)).evidence[0]?.id ?? ''
    expect((await openIt(moderator, evidence)).body.url).not.toBeNull()
    await good.call(report, { body: { kind: 'message', id: sent.body.id, reason: 'minor' } })
    expect((await openIt(moderator, evidence)).body.url).toBeNull()
    // the operator becomes a party: nobody else is left
    await relate(operator, bad)
    expect((await openIt(moderator, evidence)).body.url).not.toBeNull()
  })

  test('a case for an authority: photos that nobody allowed stay, their hash does not', async () => {
    const { id, evidence } = await privatePhoto()
    const body = { reason: 'Réquisition du parquet' }
    expect((await moderator.call(exportCase, { params: { id }, body })).status).toBe(404)
    const take = async () => {
      const answer = await operator.raw('POST', `/api/staff/cases/${id}/export`, { body })
      expect(answer.status).toBe(200)
      return String(answer.body)
    }
    const name = `photos/${evidence}-0.jpg`
    expect(await take()).not.toContain(`${name}PK`)
    await openIt(operator, evidence)
    await allow(moderator, evidence)
    expect((await take()).split(name)).toHaveLength(3)
  })
})

describe('evidence', () => {
  test('is kept for an authority by an operator, and destroyed a year later, in the file too', async () => {
    const [bad, good] = [await t.member(), await t.member()]
    const { id: talk } = (await good.call(startConversation, { body: { handle: bad.handle } })).body
      .conversation
    const sent = await bad.call(sendMessage, {
      params: { id: talk },
      body: {
        content: 'CNRYKEPT des injures',
        sender_identity_id: bad.identityIds[0] ?? null,
        client_msg_id: newId(),
      },
    })
    await good.call(report, { body: { kind: 'message', id: sent.body.id, reason: 'harassment' } })
    const id = await caseOf(sent.body.id)
    const keep = (who: Member, reason: string) =>
      who.call(keepEvidence, { params: { id }, body: { reason } })
    expect((await keep(moderator, 'Réquisition')).status).toBe(404)
    expect((await keep(operator, ' ')).status).toBe(400)
    expect((await keep(operator, 'Réquisition')).status).toBe(200)
    await decide(moderator, id, { measure: 'remove', ...RULE })
    const read = async () => (await detail(moderator, id)).evidence[0]?.payload ?? null
    await later((APPEAL_DAYS + 1) * DAY, async () => {
      await tidyModeration(t.ctx)
      expect(await read()).not.toBeNull()
    })
    const stored = () =>
      readdirSync(t.ctx.env.DATA_DIR)
        .filter((f) => f.startsWith('connivence.db'))
        .some((f) => readFileSync(join(t.ctx.env.DATA_DIR, f)).includes('CNRYKEPT'))
    if (existsSync(join(t.ctx.env.DATA_DIR, 'connivence.db'))) expect(stored()).toBe(true)
    await later((APPEALED_DAYS + 1) * DAY, async () => {
      await tidyModeration(t.ctx)
      expect(await read()).toBeNull()
      expect(stored()).toBe(false)
    })
  })

  test('of a case that nobody decides goes after a year', async () => {
    const id = await reportProfile(await t.member(), await t.member())
    await later((APPEALED_DAYS - 1) * DAY, async () => {
      await tidyModeration(t.ctx)
      expect((await detail(moderator, id)).evidence[0]?.payload).not.toBeNull()
    })
    await later((APPEALED_DAYS + 1) * DAY, async () => {
      await tidyModeration(t.ctx)
      expect((await detail(moderator, id)).evidence[0]?.payload).toBeNull()
    })
  })

  test('the words of every notice are kept, however many came', async () => {
    const target = await t.member('souvent_visee')
    for (let n = 0; n < 7; n += 1)
      await t.client().call(sendNotice, {
        body: { target: target.handle, reason: 'spam', text: `Avis numéro ${n}.`, goodFaith: true },
      })
    const id = await caseOf(target.accountId)
    const words = (await detail(moderator, id)).evidence
      .filter((e) => e.kind === 'notice')
      .map((e) => e.payload?.['text'])
    expect(words).toHaveLength(7)
  })
})

describe('letters', () => {
  test('a statement is sent once the mail server is back, also by another process', async () => {
    const bad = await t.member('sanctionnee')
    const id = await reportProfile(await t.member(), bad)
    const { send } = t.ctx.mailer
    t.ctx.mailer.send = () => Promise.reject(new Error('mail server away'))
    try {
      await decide(moderator, id, { measure: 'warn', ...RULE })
      await t.ctx.bus.idle()
    } finally {
      t.ctx.mailer.send = send
    }
    expect(await mailsTo(t, 'sanctionnee@test.invalid')).toHaveLength(0)
    expect((await operator.call(instanceState)).body.letters).toBe(1)
    t.clock.now += 61_000
    await Promise.all([sendQueued(t.ctx), sendQueued(t.ctx)])
    const [mail, ...more] = await mailsTo(t, 'sanctionnee@test.invalid')
    expect([mail?.subject, more]).toEqual(['Un message vous attend', []])
    expect(mail?.text).not.toMatch(/injures|avert/i)
    expect(await t.ctx.db.selectFrom('letters').select('id').execute()).toEqual([])
  })

  test('who left an address with a notice is told that there is an answer', async () => {
    const target = await t.member('visee_de_dehors')
    t.clock.now += 3_600_001
    for (const one of [operator, moderator]) {
      await renewToken(t, one)
      await openDesk(t, one)
    }
    await t.client().call(sendNotice, {
      body: {
        target: target.handle,
        reason: 'impersonation',
        text: 'Ce sont mes photos.',
        email: 'dehors@exemple.fr',
        goodFaith: true,
      },
    })
    await decide(moderator, await caseOf(target.accountId), { measure: 'warn', ...RULE })
    const { text } = await mailTo(t, 'dehors@exemple.fr')
    expect(text).toContain('/signaler')
    expect(text).not.toContain(target.handle)
  })

  test('a case that becomes urgent by a later report is alerted too', async () => {
    await operator.call(saveSettings, { body: { alertAddresses: ['astreinte@exemple.fr'] } })
    const bad = await t.member()
    await reportProfile(await t.member(), bad, 'spam')
    await alertUrgent(t.ctx)
    const before = (await mailsTo(t, 'astreinte@exemple.fr')).length
    t.clock.now += 1000
    await reportProfile(await t.member(), bad, 'minor')
    await alertUrgent(t.ctx)
    expect(await mailsTo(t, 'astreinte@exemple.fr')).toHaveLength(before + 1)
    await alertUrgent(t.ctx)
    expect(await mailsTo(t, 'astreinte@exemple.fr')).toHaveLength(before + 1)
  })
})

test('the events of a suspended account are left also when the process died after the decision', async () => {
  const bad = await t.member()
  const { id: eventId } = (
    await bad.call(createEvent, {
      body: { title: 'Soirée', start_date: new Date(t.ctx.now() + 5 * DAY).toISOString() },
    })
  ).body.event
  const id = await reportProfile(await t.member(), bad)
  await decide(moderator, id, { measure: 'suspend', days: 30, ...RULE })
  await t.ctx.bus.idle()
  // as it was before: the process did not come to it
  const { db } = t.ctx
  await db.updateTable('events').set({ status: 'published' }).where('id', '=', eventId).execute()
  await leaveDue(t.ctx)
  const row = await db
    .selectFrom('events')
    .where('id', '=', eventId)
    .select('status')
    .executeTakeFirst()
  expect(row?.status).toBe('draft')
})

test('a role that the command takes away reaches the open desk, without a call of its own', async () => {
  const gone = await staffMember(t, 'partie_par_commande')
  const look = roleWatch(t.ctx)
  await look()
  const tap = tapPublisher(t)
  try {
    // the command runs in another process: only the database says it
    await revokeRole(t.ctx, COMMAND, gone.userId)
    await look()
    await vi.waitFor(() =>
      expect(tap.events).toContainEqual(
        expect.objectContaining({
          name: 'account.desk.changed',
          channel: `private-account-${gone.accountId}`,
        }),
      ),
    )
  } finally {
    tap.stop()
  }
})

describe('attacks on the desk', () => {
  test('wrong ids, types and sizes are refused with 4xx', async () => {
    const id = await reportProfile(await t.member(), await t.member())
    const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      (await operator.raw(method, `/api/staff/${path}`, body === undefined ? {} : { body })).status
    const version = 1
    const long = 'x'.repeat(3_000)
    for (const body of [
      null,
      [],
      'texte',
      { version: '1', measure: 'warn' },
      { version: 0, measure: 'warn' },
      { version: 1.5, measure: 'warn' },
      { version, measure: 'exile' },
      { version, measure: 'warn', rule: long, facts: 'x' },
      { version, measure: 'warn', rule: 'respect', facts: long },
      { version, measure: 'suspend', days: 91, ...RULE },
      { version, measure: 'suspend', days: -1, ...RULE },
      { version, measure: 'suspend', days: 1e300, ...RULE },
      { version, measure: 'restrict', days: 3, scopes: ['tout'], ...RULE },
      { version, measure: 'restrict', days: 3, scopes: Array(50).fill('photos'), ...RULE },
      { version, measure: 'admit' },
      { version, measure: 'overturn', facts: 'x' },
      { version, measure: '__proto__' },
    ])
      expect([body, await send('POST', `cases/${id}/decide`, body)]).toEqual([body, 400])
    for (const path of ['cases/x', 'accounts/x', "cases/'; drop table cases;--", 'audit?before=x'])
      expect([path, await send('GET', path)]).toEqual([path, 400])
    for (const path of ['cases?cursor=0.0.x', 'cases?state=toutes', 'cases?kind=rien'])
      expect([path, await send('GET', path)]).toEqual([path, 400])
    for (const path of [`cases/${newId()}`, `accounts/${newId()}`])
      expect([path, await send('GET', path)]).toEqual([path, 404])
    expect(await send('POST', `evidence/${newId()}/photos/999/open`, { reason: 'voir' })).toBe(400)
    expect(await send('POST', `evidence/${newId()}/photos/0/open`, { reason: 'voir' })).toBe(404)
    expect((await detail(operator, id)).line).toMatchObject({ state: 'open', version: 1 })
  })

  test('a moderator acts as no operator, a former one as nobody, and a desk left open closes', async () => {
    const former = await staffMember(t, 'ancienne', 'operator')
    const stolen = former.token
    await revokeRole(t.ctx, COMMAND, former.userId)
    former.token = stolen
    expect((await former.call(listCases, {})).status).toBe(404)
    // the role comes back: the desk that was open before does not
    await grantRole(t.ctx, COMMAND, former.userId, 'moderator', 'ancienne')
    expect(codeOf(await former.call(listCases, {}))).toBe('staff_locked')
    await openDesk(t, former)
    for (const call of [
      former.call(saveSettings, { body: { registration: 'open' } }),
      former.call(instanceState, {}),
      former.call(keepEvidence, { params: { id: newId() }, body: { reason: 'essai' } }),
    ])
      expect((await call).status).toBe(404)
    await revokeRole(t.ctx, COMMAND, former.userId)
  })

  test('the other login of a couple cannot open the partner’s case about their own account', async () => {
    const account = await staffMember(t, 'couple_equipe')
    const opened = await account.call(openOwnCase, {
      params: { id: account.accountId },
      body: { reason: 'spam' },
    })
    expect(opened.status).toBe(404)
    await revokeRole(t.ctx, COMMAND, account.userId)
  })
})
