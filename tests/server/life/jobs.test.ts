import { expect, onTestFinished, test } from 'vitest'
import { MINUTE_MS } from '#contract/limits'
import { startJobs } from '../../../server/jobs'
import { queueLetters } from '../../../server/mail/queue'
import { eventually } from '../../support/eventually'
import { testApp } from '../../support/server/server'

test('a mail server that does not answer keeps back no other job; the end waits for both', async () => {
  const t = await testApp()
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  let asked = false
  t.ctx.mailer.send = async () => {
    asked = true
    await answered
  }
  onTestFinished(async () => {
    answer()
    await t.close()
  })
  const letter = { to: { address: 'a@exemple.fr' }, what: 'urgent' } as const
  await queueLetters(t.ctx.db, [letter], t.ctx.now())
  const before = t.ctx.now()
  const ticked = t.app.jobs.tick()
  await eventually(async () => {
    expect(asked).toBe(true)
    const { ran_at } = await t.ctx.db
      .selectFrom('work_claims')
      .where('name', '=', 'partDue')
      .select('ran_at')
      .executeTakeFirstOrThrow()
    expect(ran_at).toBeGreaterThanOrEqual(before)
  })
  let stopped = false
  const stopping = t.app.jobs.stop().then(() => (stopped = true))
  await new Promise(setImmediate)
  expect(stopped).toBe(false)
  answer()
  await stopping
  expect(await ticked).toEqual(expect.arrayContaining(['sendLetters', 'partDue']))
})

test('a daily job that failed runs again after an hour; one that has done its work, after a day', async () => {
  const t = await testApp()
  onTestFinished(() => t.close())
  let runs = 0
  let isBroken = true
  const daily = (): Promise<void> => {
    runs += 1
    return isBroken ? Promise.reject(new Error('away')) : Promise.resolve()
  }
  const jobs = startJobs(t.ctx, {}, { daily })
  onTestFinished(() => jobs.stop())
  const after = async (minutes: number) => {
    t.clock.now += minutes * MINUTE_MS
    await jobs.tick()
    return runs
  }
  expect(await after(0)).toBe(1)
  expect(await after(50)).toBe(1)
  isBroken = false
  expect(await after(10)).toBe(2)
  expect(await after(61)).toBe(2)
  expect(await after(24 * 60)).toBe(3)
})
