import { beforeAll, expect } from 'vitest'
import { report } from '#contract/safety'
import { decideCase, getCase, type CaseDetail } from '#contract/staff/cases'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { openDesk, renewToken, staffMember } from '../../support/world/staff'

export let t: TestApp

export let operator: Member

export let moderator: Member

export const DAY = 86_400_000

export const RULE = { rule: 'respect', facts: 'Vous avez écrit des injures.' }

export const codeOf = (answer: { body: unknown }): unknown =>
  (answer.body as { code?: string }).code

export const detail = async (staff: Member, id: string): Promise<CaseDetail> =>
  (await staff.call(getCase, { params: { id } })).body.case

export const decide = async (staff: Member, id: string, body: Record<string, unknown>) => {
  const { version } = (await detail(staff, id)).line
  return staff.call(decideCase, { params: { id }, body: { version, ...body } as never })
}

export const caseOf = async (subjectId: string): Promise<string> =>
  (
    await t.ctx.db
      .selectFrom('cases')
      .where('subject_id', '=', subjectId)
      .orderBy('opened_at', 'desc')
      .select('id')
      .executeTakeFirstOrThrow()
  ).id

export const reportProfile = async (
  by: Member,
  of: Member,
  reason: 'minor' | 'harassment' | 'spam' = 'harassment',
): Promise<string> => {
  const sent = await by.call(report, { body: { kind: 'profile', id: of.accountId, reason } })
  expect(sent.status).toBe(201)
  return caseOf(of.accountId)
}

export const later = async (ms: number, work: () => Promise<void>): Promise<void> => {
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

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
  beforeAll(async () => {
    operator = await staffMember(t, 'conseil', 'operator')
    moderator = await staffMember(t, 'second_avis')
  })
}
