import { describe, expect, test } from 'vitest'
import { block, report } from '#contract/safety'
import { removeStaff } from '#contract/staff/access'
import { claimCase, getCase, listCases, releaseCase } from '#contract/staff/cases'
import { staffAccount, openOwnCase } from '#contract/staff/accounts'
import { CASE_CLAIM_S } from '#contract/staff/measures'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { staffMember } from '../../support/world/staff'
import { tapPublisher } from '../live-client'
import {
  setUp,
  t,
  operator,
  moderator,
  later,
  codeOf,
  reported,
  caseOf,
  detail,
  decide,
} from './cases-setup'
import { eventually } from '../../support/eventually'

setUp()

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
          ranked_at: now,
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
    await later(CASE_CLAIM_S * 1000 + 1, [], async () =>
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
      await eventually(() => expect(told().length).toBeGreaterThanOrEqual(3))
      const channels = told().map((e) => e.channel)
      expect(channels).toContain(`private-account-${operator.accountId}`)
      expect(channels).not.toContain(`private-account-${good.accountId}`)
      expect(JSON.stringify(told())).not.toContain(id)
      tap.events.length = 0
      await operator.call(removeStaff, { params: { id: gone.userId } })
      await eventually(() =>
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
