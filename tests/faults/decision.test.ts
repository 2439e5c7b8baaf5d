import Libsql from 'libsql'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { http, login } from '../support/server/http'
import { startServer } from '../support/server/process'

/** Milliseconds between the request and the kill; a decision takes some 10 ms. */
const DELAYS = [0, 2, 4, 5, 6, 7, 8, 9, 10, 12, 15, 30]

/** What a suspension leaves behind, one number per effect: 1 when it is there. */
const effectsOf = (file: string, caseId: string, accountId: string): number[] => {
  const db = new Libsql(file, { timeout: 10_000 })
  const count = (text: string, ...values: string[]): number =>
    Number((db.prepare(`select count(*) as n from ${text}`).get(...values) as { n: number }).n)
  const effects = [
    count(`cases where id = ? and state = 'decided'`, caseId),
    count(`decisions where case_id = ?`, caseId),
    count(`accounts where id = ? and suspended_until is not null`, accountId),
    count(`audit_log where act = 'case.decided' and target_id = ?`, caseId),
    count(`news where account_id = ? and news_type = 'moderation_decision'`, accountId),
    Math.min(1, count(`evidence where case_id = ? and expires_at is not null`, caseId)),
  ]
  db.close()
  return effects
}

test('a server that is killed in the middle of a decision leaves all of its effects or none', async () => {
  let server = await startServer({ DEMO: '1', DATABASE_URL: '' })
  const { dataDir } = server
  const file = join(dataDir, 'connivence.db')
  const staff = await login(server.url, 'demo-staff@connivence.test')
  const setup = new Libsql(file, { timeout: 10_000 })
  setup
    .prepare(
      `insert into staff_unlocks (session_id, user_id, used_at, opened_at)
       select id, user_id, ?1, ?1 from sessions where user_id in (select user_id from staff)`,
    )
    .run(Date.now())
  const targets = setup
    .prepare(
      `select id from accounts where deleted_at is null and suspended_until is null
       and id not in (select account_id from users where account_id is not null and id in (select user_id from staff))
       and not exists (select 1 from decisions d where d.account_id = accounts.id)
       and not exists (select 1 from cases c where c.account_id = accounts.id and c.state <> 'decided') limit ?`,
    )
    .all(DELAYS.length) as { id: string }[]
  setup.close()
  expect(targets).toHaveLength(DELAYS.length)
  let [all, none] = [0, 0]
  for (const [round, { id: accountId }] of targets.entries()) {
    const desk = http(server.url, staff.token)
    const opened = await desk.post<{ id: string }>(`/api/staff/accounts/${accountId}/case`, {
      reason: 'harassment',
    })
    expect(opened.status).toBe(201)
    const decided = desk
      .post(`/api/staff/cases/${opened.body.id}/decide`, {
        version: 1,
        measure: 'suspend',
        rule: 'respect',
        facts: 'Des messages insistants.',
        days: 3,
      })
      .catch(() => null)
    await new Promise((done) => setTimeout(done, DELAYS[round]))
    await server.kill('SIGKILL')
    const answer = await decided
    const effects = effectsOf(file, opened.body.id, accountId)
    expect(new Set(effects).size, `${DELAYS[round]} ms: ${effects.join(' ')}`).toBe(1)
    if (effects[0] === 1) all += 1
    else none += 1
    // nothing that was acknowledged is missing
    if (answer?.status === 200) expect(effects[0]).toBe(1)
    server = await startServer({ DEMO: '1', DATABASE_URL: '', DATA_DIR: dataDir })
  }
  console.log(`${all} decisions with all effects, ${none} with none`)
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})
