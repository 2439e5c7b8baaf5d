import { beforeAll, expect, test } from 'vitest'
import { setAvatar } from '#contract/profile/profile'
import { decideCase, getCase } from '#contract/staff/cases'
import { endVerification } from '#contract/staff/members'
import type { Measure } from '#contract/staff/measures'
import {
  contestVerification,
  ownVerification,
  startVerification,
  VERIFICATION_DRAWS,
  withdrawVerification,
} from '#contract/verification'
import { expireVerificationRequests } from '../../../server/moderation/service'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { staffMember } from '../../support/world/staff'
import { picture, sendFile, upload } from '../../support/world/world'

const t = sharedApp()
let first: Member
let second: Member
beforeAll(async () => {
  first = await staffMember(t, 'premiere', 'operator')
  second = await staffMember(t, 'deuxieme', 'operator')
})

const codeOf = (answer: { body: unknown }): unknown => (answer.body as { code?: string }).code
const own = async (one: Member) => (await one.call(ownVerification)).body
let n = 0
const member = async (): Promise<Member> => {
  const one = await t.member(`conteste_${(n += 1)}`)
  const { body } = await upload(one, await picture(n))
  await one.call(setAvatar, { body: { mediaId: body.media_id } })
  return one
}
/** Asks with a photo, or contests; returns the case. */
const ask = async (
  one: Member,
  route: typeof startVerification | typeof contestVerification = startVerification,
): Promise<string> => {
  const { body } = await one.call(route)
  const photo = await picture(99, 640, 480)
  expect((await sendFile(one, `/api/account/verification/${body.id}/photo`, photo)).status).toBe(
    201,
  )
  const row = await t.ctx.db
    .selectFrom('cases')
    .where('subject_id', '=', body.id)
    .select('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const detail = async (staff: Member, id: string) =>
  (await staff.call(getCase, { params: { id } })).body.case
const decide = async (staff: Member, id: string, measure: Measure, facts = '') =>
  staff.call(decideCase, {
    params: { id },
    body: { version: (await detail(staff, id)).line.version, measure, facts },
  })

test('a refusal is contested once, and another staff member answers alone', async () => {
  const one = await member()
  expect(codeOf(await one.call(contestVerification))).toBe('conflict')
  await decide(first, await ask(one), 'refuse', 'Le visage ne se voit pas.')
  expect(await own(one)).toMatchObject({ state: 'refused', mayContest: true })
  const id = await ask(one, contestVerification)
  expect(await own(one)).toMatchObject({ state: 'waiting', mayContest: false })
  expect(await detail(first, id)).toMatchObject({ contested: { own: true }, measures: [] })
  expect(codeOf(await decide(first, id, 'verify'))).toBe('case_own_decision')
  expect((await detail(second, id)).contested).toEqual({ own: false })
  // nobody is left to confirm it: who refused does not
  expect((await decide(second, id, 'verify')).body).toMatchObject({ waiting: false })
  expect((await detail(first, id)).answered).toMatchObject({ by: 'deuxieme', second: null })
  expect((await own(one)).state).toBe('verified')
})

test('a contest that is refused is not contested again; a new request may be', async () => {
  const one = await member()
  await decide(first, await ask(one), 'refuse', 'Trop sombre.')
  await decide(second, await ask(one, contestVerification), 'refuse', 'Toujours trop sombre.')
  expect(await own(one)).toMatchObject({ words: 'Toujours trop sombre.', mayContest: false })
  expect(codeOf(await one.call(contestVerification))).toBe('conflict')
  await decide(first, await ask(one), 'refuse', 'Floue.')
  // the three tries are used up, and the third refusal can be contested all the same
  expect(await own(one)).toMatchObject({ exhausted: true, mayContest: true })
  expect(codeOf(await one.call(startVerification))).toBe('verification_exhausted')
  await ask(one, contestVerification)
})

test('one that is withdrawn or was not sent in time may be begun again', async () => {
  const one = await member()
  await decide(first, await ask(one), 'refuse', 'Trop sombre.')
  await one.call(contestVerification)
  expect((await own(one)).mayContest).toBe(true)
  await ask(one, contestVerification)
  await one.call(withdrawVerification)
  expect((await own(one)).mayContest).toBe(true)
})

test('a contest may be drawn when the draws of the month are used up, as many times again', async () => {
  const one = await member()
  for (let i = 1; i < VERIFICATION_DRAWS; i += 1) {
    await ask(one)
    await one.call(withdrawVerification)
  }
  await decide(first, await ask(one), 'refuse', 'Trop sombre.')
  expect(codeOf(await one.call(startVerification))).toBe('verification_exhausted')
  for (let i = 0; i < VERIFICATION_DRAWS; i += 1) {
    await ask(one, contestVerification)
    await one.call(withdrawVerification)
  }
  expect(codeOf(await one.call(contestVerification))).toBe('verification_exhausted')
})

test('a contest that nobody answered in time may be begun again', async () => {
  const one = await member()
  await decide(first, await ask(one), 'refuse', 'Trop sombre.')
  const id = await ask(one, contestVerification)
  await t.ctx.db
    .updateTable('verification_requests')
    .set({ expires_at: 1 })
    .where('account_id', '=', one.accountId)
    .where('state', '=', 'waiting')
    .execute()
  await expireVerificationRequests(t.ctx)
  expect((await detail(second, id)).line.state).toBe('decided')
  expect(await own(one)).toMatchObject({ state: 'lapsed', mayContest: true })
  expect((await detail(first, await ask(one, contestVerification))).measures).toEqual([])
})

test('a verification that was taken back is contested with somebody else too', async () => {
  const one = await member()
  const asked = await ask(one)
  await decide(first, asked, 'verify')
  await decide(second, asked, 'verify')
  // two persons accepted it, and both are named
  expect((await detail(first, asked)).answered).toMatchObject({
    measure: 'verify',
    by: 'premiere',
    second: 'deuxieme',
  })
  const ended = await first.call(endVerification, {
    params: { id: one.accountId },
    body: { reason: 'Photo d’un autre' },
  })
  expect(ended.status).toBe(200)
  const id = await ask(one, contestVerification)
  expect((await detail(first, id)).measures).toEqual([])
  expect((await detail(second, id)).measures).toContain('verify')
})

// last: it leaves one person
test('where nobody else may answer, the same person does, and the member reads so', async () => {
  const one = await member()
  await decide(first, await ask(one), 'refuse', 'Trop sombre.')
  const id = await ask(one, contestVerification)
  await t.ctx.db.deleteFrom('staff').where('user_id', '=', second.userId).execute()
  expect(await detail(first, id)).toMatchObject({ contested: { own: true } })
  expect((await decide(first, id, 'refuse', 'On ne voit rien.')).status).toBe(200)
  expect((await own(one)).words).toMatch(/^On ne voit rien\.\n\nCette réponse vient de la personne/)
})
