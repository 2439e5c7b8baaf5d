import { startUnlock, unlockDesk } from '#contract/staff/access'
import { listCases } from '#contract/staff/cases'
import { COMMAND_ACTOR, grantRole } from '../../../server/staff/team'
import { describe, expect, test, vi } from 'vitest'
import {
  listPasskeys,
  newRecoveryCodes,
  recoveryLogin,
  removePasskey,
  setSecondFactor,
} from '#contract/session/passkeys'
import { changePassword } from '#contract/session/security'
import { login } from '#contract/session/session'
import { collectArchive } from '../../../server/life/collect'
import { purgeAccount } from '../../../server/life/deletion'
import { testApp, type Member } from '../../support/server/server'
import { mailsTo } from '../mailbox'
import { setUp, PASSWORD, t, later, type Question, add, question, enter } from './passkeys-setup'
import { eventually } from '../../support/eventually'

setUp()

const byPassword = (m: Member, password = PASSWORD) =>
  t.client().call(login, { body: { email: m.email, password } })
const ticketOf = (answer: { body: unknown }): Question =>
  (answer.body as { details: { options: Question } }).details.options
const twoSteps = async (m: Member) => {
  const made = await add(m)
  const codes = (await m.call(setSecondFactor, { body: { on: true, password: PASSWORD } })).body
    .codes
  return { ...made, codes }
}

describe('a passkey after the password', () => {
  test.each(['turned on first', 'removed first'])(
    'turned on while the last passkey is removed, it never asks for one that is gone (%s)',
    async (order) => {
      const m = await t.member()
      await add(m)
      const [passkey] = (await m.call(listPasskeys)).body.passkeys
      const begin = t.ctx.db.transaction.bind(t.ctx.db)
      const due: (() => void)[] = []
      const held = vi.spyOn(t.ctx.db, 'transaction').mockImplementation(() => {
        const own = begin()
        const execute = own.execute.bind(own)
        own.execute = async (work) => {
          await new Promise<void>((turn) => due.push(turn))
          return execute(work)
        }
        return own
      })
      const acts = [
        () => m.call(setSecondFactor, { body: { on: true, password: PASSWORD } }),
        () =>
          m.call(removePasskey, {
            params: { id: passkey?.id ?? '' },
            body: { password: PASSWORD },
          }),
      ]
      const begun: Promise<unknown>[] = []
      // both have checked the password, and neither has written
      for (const act of order === 'turned on first' ? acts : acts.toReversed()) {
        begun.push(act())
        await expect.poll(() => due.length).toBe(begun.length)
      }
      held.mockRestore()
      for (const [i, turn] of due.entries()) {
        turn()
        await begun[i]
      }
      expect((await m.call(listPasskeys)).body).toMatchObject({
        passkeys: [],
        second_factor: false,
        codes_left: 0,
      })
    },
  )
  test('the password alone opens no session; only this user’s passkey completes it', async () => {
    const m = await t.member()
    const { device } = await twoSteps(m)
    const stranger = await add(await t.member())
    expect((await byPassword(m, 'faux')).body).toMatchObject({ code: 'bad_credentials' })
    const first = await byPassword(m)
    expect([first.status, first.body]).toMatchObject([
      401,
      { code: 'second_factor', details: { options: { allowCredentials: [{ id: device.id }] } } },
    ])
    expect(first.headers['set-cookie']).toBeUndefined()
    expect((await enter(stranger.device.use(ticketOf(first)))).status).toBe(401)
    expect((await enter(device.use(ticketOf(await byPassword(m))))).status).toBe(200)
  })
  test('eight codes, each once, only after the password, within five minutes, each use notified', async () => {
    const m = await t.member()
    const { codes } = await twoSteps(m)
    expect([
      codes.length,
      new Set(codes).size,
      codes.every((c) => /^[a-z2-9]{5}-[a-z2-9]{5}$/.test(c)),
    ]).toEqual([8, 8, true])
    const use = (ticket: string, code: string) =>
      t.client().call(recoveryLogin, { body: { ticket, code } })
    const [one = '', two = '', three = ''] = codes
    expect((await use('x'.repeat(43), one)).body).toMatchObject({ code: 'recovery_refused' })
    expect((await use((await question()).challenge, one)).body).toMatchObject({
      code: 'recovery_refused',
    })
    const { challenge } = ticketOf(await byPassword(m))
    expect((await use(challenge, 'aaaaa-aaaaa')).body).toMatchObject({ code: 'recovery_refused' })
    expect((await use(challenge, ` ${one.toUpperCase().replace('-', ' ')} `)).status).toBe(200)
    expect((await use(challenge, two)).status).toBe(401)
    const again = ticketOf(await byPassword(m)).challenge
    expect((await use(again, one)).body).toMatchObject({ code: 'recovery_refused' })
    const both = await Promise.all([use(again, two), use(again, two)])
    expect(both.map((a) => a.status).sort()).toEqual([200, 401])
    const late = ticketOf(await byPassword(m)).challenge
    expect((await later(301_000, () => use(late, three))).status).toBe(401)
    expect((await m.call(listPasskeys)).body.codes_left).toBe(6)
    // mails are sent after the response
    await eventually(async () =>
      expect(
        (await mailsTo(t, m.email)).filter((x) => x.subject === 'Un code de secours a été utilisé'),
      ).toHaveLength(2),
    )
  })
  test('codes are stored as digests keyed by the server’s secret; new ones invalidate the old', async () => {
    const m = await t.member()
    const { codes } = await twoSteps(m)
    const stored = JSON.stringify(
      await t.ctx.db
        .selectFrom('recovery_codes')
        .where('user_id', '=', m.userId)
        .selectAll()
        .execute(),
    )
    for (const code of codes) expect(stored).not.toContain(code.slice(0, 5))
    expect((await m.call(newRecoveryCodes, { body: { password: 'faux' } })).status).toBe(403)
    const fresh = (await m.call(newRecoveryCodes, { body: { password: PASSWORD } })).body.codes
    const { challenge } = ticketOf(await byPassword(m))
    expect(
      (await t.client().call(recoveryLogin, { body: { ticket: challenge, code: codes[0] ?? '' } }))
        .status,
    ).toBe(401)
    expect(
      (await t.client().call(recoveryLogin, { body: { ticket: challenge, code: fresh[0] ?? '' } }))
        .status,
    ).toBe(200)
  })
  test('changing the password ends logins begun with the old one', async () => {
    const m = await t.member()
    const { device, codes } = await twoSteps(m)
    const asked = ticketOf(await byPassword(m))
    await m.call(changePassword, {
      body: { current: PASSWORD, password: 'trois-hiboux-sous-la-lune' },
    })
    expect(
      (
        await t
          .client()
          .call(recoveryLogin, { body: { ticket: asked.challenge, code: codes[0] ?? '' } })
      ).status,
    ).toBe(401)
    expect((await enter(device.use(asked))).status).toBe(401)
  })
  test('requires a passkey and the password; ends with the last passkey, with its codes', async () => {
    const m = await t.member()
    expect(
      (await m.call(setSecondFactor, { body: { on: true, password: PASSWORD } })).body,
    ).toMatchObject({ code: 'passkey_needed' })
    const { id } = await twoSteps(m)
    expect((await m.call(setSecondFactor, { body: { on: false, password: 'faux' } })).status).toBe(
      403,
    )
    await m.call(removePasskey, { params: { id }, body: { password: PASSWORD } })
    expect((await m.call(listPasskeys)).body).toEqual({
      passkeys: [],
      second_factor: false,
      codes_left: 0,
    })
    expect((await byPassword(m)).status).toBe(200)
  })
  test('guessing codes is limited per correct password', async () => {
    const slow = await testApp({ RATE_FACTOR: '1' })
    try {
      const statuses: number[] = []
      for (let i = 0; i < 6; i++)
        statuses.push(
          (
            await slow
              .client()
              .call(recoveryLogin, { body: { ticket: 'y'.repeat(43), code: `aaaaa-aaaa${i}` } })
          ).status,
        )
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    } finally {
      await slow.close()
    }
  })
})

test('the archive contains passkey names only; a deleted account keeps none', async () => {
  const m = await t.member()
  const { device } = await twoSteps(m)
  await byPassword(m)
  const archive = JSON.stringify(await collectArchive(t.ctx, m))
  expect(archive).toContain('Mon téléphone')
  expect(archive).not.toContain(device.id)
  await purgeAccount(t.ctx, m.accountId)
  for (const table of ['passkeys', 'recovery_codes', 'passkey_challenges'] as const)
    expect(
      await t.ctx.db.selectFrom(table).where('user_id', '=', m.userId).selectAll().execute(),
    ).toEqual([])
})

describe('the desk of the staff', () => {
  test('a passkey of its own login opens it, once; another login’s does not', async () => {
    const [m, other] = [await t.member(), await t.member()]
    const { device } = await add(m)
    const { device: foreign } = await add(other)
    await grantRole(t.ctx, COMMAND_ACTOR, m.userId, 'moderator', 'Camille')
    const start = async () => (await m.call(startUnlock, {})).body.options as { challenge: string }
    const open = (credential: ReturnType<typeof device.use>) =>
      m.call(unlockDesk, { body: { credential } })
    const asked = await start()
    expect((await open(foreign.use(asked))).status).toBe(401)
    const used = device.use(await start())
    expect((await open(used)).status).toBe(200)
    expect((await m.call(listCases, {})).status).toBe(200)
    expect((await open(used)).status).toBe(401)
    // a challenge of the login is none of the desk
    expect((await open(device.use(await question()))).status).toBe(401)
  })
})
