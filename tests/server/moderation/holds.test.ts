import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/staff/access'
import { listCases } from '#contract/staff/cases'
import { keepEvidence, letHoldEnd } from '#contract/staff/evidence'
import { APPEAL_DAYS, APPEALED_DAYS, HOLD_ASKED_DAYS, HOLD_DAYS } from '#contract/staff/measures'
import { extendHold } from '../../../server/moderation/evidence/holds'
import { requestHoldRenewals, applyModerationRetention } from '../../../server/moderation/service'
import { newId } from '../../../server/tokens'
import { mailsTo } from '../mailbox'
import { DAY, decide, detail, later, moderator, operator, reported, setUp, t } from './cases-setup'
import { endsOrWaits } from '../../support/server/waiting'

setUp()

const keep = (id: string, reason = 'Réquisition 12') =>
  operator.call(keepEvidence, { params: { id }, body: { reason } })
const asked = async (): Promise<number> =>
  (await mailsTo(t, operator.email)).filter((m) => m.subject === 'Un dossier attend votre réponse')
    .length
/** A decided case whose evidence would go 30 days later, held from today. */
const held = async (): Promise<string> => {
  const { id } = await reported()
  await decide(operator, id, 'dismiss', {})
  await keep(id)
  return id
}

describe('a hold', () => {
  test('is refused when all evidence of the case is destroyed', async () => {
    const { id } = await reported()
    await decide(operator, id, 'dismiss', {})
    await later(APPEAL_DAYS * 2 * DAY, [], async () => {
      await applyModerationRetention(t.ctx)
      expect((await evidence(id)).payload).toBeNull()
      const { status, body } = await keep(id)
      expect([status, body]).toMatchObject([
        409,
        { code: 'conflict', error: 'Il ne reste aucune copie à garder.' },
      ])
    })
  })

  // on SQLite transactions run one after the other
  test.runIf(process.env['TEST_DATABASE_URL'])(
    'made while the daily job ends undecided evidence is held',
    async () => {
      const { id } = await reported()
      await later(APPEALED_DAYS * DAY + DAY, [], async () => {
        let tidying: Promise<void> | undefined
        await t.ctx.db.transaction().execute(async (trx) => {
          await trx.selectFrom('cases').where('id', '=', id).select('id').forUpdate().execute()
          await extendHold(trx, id, t.ctx.now())
          tidying = applyModerationRetention(t.ctx)
          await endsOrWaits(t.ctx.db, tidying)
        })
        await tidying
        expect((await evidence(id)).payload).not.toBeNull()
      })
    },
  )

  test('is asked again two weeks before its end, once; an answer begins it anew', async () => {
    const id = await held()
    const before = await asked()
    await later((HOLD_DAYS - HOLD_ASKED_DAYS - 1) * DAY, [], () => requestHoldRenewals(t.ctx))
    expect(await asked()).toBe(before)
    await later((HOLD_DAYS - HOLD_ASKED_DAYS + 1) * DAY, [], async () => {
      await requestHoldRenewals(t.ctx)
      await requestHoldRenewals(t.ctx)
      expect(await asked()).toBe(before + 1)
      expect((await keep(id, 'Toujours attendue')).status).toBe(200)
    })
    await later((2 * HOLD_DAYS - HOLD_ASKED_DAYS - 1) * DAY, [], async () => {
      await applyModerationRetention(t.ctx)
      const { payload } = await evidence(id)
      expect(payload).not.toBeNull()
      await requestHoldRenewals(t.ctx)
      expect(await asked()).toBe(before + 2)
    })
  })

  test('is asked on its case too; who lets it end is not asked again, who keeps it is', async () => {
    const id = await held()
    const hold = async () => (await detail(operator, id)).hold
    expect(await hold()).toMatchObject({ isAsked: false, isLetEnd: false })
    expect((await operator.call(letHoldEnd, { params: { id: newId() } })).status).toBe(404)
    expect((await moderator.call(letHoldEnd, { params: { id } })).status).toBe(404)
    await later((HOLD_DAYS - HOLD_ASKED_DAYS + 1) * DAY, [], async () => {
      expect(await hold()).toMatchObject({ isAsked: true, isLetEnd: false })
      const before = await asked()
      expect((await operator.call(letHoldEnd, { params: { id } })).status).toBe(200)
      expect(await hold()).toMatchObject({ isAsked: false, isLetEnd: true })
      await requestHoldRenewals(t.ctx)
      expect(await asked()).toBe(before)
      const { entries } = (await operator.call(listAudit, {})).body
      expect(entries.find((e) => e.targetId === id)?.act).toBe('case.opened')
      expect(entries.map((e) => e.act)).toContain('case.let_go')
      await keep(id, 'Elle écrit encore')
      expect(await hold()).toMatchObject({ isAsked: false, isLetEnd: false })
    })
    await later((HOLD_DAYS + HOLD_DAYS) * DAY, [], async () => {
      expect(await hold()).toBeNull()
      expect((await operator.call(letHoldEnd, { params: { id } })).status).toBe(409)
    })
  })

  test('without an answer it ends, and the audit log keeps the hashes', async () => {
    const id = await held()
    const { payload, evidenceId } = await evidence(id)
    const photo = await t.ctx.db
      .selectFrom('evidence_photos')
      .where('evidence_id', '=', evidenceId)
      .selectAll()
      .executeTakeFirstOrThrow()
    const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
    await later((HOLD_DAYS + 1) * DAY, [], async () => {
      await applyModerationRetention(t.ctx)
      expect((await evidence(id)).payload).toBeNull()
      const { entries } = (await operator.call(listAudit, {})).body
      expect(entries.find((e) => e.targetId === evidenceId)).toMatchObject({
        act: 'evidence.destroyed',
        who: 'server',
        detail: {
          caseId: id,
          sha256: sha(payload ?? ''),
          photos: [sha(Buffer.from(photo.jpeg, 'base64'))],
        },
      })
    })
  })

  test('that ends before the evidence would anyway asks nothing', async () => {
    const { id } = await reported()
    await decide(operator, id, 'remove')
    await keep(id)
    const before = await asked()
    await later((HOLD_DAYS - 1) * DAY, [], () => requestHoldRenewals(t.ctx))
    expect(await asked()).toBe(before)
    expect(APPEAL_DAYS).toBeGreaterThan(HOLD_DAYS)
  })

  test('asks no operator who may not handle the case', async () => {
    const { id, bad } = await reported()
    await decide(moderator, id, 'dismiss', {})
    await keep(id)
    await t.ctx.db
      .insertInto('blocks')
      .values({
        account_id: operator.accountId,
        blocked_account_id: bad.accountId,
        created_at: t.ctx.now(),
      })
      .execute()
    const before = await asked()
    await later((HOLD_DAYS - 1) * DAY, [], () => requestHoldRenewals(t.ctx))
    expect(await asked()).toBe(before)
  })

  test('is found by its own filter until it ends', async () => {
    const id = await held()
    const kept = async () =>
      (await operator.call(listCases, { query: { state: 'decided', kept: '1' } })).body.cases
    const line = (await kept()).find((c) => c.id === id)
    expect(line?.keptUntil).toMatch(/Z$/)
    await later((HOLD_DAYS + 1) * DAY, [], async () =>
      expect((await kept()).map((c) => c.id)).not.toContain(id),
    )
  })
})

async function evidence(id: string): Promise<{ payload: string | null; evidenceId: string }> {
  const row = await t.ctx.db
    .selectFrom('evidence')
    .where('case_id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  return { payload: row.payload, evidenceId: row.id }
}
