import { expect, test } from 'vitest'
import { appealDecision, myDecisions } from '#contract/moderation'
import { exportCase, keepEvidence, openEvidencePhoto } from '#contract/staff/evidence'
import { APPEAL_DAYS, DISMISSED_DAYS } from '#contract/staff/measures'
import { applyModerationRetention } from '../../../../server/moderation/service'
import {
  DAY,
  caseOf,
  decide,
  detail,
  lastDecision,
  later,
  moderator,
  operator,
  reported,
  setUp,
  t,
} from '../cases-setup'

setUp()

test('evidence whose day has come is neither shown, opened, exported nor kept before the job destroys it', async () => {
  const { bad, id } = await reported()
  await decide(moderator, id, 'warn')
  const [frozen] = (await detail(operator, id)).evidence
  const params = { id: frozen?.id ?? '', position: '0' as never }
  const reason = 'Réquisition 12'
  const open = () => moderator.call(openEvidencePhoto, { params, body: { reason } })
  const zip = async () =>
    String((await operator.call(exportCase, { params: { id }, body: { reason } })).body)
  expect((await open()).status).toBe(200)
  expect(await zip()).toContain('photos/')
  expect((await lastDecision(bad))?.about?.text).toBe('des injures')
  await later(APPEAL_DAYS * DAY, [bad], async () => {
    expect(await detail(operator, id)).toMatchObject({
      evidence: [{ id: frozen?.id, payload: null, photos: [] }],
      evidenceUntil: null,
    })
    expect((await open()).status).toBe(404)
    expect(await zip()).not.toContain('photos/')
    expect((await lastDecision(bad))?.about).toBeNull()
    const kept = await operator.call(keepEvidence, { params: { id }, body: { reason } })
    expect(kept.status).toBe(409)
  })
})

test('evidence stays while an appeal against its decision is open', async () => {
  const { bad, id } = await reported()
  await decide(moderator, id, 'warn')
  const decision = (await bad.call(myDecisions, {})).body.decisions[0]?.id ?? ''
  await later((APPEAL_DAYS - 1) * DAY, [bad], async () => {
    const appeal = { params: { id: decision }, body: { text: 'Ce n’était pas une injure.' } }
    expect((await bad.call(appealDecision, appeal)).status).toBe(201)
  })
  await later((APPEAL_DAYS + DISMISSED_DAYS) * DAY, [], async () => {
    await applyModerationRetention(t.ctx)
    expect((await detail(operator, await caseOf(decision))).evidence[0]?.payload).not.toBeNull()
  })
})
