import { describe, expect, test } from 'vitest'
import { createAlbum } from '#contract/albums/albums'
import { createEvent, duplicateEvent } from '#contract/events/events'
import { createGroup } from '#contract/messaging/groups'
import { listMessages, sendMessage, startConversation } from '#contract/messaging/messages'
import { myDecisions } from '#contract/moderation'
import { listNews } from '#contract/news'
import { acceptJoinLink, createJoinLink } from '#contract/profile/profile'
import { exportData } from '#contract/safety'
import { decideCase, listCases, undoDecision } from '#contract/staff/cases'
import { staffAccount } from '#contract/staff/accounts'
import { APPEAL_DAYS, MEASURES, type Measure } from '#contract/staff/measures'
import {
  leaveEventsOfSuspended,
  liftDueSuspensions,
  applyModerationRetention,
} from '../../../server/moderation/service'
import { COMMAND_ACTOR, grantRole, revokeRole } from '../../../server/staff/team'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { openDesk } from '../../support/world/staff'
import { picture, upload } from '../../support/world/world'
import { heardChanges } from '../live-client'
import {
  setUp,
  t,
  operator,
  moderator,
  DAY,
  later,
  codeOf,
  reported,
  detail,
  RULE,
  decide,
} from './cases-setup'

setUp()

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
    const start_date = new Date(t.ctx.now() + 30 * DAY).toISOString()
    const made = await bad.call(createEvent, { body: { title: 'Soirée', start_date } })
    await decide(moderator, id, 'restrict', {
      ...RULE,
      days: 7,
      scopes: ['conversations', 'events', 'photos'],
    })
    const stranger = await t.member()
    const tries = async () => [
      codeOf(await bad.call(startConversation, { body: { handle: stranger.handle } })),
      codeOf(await bad.call(createEvent, { body: { title: 'Soirée', start_date } })),
      codeOf(
        await bad.call(duplicateEvent, {
          params: { id: made.body.event.id },
          body: { start_date },
        }),
      ),
      (await upload(bad, await picture(3))).status,
    ]
    expect(await tries()).toEqual(['restricted', 'restricted', 'restricted', 403])
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
      expect(await tries()).toEqual([undefined, undefined, undefined, 201]),
    )
  })

  test('a suspended account is gone for others, reads its reasons and nothing else, and comes back', async () => {
    const { bad, good, id } = await reported()
    const told = [{ accountId: good.accountId, withAccountId: bad.accountId, isRenamed: true }]
    const suspend = () => decide(moderator, id, 'suspend', { ...RULE, days: 7 })
    expect(await heardChanges(t, suspend)).toEqual(told)
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
      expect(await heardChanges(t, () => liftDueSuspensions(t.ctx))).toEqual(told)
      expect((await start()).status).toBe(200)
    })
  })

  test('a suspended account follows no link, and its login loses the desk until it comes back', async () => {
    const { bad, good, id } = await reported()
    await grantRole(t.ctx, COMMAND_ACTOR, bad.userId, 'moderator', 'suspendu')
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
    await revokeRole(t.ctx, COMMAND_ACTOR, bad.userId)
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
    await leaveEventsOfSuspended(t.ctx)
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
      await applyModerationRetention(t.ctx)
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
