import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createAlbum } from '#contract/albums'
import { createEvent } from '#contract/events/events'
import { deleteMessage } from '#contract/messaging/acts'
import { createGroup } from '#contract/messaging/groups'
import { listMessages, sendMessage, startConversation } from '#contract/messaging/messages'
import {
  appealDecision,
  followNotice,
  myDecisions,
  myReports,
  sendNotice,
} from '#contract/moderation'
import { listNews } from '#contract/news'
import { acceptJoinLink, createJoinLink } from '#contract/profile/profile'
import { block, exportData, report } from '#contract/safety'
import { removeStaff } from '#contract/staff/access'
import {
  claimCase,
  decideCase,
  getCase,
  listCases,
  openOwnCase,
  releaseCase,
  staffAccount,
  undoDecision,
  type CaseDetail,
} from '#contract/staff/cases'
import { staffFigures } from '#contract/staff/figures'
import { openEvidencePhoto } from '#contract/staff/evidence'
import { APPEAL_DAYS, CLAIM_S, MEASURES, type Measure } from '#contract/staff/measures'
import { purge } from '../../../server/life/deletion'
import { leaveDue, liftDue, tidyModeration } from '../../../server/moderation/service'
import { COMMAND, grantRole, revokeRole } from '../../../server/staff/team'
import { newId } from '../../../server/tokens'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { openDesk, renewToken, staffMember } from '../../support/world/staff'
import { picture, upload } from '../../support/world/world'
import { tapPublisher } from '../live-client'

let t: TestApp
let operator: Member
let moderator: Member
beforeAll(async () => {
  t = await testApp()
  operator = await staffMember(t, 'la_cheffe', 'operator')
  moderator = await staffMember(t, 'le_moderateur')
})
afterAll(() => t.close())

const DAY = 86_400_000
/** Members whose tokens must be valid at the new time; the desk of the staff is opened again. */
const later = async <T>(
  ms: number,
  members: readonly Member[],
  work: () => Promise<T>,
): Promise<T> => {
  const renew = async () => {
    for (const one of [operator, moderator, ...members]) await renewToken(t, one)
    for (const one of [operator, moderator]) await openDesk(t, one)
  }
  t.clock.now += ms
  await renew()
  try {
    return await work()
  } finally {
    t.clock.now -= ms
    await renew()
  }
}
const codeOf = (answer: { body: unknown }): unknown => (answer.body as { code?: string }).code

/** A conversation in which `bad` wrote something with a photo, and `good` reports it. */
const reported = async (
  reason: 'harassment' | 'minor' | 'spam' = 'harassment',
): Promise<{
  bad: Member
  good: Member
  talk: string
  message: string
  media: string
  id: string
}> => {
  const [bad, good] = [await t.member(), await t.member()]
  const { id: talk } = (await good.call(startConversation, { body: { handle: bad.handle } })).body
    .conversation
  const say = async (who: Member, content: string, media_ids: string[] = []) =>
    (
      await who.call(sendMessage, {
        params: { id: talk },
        body: {
          content,
          sender_identity_id: who.identityIds[0] ?? null,
          client_msg_id: newId(),
          media_ids,
        },
      })
    ).body.id
  await say(good, 'bonsoir')
  const media = (await upload(bad, await picture(7))).body.media_id
  const message = await say(bad, 'des injures', [media])
  await say(good, 'arrêtez')
  expect(
    (await good.call(report, { body: { kind: 'message', id: message, reason, comment: 'Voilà' } }))
      .status,
  ).toBe(201)
  return { bad, good, talk, message, media, id: await caseOf(message) }
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
const detail = async (staff: Member, id: string): Promise<CaseDetail> =>
  (await staff.call(getCase, { params: { id } })).body.case
const RULE = { rule: 'respect', facts: 'Vous avez écrit des injures.' }
const decide = async (
  staff: Member,
  id: string,
  measure: Measure,
  more: Record<string, unknown> = RULE,
) => {
  const { version } = (await detail(staff, id)).line
  return staff.call(decideCase, { params: { id }, body: { version, measure, ...more } })
}

describe('evidence', () => {
  test('a reported message is frozen with what the reporter read around it, and outlives everything', async () => {
    const { bad, good, talk, message, id } = await reported()
    const before = (await detail(moderator, id)).evidence
    expect(before).toMatchObject([
      {
        kind: 'message',
        payload: {
          text: 'des injures',
          photos: 1,
          context: [
            { who: 'reporter', text: 'bonsoir', reported: false },
            { who: 'author', text: 'des injures', reported: true },
            { who: 'reporter', text: 'arrêtez', reported: false },
          ],
        },
        photos: [{ position: 0 }],
      },
    ])
    await bad.call(deleteMessage, { params: { id: message } })
    await good.call(sendMessage, {
      params: { id: talk },
      body: { content: 'après', sender_identity_id: null, client_msg_id: newId() },
    })
    await purge(t.ctx, bad.accountId)
    await purge(t.ctx, good.accountId)
    const after = await detail(moderator, id)
    expect(after.evidence).toEqual(before)
    expect(after.reports).toMatchObject([{ by: 'Compte supprimé', comment: '' }])
    const opened = await moderator.call(openEvidencePhoto, {
      params: { id: before[0]!.id, position: '0' as never },
      body: { reason: 'Vérifier ce que montre la photo' },
    })
    expect(opened.body.url).toMatch(/^data:image\/jpeg;base64,/)
    expect((await decide(moderator, id, 'dismiss', {})).status).toBe(200)
  })

  test('a photo is shown blurred, and looking at it asks for a reason that the log keeps', async () => {
    const { id } = await reported()
    const { evidence } = await detail(moderator, id)
    const [{ id: evidenceId, photos } = { id: '', photos: [] }] = evidence
    expect(photos[0]?.blurred.length).toBeLessThan(1_500)
    const params = { id: evidenceId, position: '0' as never }
    expect(
      (await moderator.call(openEvidencePhoto, { params, body: { reason: ' ' } })).status,
    ).toBe(400)
    await moderator.call(openEvidencePhoto, { params, body: { reason: 'Regarder le visage' } })
    const entry = await t.ctx.db
      .selectFrom('audit_log')
      .where('act', '=', 'evidence.photo_opened')
      .where('target_id', '=', evidenceId)
      .select('detail')
      .execute()
    expect(entry).toHaveLength(1)
    expect(entry[0]?.detail).toContain('Regarder le visage')
  })

  test('is destroyed six months after the decision, twelve with an appeal', async () => {
    const { bad, id } = await reported()
    await decide(moderator, id, 'warn')
    const [decision] = (await bad.call(myDecisions, {})).body.decisions
    const read = async () => (await detail(operator, id)).evidence[0]?.payload ?? null
    await later((APPEAL_DAYS - 1) * DAY, [bad], async () => {
      await tidyModeration(t.ctx)
      expect(await read()).not.toBeNull()
      await bad.call(appealDecision, {
        params: { id: decision?.id ?? '' },
        body: { text: 'Ce n’était pas une injure.' },
      })
      expect((await decide(operator, await caseOf(decision?.id ?? ''), 'uphold')).status).toBe(200)
    })
    await later((APPEAL_DAYS + 30) * DAY, [], async () => {
      await tidyModeration(t.ctx)
      expect(await read()).not.toBeNull()
    })
    await later((APPEAL_DAYS + 366) * DAY, [], async () => {
      await tidyModeration(t.ctx)
      expect(await read()).toBeNull()
      const photos = await t.ctx.db
        .selectFrom('evidence_photos as p')
        .innerJoin('evidence as e', 'e.id', 'p.evidence_id')
        .where('e.case_id', '=', id)
        .select('p.position')
        .execute()
      expect(photos).toEqual([])
    })
  })
})

describe('the queue', () => {
  test('several reports of one thing are one case; the gravest reason sets its place', async () => {
    const { bad } = await reported('spam')
    const [one, two] = [await t.member(), await t.member()]
    const send = (who: Member, reason: 'spam' | 'minor') =>
      who.call(report, { body: { kind: 'profile', id: bad.accountId, reason } })
    await send(one, 'spam')
    await send(one, 'spam')
    await send(two, 'minor')
    const { cases } = (await moderator.call(listCases, {})).body
    const line = cases.find((c) => c.account?.id === bad.accountId && c.subjectKind === 'profile')
    expect(line).toMatchObject({ reports: 2, priority: 0, reasons: ['spam', 'minor'] })
    const places = cases.map((c) => c.priority)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('pages hold each case once', async () => {
    const now = t.ctx.now()
    await t.ctx.db
      .insertInto('cases')
      .values(
        Array.from({ length: 120 }, () => ({
          id: newId(),
          kind: 'signal' as const,
          subject_kind: 'profile' as const,
          subject_id: newId(),
          account_id: null,
          priority: 2,
          state: 'open' as const,
          claimed_by: null,
          claim_until: null,
          version: 1,
          proposal: null,
          opened_at: now,
          closed_at: null,
        })),
      )
      .execute()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await moderator.call(listCases, {
        query: { kind: 'signal', ...(cursor ? { cursor } : {}) },
      })
      seen.push(...body.cases.map((c) => c.id))
      cursor = body.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
    await t.ctx.db.deleteFrom('cases').where('kind', '=', 'signal').execute()
  })

  test('a claim keeps others out for 30 minutes; released or late, it is free again', async () => {
    const { id } = await reported()
    expect((await moderator.call(claimCase, { params: { id } })).body.line.claim).toMatchObject({
      by: 'le_moderateur',
      mine: true,
    })
    expect(codeOf(await operator.call(claimCase, { params: { id } }))).toBe('case_claimed')
    expect(codeOf(await decide(operator, id, 'warn'))).toBe('case_claimed')
    await later(CLAIM_S * 1000 + 1, [], async () =>
      expect((await operator.call(claimCase, { params: { id } })).status).toBe(200),
    )
    await operator.call(releaseCase, { params: { id } })
    expect((await detail(moderator, id)).line.claim).toBeNull()
  })

  test('a claim and a lost role reach open desks, and nobody else', async () => {
    const { id, good } = await reported()
    const gone = await staffMember(t, 'bientot_partie')
    const tap = tapPublisher(t)
    try {
      await moderator.call(claimCase, { params: { id } })
      const told = () => tap.events.filter((e) => e.name === 'account.desk.changed')
      await vi.waitFor(() => expect(told().length).toBeGreaterThanOrEqual(3))
      const channels = told().map((e) => e.channel)
      expect(channels).toContain(`private-account-${operator.accountId}`)
      expect(channels).not.toContain(`private-account-${good.accountId}`)
      expect(JSON.stringify(told())).not.toContain(id)
      tap.events.length = 0
      await operator.call(removeStaff, { params: { id: gone.userId } })
      await vi.waitFor(() =>
        expect(told().map((e) => e.channel)).toEqual([`private-account-${gone.accountId}`]),
      )
    } finally {
      tap.stop()
    }
  })

  test('a case of one’s own account, relation, blocked member or report does not exist', async () => {
    const own = await staffMember(t, 'concernee')
    const { good, bad, id } = await reported()
    const { db } = t.ctx
    const hidden = async () => [
      (await own.call(getCase, { params: { id } })).status,
      (await own.call(claimCase, { params: { id } })).status,
      (await own.call(listCases, {})).body.cases.some((c) => c.id === id),
    ]
    expect(await hidden()).toEqual([200, 200, true])
    await own.call(releaseCase, { params: { id } })
    const relate = (a: string, b: string) =>
      db
        .insertInto('relations')
        .values([
          { account_id: a, with_account_id: b, created_at: 1, origin: 'link' as const },
          { account_id: b, with_account_id: a, created_at: 1, origin: 'link' as const },
        ])
        .execute()
    await relate(own.accountId, bad.accountId)
    expect(await hidden()).toEqual([404, 404, false])
    await db.deleteFrom('relations').where('account_id', '=', own.accountId).execute()
    expect((await hidden())[0]).toBe(200)
    await own.call(releaseCase, { params: { id } })
    await good.call(block, { params: { id: own.accountId } })
    expect(await hidden()).toEqual([404, 404, false])
    const mine = await own.call(report, {
      body: { kind: 'profile', id: operator.accountId, reason: 'other' },
    })
    expect(mine.status).toBe(201)
    const reportedCase = await caseOf(operator.accountId)
    expect((await own.call(getCase, { params: { id: reportedCase } })).status).toBe(404)
    expect((await operator.call(getCase, { params: { id: reportedCase } })).status).toBe(404)
    expect((await moderator.call(getCase, { params: { id: reportedCase } })).status).toBe(200)
    for (const [who, status] of [
      [own.accountId, 404],
      [good.accountId, 404],
      [operator.accountId, 200],
    ] as const)
      expect((await own.call(staffAccount, { params: { id: who } })).status).toBe(status)
    const page = (await own.call(staffAccount, { params: { id: operator.accountId } })).body
    expect(page.profile).toMatchObject({ handle: 'la_cheffe' })
    expect(
      (await own.call(openOwnCase, { params: { id: own.accountId }, body: { reason: 'other' } }))
        .status,
    ).toBe(404)
  })
})

describe('decisions', () => {
  test('of two at once one decides; the other is told', async () => {
    const { id } = await reported()
    const { version } = (await detail(moderator, id)).line
    const body = { version, measure: 'warn' as const, ...RULE }
    const answers = await Promise.all(
      [moderator, operator].map((who) => who.call(decideCase, { params: { id }, body })),
    )
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const made = await t.ctx.db
      .selectFrom('decisions')
      .where('case_id', '=', id)
      .select('id')
      .execute()
    expect(made).toHaveLength(1)
  })

  test('each kind of subject takes its own measures, each with its reasons', async () => {
    const { id } = await reported()
    const bad = async (measure: Measure, more: Record<string, unknown>) =>
      codeOf(await decide(moderator, id, measure, more))
    for (const measure of ['change', 'uphold', 'overturn'] as const)
      expect(await bad(measure, RULE), measure).toBe('measure_invalid')
    expect(await bad('warn', { facts: 'Sans règle.' })).toBe('measure_invalid')
    expect(await bad('warn', { rule: 'respect' })).toBe('measure_invalid')
    expect(await bad('warn', { rule: 'inconnue', facts: 'x' })).toBe('measure_invalid')
    expect(await bad('warn', { rule: 'respect', facts: 'Le {date}' })).toBe('measure_invalid')
    expect(await bad('suspend', RULE)).toBe('measure_invalid')
    expect(await bad('restrict', { ...RULE, days: 7 })).toBe('measure_invalid')
    expect((await detail(moderator, id)).measures).toEqual(MEASURES.message)
  })

  test('removing a message empties it for everybody; taken back, its text returns', async () => {
    const { bad, good, talk, message, id } = await reported()
    await decide(moderator, id, 'remove')
    const shown = async (who: Member) =>
      (await who.call(listMessages, { params: { id: talk } })).body.messages.find(
        (m) => m.id === message,
      )
    expect(await shown(good)).toMatchObject({ content: '', media: [] })
    const [own] = (await bad.call(myDecisions, {})).body.decisions
    expect(own).toMatchObject({
      measure: 'remove',
      rule: { key: 'respect' },
      facts: RULE.facts,
      origin: 'report',
      about: { text: 'des injures' },
      appeal: null,
    })
    // neither the reporter nor what others wrote around it
    expect(JSON.stringify(own)).not.toMatch(new RegExp(`${good.handle}|bonsoir|arrêtez`))
    await moderator.call(undoDecision, {
      params: { id: own?.id ?? '' },
      body: { reason: 'Erreur de lecture' },
    })
    expect(await shown(good)).toMatchObject({ content: 'des injures' })
  })

  test('a restriction closes what it names until its end, without a job', async () => {
    const { bad, talk, id } = await reported()
    await decide(moderator, id, 'restrict', {
      ...RULE,
      days: 7,
      scopes: ['conversations', 'events', 'photos'],
    })
    const stranger = await t.member()
    const tries = async () => [
      codeOf(await bad.call(startConversation, { body: { handle: stranger.handle } })),
      codeOf(
        await bad.call(createEvent, {
          body: { title: 'Soirée', start_date: new Date(t.ctx.now() + 30 * DAY).toISOString() },
        }),
      ),
      (await upload(bad, await picture(3))).status,
    ]
    expect(await tries()).toEqual(['restricted', 'restricted', 403])
    const said = await bad.call(sendMessage, {
      params: { id: talk },
      body: {
        content: 'je peux encore répondre',
        sender_identity_id: bad.identityIds[0] ?? null,
        client_msg_id: newId(),
      },
    })
    expect(said.status).toBe(201)
    expect((await bad.call(createAlbum, { body: { name: 'Vide', isPublic: false } })).status).toBe(
      201,
    )
    expect(
      codeOf(
        await bad.call(createGroup, {
          body: { title: 'Groupe', account_ids: [stranger.accountId] },
        }),
      ),
    ).toBe('restricted')
    await later(7 * DAY + 1, [bad], async () =>
      expect(await tries()).toEqual([undefined, undefined, 201]),
    )
  })

  test('a suspended account is gone for others, reads its reasons and nothing else, and comes back', async () => {
    const { bad, good, id } = await reported()
    await decide(moderator, id, 'suspend', { ...RULE, days: 7 })
    expect(codeOf(await bad.call(listNews, {}))).toBe('account_suspended')
    expect((await bad.call(myDecisions, {})).body.decisions).toMatchObject([
      { measure: 'suspend', until: expect.any(String) as string },
    ])
    expect((await bad.call(exportData, { body: { password: 'un-bon-mot-de-passe' } })).status).toBe(
      200,
    )
    const start = () => good.call(startConversation, { body: { handle: bad.handle } })
    expect(codeOf(await start())).toBe('not_reachable')
    await later(7 * DAY + 1, [bad, good], async () => {
      expect((await bad.call(listNews, {})).status).toBe(200)
      await liftDue(t.ctx)
      expect((await start()).status).toBe(200)
    })
  })

  test('a suspended account follows no link, and its login loses the desk until it comes back', async () => {
    const { bad, good, id } = await reported()
    await grantRole(t.ctx, COMMAND, bad.userId, 'moderator', 'suspendu')
    await openDesk(t, bad)
    expect((await bad.call(listCases, {})).status).toBe(200)
    const { url } = (await good.call(createJoinLink, { body: { kind: 'member' } })).body.link
    const token = url?.split('/').at(-1) ?? ''
    await decide(moderator, id, 'suspend', { ...RULE, days: 7 })
    expect((await bad.call(listCases, {})).status).toBe(404)
    expect(codeOf(await bad.call(acceptJoinLink, { params: { token } }))).toBe('account_suspended')
    await later(7 * DAY + 1, [bad], async () => {
      await openDesk(t, bad)
      expect((await bad.call(listCases, {})).status).toBe(200)
      expect((await bad.call(acceptJoinLink, { params: { token } })).status).toBe(200)
    })
    await revokeRole(t.ctx, COMMAND, bad.userId)
  })

  test('an exclusion needs two people where there are two', async () => {
    const { bad, id } = await reported('minor')
    const proposed = await decide(moderator, id, 'exclude')
    expect(proposed.body).toMatchObject({ waiting: true, line: { state: 'waiting_second' } })
    expect((await bad.call(listNews, {})).status).toBe(200)
    expect((await decide(moderator, id, 'exclude')).body.waiting).toBe(true)
    expect((await detail(operator, id)).proposal).toMatchObject({
      by: 'le_moderateur',
      mine: false,
    })
    const event = await bad.call(createEvent, {
      body: { title: 'Soirée', start_date: new Date(t.ctx.now() + 30 * DAY).toISOString() },
    })
    const done = await decide(operator, id, 'exclude')
    expect(done.body).toMatchObject({ waiting: false, line: { state: 'decided' } })
    expect(codeOf(await bad.call(listNews, {}))).toBe('account_suspended')
    await t.ctx.bus.idle()
    await leaveDue(t.ctx)
    expect(
      await t.ctx.db
        .selectFrom('events')
        .where('id', '=', event.body.event.id)
        .select('id')
        .execute(),
    ).toEqual([])
    const summary = (await operator.call(staffAccount, { params: { id: bad.accountId } })).body
      .account
    expect(summary).toMatchObject({
      state: 'excluded',
      founded: 1,
      decisions: [{ measure: 'exclude', by: 'le_moderateur', second: 'la_cheffe' }],
    })
    await later((APPEAL_DAYS + 1) * DAY, [], async () => {
      await tidyModeration(t.ctx)
      const row = await t.ctx.db
        .selectFrom('accounts')
        .where('id', '=', bad.accountId)
        .select('deletes_at')
        .executeTakeFirst()
      expect(row?.deletes_at).not.toBeNull()
    })
  })

  test('a failure in the middle leaves nothing of a decision', async () => {
    const { bad, id } = await reported()
    const { db } = t.ctx
    await db.schema.alterTable('audit_log').renameTo('audit_away').execute()
    const answer = await moderator
      .call(decideCase, {
        params: { id },
        body: { version: 1, measure: 'suspend', days: 7, ...RULE },
      })
      .finally(() => db.schema.alterTable('audit_away').renameTo('audit_log').execute())
    expect(answer.status).toBe(500)
    expect((await bad.call(listNews, {})).body.items).toEqual([])
    expect((await bad.call(myDecisions, {})).body.decisions).toEqual([])
    expect((await detail(moderator, id)).line.state).toBe('open')
  })
})

describe('appeals and reporters', () => {
  test('another person answers an appeal; overturned, the measure ends at once', async () => {
    const { bad, id } = await reported()
    await decide(moderator, id, 'suspend', { ...RULE, days: 30 })
    const [decision] = (await bad.call(myDecisions, {})).body.decisions
    const params = { id: decision?.id ?? '' }
    const appeal = () =>
      bad.call(appealDecision, { params, body: { text: 'C’était une citation.' } })
    expect((await appeal()).status).toBe(201)
    expect(codeOf(await appeal())).toBe('appeal_over')
    const appealCase = await caseOf(params.id)
    expect((await detail(moderator, appealCase)).measures).toEqual([])
    expect(codeOf(await decide(moderator, appealCase, 'overturn'))).toBe('case_own_decision')
    const seen = await detail(operator, appealCase)
    expect(seen).toMatchObject({
      measures: ['uphold', 'overturn'],
      appeal: { text: 'C’était une citation.', decision: { measure: 'suspend' } },
      evidence: [{ kind: 'message' }],
    })
    await decide(operator, appealCase, 'overturn', { facts: 'Vous avez raison.' })
    expect((await bad.call(listNews, {})).status).toBe(200)
    expect((await bad.call(myDecisions, {})).body.decisions[0]).toMatchObject({
      undoneAt: expect.any(String) as string,
      appeal: { state: 'overturned', answer: 'Vous avez raison.' },
    })
  })

  test('an appeal ends six months after the decision, and nobody else’s can be made', async () => {
    const { bad, good, id } = await reported()
    await decide(moderator, id, 'warn')
    const [decision] = (await bad.call(myDecisions, {})).body.decisions
    const appeal = (who: Member) =>
      who.call(appealDecision, { params: { id: decision?.id ?? '' }, body: { text: 'Non.' } })
    expect((await appeal(good)).status).toBe(404)
    await later((APPEAL_DAYS + 1) * DAY, [bad], async () =>
      expect(codeOf(await appeal(bad))).toBe('appeal_over'),
    )
  })

  test('who reported hears that something came of it, never what', async () => {
    const { good, id } = await reported()
    const state = async () => (await good.call(myReports, {})).body.reports[0]
    expect(await state()).toMatchObject({ state: 'received', closedAt: null })
    await decide(moderator, id, 'suspend', { ...RULE, days: 7 })
    expect(await state()).toMatchObject({ state: 'measure' })
    const { items } = (await good.call(listNews, {})).body
    expect(items[0]).toMatchObject({ newsType: 'moderation_report', payload: {} })
    expect(JSON.stringify([await state(), items[0]])).not.toMatch(/suspend|injures/)
  })

  test('somebody without an account gets the same reply for a real and an invented member', async () => {
    const real = await t.member('bien_reel')
    const send = (target: string) =>
      t.client().call(sendNotice, {
        body: {
          target,
          reason: 'non_consensual',
          text: 'Ce profil montre ma photo sans mon accord.',
          goodFaith: true,
        },
      })
    const [a, b] = [await send('@bien_reel'), await send('personne_de_tel')]
    expect([a.status, b.status]).toEqual([201, 201])
    expect(Object.keys(a.body)).toEqual(Object.keys(b.body))
    const follow = (code: string) => t.client().call(followNotice, { body: { code } })
    expect((await follow(a.body.code)).body.state).toBe('received')
    const id = await caseOf(real.accountId)
    expect(await detail(moderator, id)).toMatchObject({
      line: { kind: 'notice', priority: 0 },
      evidence: [{ kind: 'notice' }, { kind: 'profile' }],
    })
    await decide(moderator, id, 'warn')
    expect((await follow(a.body.code)).body.state).toBe('measure')
    expect((await follow(b.body.code)).body.state).toBe('received')
    const none = await t.ctx.db
      .selectFrom('cases')
      .where('kind', '=', 'notice')
      .where('account_id', 'is', null)
      .select('id')
      .executeTakeFirstOrThrow()
    expect((await detail(moderator, none.id)).measures).toEqual(['dismiss'])
  })

  test('figures count what the rows say', async () => {
    const { months } = (await operator.call(staffFigures, {})).body
    expect(months).toHaveLength(12)
    const total = (key: 'opened' | 'measures') =>
      months.reduce((n, m) => n + Object.values(m[key]).reduce((a, b) => a + b, 0), 0)
    // without what tests made while their clock was ahead
    const { db } = t.ctx
    const cases = await db
      .selectFrom('cases')
      .where('opened_at', '<=', t.ctx.now())
      .select('id')
      .execute()
    const made = await db
      .selectFrom('decisions')
      .where('made_at', '<=', t.ctx.now())
      .select('id')
      .execute()
    expect(total('opened')).toBe(cases.length)
    expect(total('measures')).toBe(made.length)
    expect(months.at(-1)?.overturned).toBeGreaterThanOrEqual(1)
  })
})
