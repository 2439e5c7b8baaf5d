import { expect, test } from 'vitest'
import { passkeyChallenge } from '#contract/session/passkeys'
import { closeOtherSessions } from '#contract/session/security'
import { login, me, refresh, resendVerification } from '#contract/session/session'
import { register } from '#contract/session/registration'
import { deleteExpiredRows } from '../../../server/life/tidy'
import { sharedApp } from '../../support/server/shared-app'
import { mailTo, newcomer, registration } from '../mailbox'

const t = sharedApp()
const DAY = 86_400_000
const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  t.clock.now += ms
  try {
    return await work()
  } finally {
    t.clock.now -= ms
  }
}
const ids = async (table: 'sessions' | 'users'): Promise<string[]> =>
  (await t.ctx.db.selectFrom(table).select('id').execute()).map((r) => r.id)

test('an ended session reports its reason until a month after its last token, then is deleted', async () => {
  const m = await t.member()
  const other = t.client()
  await other.call(login, { body: { email: m.email, password: 'un-bon-mot-de-passe' } })
  await m.call(closeOtherSessions)
  const [gone] = (
    await t.ctx.db
      .selectFrom('sessions')
      .where('user_id', '=', m.userId)
      .where('ended_at', 'is not', null)
      .select('id')
      .execute()
  ).map((r) => r.id)
  await later(59 * DAY, () => deleteExpiredRows(t.ctx))
  expect((await other.call(refresh)).body).toMatchObject({ code: 'session_closed' })
  expect((await m.call(me)).status).toBe(200)
  await later(61 * DAY, () => deleteExpiredRows(t.ctx))
  expect(await ids('sessions')).not.toContain(gone)
  expect((await other.call(refresh)).body).toMatchObject({ code: 'unauthorized' })
  expect(
    await t.ctx.db.selectFrom('sessions').where('user_id', '=', m.userId).select('id').execute(),
  ).toEqual([])
})

test('an unconfirmed registration is deleted after a month, unless one of its links is valid', async () => {
  const who = async (email: string): Promise<string[]> =>
    (await t.ctx.db.selectFrom('users').select(['id', 'email']).execute()).flatMap((r) =>
      r.email === email ? r.id : [],
    )
  for (const email of ['jamais@exemple.fr', 'relance@exemple.fr'])
    await t.client().call(register, { body: registration(email) })
  await mailTo(t, 'relance@exemple.fr')
  await newcomer(t, 'confirmee@exemple.fr')
  await later(31 * DAY, async () => {
    await t.client().call(resendVerification, { body: { email: 'relance@exemple.fr' } })
    await deleteExpiredRows(t.ctx)
  })
  expect([
    (await who('jamais@exemple.fr')).length,
    (await who('relance@exemple.fr')).length,
    (await who('confirmee@exemple.fr')).length,
  ]).toEqual([0, 1, 1])
  // no reference to it remains
  expect(
    await t.ctx.db
      .selectFrom('consents')
      .where('user_id', 'not in', await ids('users'))
      .select('id')
      .execute(),
  ).toEqual([])
})

test('unused passkey challenges are deleted at once', async () => {
  await t.client().call(passkeyChallenge)
  await later(301_000, () => deleteExpiredRows(t.ctx))
  expect(await t.ctx.db.selectFrom('passkey_challenges').select('hash').execute()).toEqual([])
})
