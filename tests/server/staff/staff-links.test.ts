import { describe, expect, test, vi } from 'vitest'
import { me } from '#contract/session/session'
import { register } from '#contract/session/registration'
import { enter } from '#contract/session/admission'
import { passkeyChallenge, passkeyLogin } from '#contract/session/passkeys'
import { listCases } from '#contract/staff/cases'
import { followStaffLink, readStaffLink } from '#contract/staff/links'
import { listAudit, startUnlock, unlockDesk } from '#contract/staff/access'
import { runStaffTool } from '../../../server/staff/command'
import { makeStaffLink, STAFF_LINK_S } from '../../../server/staff/links'
import { COMMAND_ACTOR, grantRole, revokeRole } from '../../../server/staff/team'
import { authenticator } from '../../support/browser/passkey'
import type { Client } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { staffMember } from '../../support/world/staff'
import { mailTo, registration } from '../mailbox'

const ORIGIN = 'http://localhost:8080'
const PERSON = {
  password: 'trois-hiboux-sous-la-lune',
  birthDate: '1985-06-15',
  consents: { terms: true, majority: true, sensitive: true },
}
const t = sharedApp()

type Question = { challenge: string } & Record<string, unknown>
const codeOf = (answer: { body: unknown }): unknown => (answer.body as { code?: string }).code
const linkFor = (email: string, userId: string | null = null) =>
  makeStaffLink(t.ctx, { email, userId, role: 'operator', pseudonym: 'la fondatrice' })
const read = (client: Client, token: string) => client.call(readStaffLink, { body: { token } })
/** Follows a link with a new device. */
const follow = async (client: Client, token: string, more: Record<string, unknown> = {}) => {
  const device = authenticator(ORIGIN)
  const { options } = (await read(client, token)).body
  const credential = device.create(options as Question)
  const answer = await client.call(followStaffLink, {
    body: { token, name: 'Mon ordinateur', credential, ...more },
  })
  return { device, answer }
}
const close = (mode: 'invitation' | 'approval' | 'closed' | 'open') =>
  t.ctx.db
    .insertInto('community_settings')
    .values({
      name: 'registration',
      value: JSON.stringify(mode),
      changed_by: 'test',
      changed_at: 0,
    })
    .onConflict((c) => c.column('name').doUpdateSet({ value: JSON.stringify(mode) }))
    .execute()

describe('the first operator of an installation that lets nobody in', () => {
  test.each(['invitation', 'approval', 'closed'] as const)(
    'with registration by %s: one link leads to the desk, without a further approval',
    async (mode) => {
      await close(mode)
      const email = `fondatrice-${mode}@exemple.fr`
      const token = await linkFor(` ${email} `)
      const client = t.client()
      expect((await read(client, token)).body).toMatchObject({ email, known: false })
      const { device, answer } = await follow(client, token, { person: PERSON })
      expect(answer.body).toMatchObject({ hasAccount: false, user: { email, emailVerified: true } })
      client.token = answer.body.token
      expect(codeOf(await client.call(listCases, {}))).toBe('staff_locked')
      const { method, options } = (await client.call(startUnlock, {})).body
      expect(method).toBe('passkey')
      const credential = device.use(options as Question)
      expect((await client.call(unlockDesk, { body: { credential } })).status).toBe(200)
      expect((await client.call(listAudit, {})).body.entries.map((e) => e.act)).toEqual(
        expect.arrayContaining(['staff.link_made', 'staff.granted', 'staff.link_followed']),
      )
      expect((await client.call(enter, { body: {} })).body.state).toBe('admitted')
      await close('open')
    },
  )

  test('signs in with the passkey later; consents are stored as of a registration', async () => {
    const token = await linkFor('plus-tard@exemple.fr')
    const { device, answer } = await follow(t.client(), token, { person: PERSON })
    const { options } = (await t.client().call(passkeyChallenge)).body
    const client = t.client()
    const opened = await client.call(passkeyLogin, {
      body: { credential: device.use(options as Question) },
    })
    client.token = opened.body.token
    expect((await client.call(me)).body).toMatchObject({ rules_to_accept: null })
    const consents = await t.ctx.db
      .selectFrom('consents')
      .where('user_id', '=', answer.body.user.id)
      .selectAll()
      .execute()
    expect(consents).toHaveLength(3)
  })

  test('a minor, a missing consent, a common password and a missing form are refused; the link stays', async () => {
    const token = await linkFor('essais@exemple.fr')
    const tried = async (person?: typeof PERSON) =>
      codeOf((await follow(t.client(), token, person ? { person } : {})).answer)
    expect(await tried({ ...PERSON, birthDate: '2015-01-01' })).toBe('underage')
    expect(await tried({ ...PERSON, consents: { ...PERSON.consents, sensitive: false } })).toBe(
      'consents_required',
    )
    expect(await tried({ ...PERSON, password: 'motdepasse1234' })).toBe('weak_password')
    expect(await tried()).toBe('invalid_payload')
    expect(await tried(PERSON)).toBeUndefined()
  })
})

describe('a link', () => {
  test('works once, for one hour, and a newer one for the address ends it', async () => {
    const token = await linkFor('une-fois@exemple.fr')
    const newer = await linkFor('Une-Fois@exemple.fr')
    expect(codeOf(await read(t.client(), token))).toBe('token_invalid')
    t.clock.now += STAFF_LINK_S * 1000 - 60_000
    expect((await read(t.client(), newer)).status).toBe(200)
    t.clock.now += 60_000
    expect(codeOf(await read(t.client(), newer))).toBe('token_invalid')
    t.clock.now -= STAFF_LINK_S * 1000
    expect((await follow(t.client(), newer, { person: PERSON })).answer.status).toBe(200)
    expect(codeOf(await read(t.client(), newer))).toBe('token_invalid')
    const stored = JSON.stringify(await t.ctx.db.selectFrom('staff_links').selectAll().execute())
    expect(stored).not.toContain(newer)
  })

  test('adds a passkey to a login that is there, notifies it, and needs no form', async () => {
    const member = await t.member('sans_cle')
    await grantRole(t.ctx, COMMAND_ACTOR, member.userId, 'moderator', 'sans_cle')
    const token = await linkFor(member.email, member.userId)
    const client = t.client()
    const { answer } = await follow(client, token)
    expect(answer.body).toMatchObject({ accountId: member.accountId })
    expect((await mailTo(t, member.email)).subject).toBe('Une clé d’accès a été ajoutée')
    client.token = answer.body.token
    expect((await client.call(startUnlock, {})).body.method).toBe('passkey')
  })

  test('of a role that was taken away is over', async () => {
    await staffMember(t, 'qui_reste', 'operator')
    const member = await t.member('renvoi')
    await grantRole(t.ctx, COMMAND_ACTOR, member.userId, 'moderator', 'renvoi')
    const token = await linkFor(member.email, member.userId)
    await revokeRole(t.ctx, COMMAND_ACTOR, member.userId)
    expect(codeOf(await read(t.client(), token))).toBe('token_invalid')
  })

  test('a response to the challenge of another link is refused', async () => {
    const member = await t.member('autre_lien')
    await grantRole(t.ctx, COMMAND_ACTOR, member.userId, 'moderator', 'autre_lien')
    const [own, other] = [
      await linkFor(member.email, member.userId),
      await linkFor('tiers@exemple.fr'),
    ]
    const { options } = (await read(t.client(), other)).body
    const credential = authenticator(ORIGIN).create(options as Question)
    const answer = await t
      .client()
      .call(followStaffLink, { body: { token: own, name: 'Clé', credential } })
    expect(codeOf(answer)).toBe('passkey_refused')
  })

  test('an address that a registration confirmed meanwhile keeps its own login', async () => {
    const token = await linkFor('course@exemple.fr')
    await t.client().call(register, { body: registration('course@exemple.fr') })
    await t.ctx.db
      .updateTable('users')
      .set((eb) => ({
        email_verified_at: 1,
        email_key: eb.fn<string>('replace', ['email_key', eb.val(' pending'), eb.val('')]),
      }))
      .where('email_verified_at', 'is', null)
      .execute()
    const { answer } = await follow(t.client(), token, { person: PERSON })
    expect(codeOf(answer)).toBe('token_invalid')
  })
})

test('the command prints the link: for an address without login, and for a login without passkey', async () => {
  const said: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text))
  const env = { ...t.ctx.env, SECRET: 'x'.repeat(40) }
  await expect(runStaffTool(env, ['add', 'personne@exemple', 'operator'])).rejects.toThrow(
    /is not an e-mail address/,
  )
  await runStaffTool(env, ['add', 'personne@exemple.fr', 'operator', 'Chef'])
  expect(said.at(-1)).toMatch(
    /no login yet[\s\S]*http:\/\/localhost:8080\/staff-link#token=[\w-]{43}\n/,
  )
  await expect(runStaffTool(env, ['link', 'personne@exemple.fr'])).rejects.toThrow(/has no role/)
  await runStaffTool(env, ['remove', 'personne@exemple.fr'])
  expect(said.at(-1)).toBe('personne@exemple.fr has no role any more.')
  await expect(runStaffTool(env, ['remove', 'personne@exemple.fr'])).rejects.toThrow(
    /No confirmed login/,
  )
  log.mockRestore()
})
