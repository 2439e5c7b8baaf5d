import { expect, test } from 'vitest'
import { appealDecision, myDecisions } from '#contract/moderation'
import { report } from '#contract/safety'
import { decideCase, getCase } from '#contract/staff/cases'
import type { Measure } from '#contract/staff/measures'
import { sharedApp } from '../../support/server/shared-app'
import { staffMember } from '../../support/world/staff'

const t = sharedApp()

test('alone, one answers the appeal against one’s own decision, and the member reads that', async () => {
  const alone = await staffMember(t, 'seule', 'operator')
  const [bad, good] = [await t.member(), await t.member()]
  const caseOf = async (subject: string) =>
    (
      await t.ctx.db
        .selectFrom('cases')
        .where('subject_id', '=', subject)
        .select('id')
        .executeTakeFirstOrThrow()
    ).id
  const detail = async (id: string) => (await alone.call(getCase, { params: { id } })).body.case
  const decide = async (id: string, measure: Measure, facts: string) => {
    const { version } = (await detail(id)).line
    const body = { version, measure, rule: 'respect', facts }
    expect((await alone.call(decideCase, { params: { id }, body })).status).toBe(200)
  }
  await good.call(report, { body: { kind: 'profile', id: bad.accountId, reason: 'harassment' } })
  await decide(await caseOf(bad.accountId), 'warn', 'Des injures.')
  const own = async () => (await bad.call(myDecisions, {})).body.decisions[0]
  const id = (await own())?.id ?? ''
  await bad.call(appealDecision, { params: { id }, body: { text: 'Une citation.' } })
  const appealCase = await caseOf(id)
  expect((await detail(appealCase)).appeal?.own).toBe(true)
  await decide(appealCase, 'uphold', 'Nous la maintenons.')
  expect((await own())?.appeal?.answer).toBe(
    'Nous la maintenons.\n\nCette réponse vient de la personne qui avait pris la décision\u00a0: l’équipe n’en compte pas d’autre qui puisse la relire.',
  )
})
