import { describe, expect, test } from 'vitest'
import { appealDecision, followNotice, myDecisions, myReports } from '#contract/moderation'
import { listNews } from '#contract/news'
import { staffFigures } from '#contract/staff/figures'
import { APPEAL_DAYS } from '#contract/staff/measures'
import { type Member } from '../../../support/server/server'
import { notice } from '../../../support/world/notice'
import {
  setUp,
  t,
  operator,
  moderator,
  DAY,
  later,
  codeOf,
  reported,
  caseOf,
  detail,
  RULE,
  decide,
} from '../cases-setup'

setUp()

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
      appeal: { text: 'C’était une citation.', own: false, decision: { measure: 'suspend' } },
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
      notice(t, {
        target,
        reason: 'non_consensual',
        text: 'Ce profil montre ma photo sans mon accord.',
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
