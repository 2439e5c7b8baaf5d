import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { appealDecision, myDecisions } from '#contract/moderation'
import { listConversations } from '#contract/messaging/messages'
import { listAudit } from '#contract/staff/access'
import { endFreeze } from '#contract/staff/evidence'
import { FREEZE_DAYS } from '#contract/staff/measures'
import { mailsTo } from '../mailbox'
import {
  caseOf,
  codeOf,
  DAY,
  decide,
  detail,
  later,
  moderator,
  operator,
  reported,
  RULE,
  setUp,
  t,
} from '../moderation/cases-setup'
import type { Member } from '../../support/server/server'

setUp()

const press = (who: Member, id: string, reason = 'Menace de mort, appel au 17') =>
  t.app.fastify.inject({
    method: 'POST',
    url: `/api/staff/cases/${id}/emergency`,
    headers: { authorization: `Bearer ${who.token}` },
    payload: { reason },
  })

/** The files of a zip, by its central directory. */
const filesOf = (zip: Buffer): Map<string, Buffer> => {
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')) + 16)
  while (zip.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const [packed, name, extra, local] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt32LE(at + 42),
    ]
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(from, from + packed)
    files.set(
      zip.toString('utf8', at + 46, at + 46 + name),
      zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes),
    )
    at += 46 + name + extra
  }
  return files
}
const suspendedUntil = async (accountId: string): Promise<number | null> =>
  (
    await t.ctx.db
      .selectFrom('accounts')
      .where('id', '=', accountId)
      .select('suspended_until')
      .executeTakeFirstOrThrow()
  ).suspended_until

describe('an emergency', () => {
  test('an operator ends the freeze of a case that was decided against the account, once', async () => {
    const { bad, id } = await reported('harassment')
    const lift = (who: Member, reason = 'Rien de tel') =>
      who.call(endFreeze, { params: { id }, body: { reason } })
    expect((await lift(operator)).status).toBe(409)
    await press(operator, id)
    await decide(operator, id, 'warn', RULE)
    expect((await detail(operator, id)).frozenUntil).toMatch(/Z$/)
    expect(await suspendedUntil(bad.accountId)).not.toBeNull()
    expect((await lift(operator, '')).status).toBe(400)
    expect((await lift(moderator)).status).toBe(404)
    expect((await lift(operator)).status).toBe(200)
    expect(await suspendedUntil(bad.accountId)).toBeNull()
    const { decisions, frozenUntil } = await detail(operator, id)
    expect(frozenUntil).toBeNull()
    // the warning stands
    expect(decisions.find((d) => d.measure === 'warn')?.undoneAt).toBeNull()
    expect((await lift(operator)).status).toBe(409)
    const { entries } = (await operator.call(listAudit, {})).body
    expect(entries.find((e) => e.act === 'case.freeze_ended')).toMatchObject({
      targetId: id,
      detail: { reason: 'Rien de tel' },
    })
  })

  test('one press freezes the account, keeps the evidence, tells the others and gives the file', async () => {
    const { bad, id } = await reported('harassment')
    const before = (await mailsTo(t, moderator.email)).length
    const answer = await press(operator, id)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(codeOf(await bad.call(listConversations, {}))).toBe('account_suspended')
    const [statement] = (await bad.call(myDecisions, {})).body.decisions
    expect(statement).toMatchObject({ measure: 'suspend', rule: null })
    const { line, evidenceUntil, decisions } = await detail(operator, id)
    expect(line).toMatchObject({ priority: 0, state: 'open', keptUntil: expect.any(String) })
    expect([evidenceUntil, decisions.length]).toEqual([null, 1])
    await expect.poll(async () => (await mailsTo(t, moderator.email)).length).toBe(before + 1)
    const { entries } = (await operator.call(listAudit, {})).body
    const of = entries.filter((e) => e.targetId === id).map((e) => e.act)
    expect(of).toEqual(expect.arrayContaining(['case.emergency', 'case.exported']))

    const files = filesOf(answer.rawPayload)
    const list = files.get('SHA256.txt')?.toString().trim().split('\n') ?? []
    expect(list.length).toBe(files.size - 1)
    for (const row of list) {
      const [sum, name = ''] = row.split('  ')
      expect(createHash('sha256').update(files.get(name)!).digest('hex'), name).toBe(sum)
    }
    const stored = JSON.parse(files.get('dossier.json')!.toString()) as {
      evidence: { payload: { text: string } }[]
      decisions: unknown[]
    }
    expect(stored.evidence[0]?.payload.text).toBe('des injures')
    expect(stored.decisions).toHaveLength(1)
  })

  test('is for operators, with a reason', async () => {
    const { bad, id } = await reported()
    expect((await press(moderator, id)).statusCode).toBe(404)
    expect((await press(operator, id, ' ')).statusCode).toBe(400)
    expect(await suspendedUntil(bad.accountId)).toBeNull()
  })

  test('pressed again it freezes no second time; without a decision it ends by itself', async () => {
    const { bad, id } = await reported()
    await press(operator, id)
    const until = await suspendedUntil(bad.accountId)
    await press(operator, id)
    expect((await detail(operator, id)).decisions).toHaveLength(1)
    expect(await suspendedUntil(bad.accountId)).toBe(until)
    await later((FREEZE_DAYS * 24 + 1) * (DAY / 24), [bad], async () =>
      expect((await bad.call(listConversations, {})).status).toBe(200),
    )
  })

  test('a dismissal gives the account back at once; a longer suspension goes on', async () => {
    const [one, other] = [await reported(), await reported()]
    for (const { id } of [one, other]) await press(operator, id)
    await decide(operator, one.id, 'dismiss', {})
    expect((await one.bad.call(listConversations, {})).status).toBe(200)
    const [statement] = (await one.bad.call(myDecisions, {})).body.decisions
    expect(statement?.undoneAt).toMatch(/Z$/)
    await decide(moderator, other.id, 'suspend', {
      rule: 'respect',
      facts: 'Vous avez menacé un membre.',
      days: 30,
    })
    expect(await suspendedUntil(other.bad.accountId)).toBeGreaterThan(t.ctx.now() + 29 * DAY)
  })

  test('an appeal that is overturned gives the account back as well', async () => {
    const { bad, id } = await reported()
    await decide(moderator, id, 'warn', RULE)
    const [decision] = (await bad.call(myDecisions, {})).body.decisions
    await bad.call(appealDecision, {
      params: { id: decision?.id ?? '' },
      body: { text: 'Ce n’était pas moi.' },
    })
    const appeal = await caseOf(decision?.id ?? '')
    await press(operator, appeal)
    expect(codeOf(await bad.call(listConversations, {}))).toBe('account_suspended')
    await decide(operator, appeal, 'overturn', { facts: 'Vous avez raison.' })
    expect((await bad.call(listConversations, {})).status).toBe(200)
  })

  test('of a case whose account is gone keeps the copies and gives the file', async () => {
    const { bad, id } = await reported()
    await t.ctx.db.updateTable('cases').set({ account_id: null }).where('id', '=', id).execute()
    expect((await press(operator, id)).statusCode).toBe(200)
    expect(await suspendedUntil(bad.accountId)).toBeNull()
    expect((await detail(operator, id)).line.keptUntil).not.toBeNull()
  })
})
