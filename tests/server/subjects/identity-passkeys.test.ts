import { expect, test } from 'vitest'
import * as g from '#contract/agreements'
import * as k from '#contract/profile/identity-passkeys'
import { DAY_MS } from '#contract/limits'
import { CODE_FORGOTTEN_DAYS, TICKET_S } from '#contract/profile/agreement-code'
import { addPasskey, newPasskey, passkeyChallenge, passkeyLogin } from '#contract/session/passkeys'
import { login } from '#contract/session/session'
import { deleteForgottenCodes } from '../../../server/agreements/service'
import { collectArchive } from '../../../server/life/collect'
import { authenticator, type Authenticator } from '../../support/browser/passkey'
import type { Member } from '../../support/server/server'
import { addPhoto } from '../../support/world/couples'
import { answer, listOf, scene, setUp, stateOf, t } from './agreements-setup'

setUp()

const PASSWORD = 'un-bon-mot-de-passe'
const CODE = '274913'
type Question = { challenge: string } & Record<string, unknown>

const start = (who: Member, current?: string) =>
  who.call(k.newIdentityPasskey, { body: { password: PASSWORD, ...(current ? { current } : {}) } })
const questionOf = (answered: { body: unknown }): Question =>
  (answered.body as { options: Question }).options
const finish = (who: Member, device: Authenticator, question: Question) =>
  who.call(k.addIdentityPasskey, {
    body: { name: 'Clé de Paul', credential: device.create(question) },
  })
const add = async (
  who: Member,
  current?: string,
): Promise<{ device: Authenticator; id: string }> => {
  const device = authenticator(t.ctx.env.publicUrl)
  const made = await finish(who, device, questionOf(await start(who, current)))
  expect(made.status).toBe(201)
  return { device, id: made.body.passkey.id }
}
const ask = async (who: Member, identity_id: string): Promise<Question> =>
  questionOf(await who.call(k.askIdentityPasskey, { body: { identity_id } }))
const use = async (who: Member, identity_id: string, device: Authenticator) =>
  who.call(k.proveByPasskey, {
    body: { identity_id, credential: device.use(await ask(who, identity_id)) },
  })
const ticketOf = async (who: Member, identity: string, device: Authenticator): Promise<string> => {
  const { status, body } = await use(who, identity, device)
  expect(status).toBe(200)
  return body.proof
}
/** Anne and Paul on one login; Paul has a passkey. */
const keyed = async () => {
  const s = await scene()
  s.couple.identity = s.paul
  return { ...s, ...(await add(s.couple)) }
}

test('a passkey of a person answers for them, proved, and a yes without it is refused', async () => {
  const { couple, anne, paul, device } = await keyed()
  couple.identity = anne
  const id = await addPhoto(couple, [paul])
  for (const wrong of [undefined, '000999', 'key.00000000-0000-0000-0000-000000000000.1.abc'])
    expect((await answer(couple, paul, id, 'yes', wrong)).body).toMatchObject({
      code: 'agreement_code',
    })
  const proof = await ticketOf(couple, paul, device)
  expect((await answer(couple, paul, id, 'yes', proof)).status).toBe(200)
  expect(await stateOf(couple, id)).toEqual([[paul, 'yes', true]])
  const person = (await listOf(couple)).persons.find((p) => p.identity_id === paul)
  expect(person).toMatchObject({
    voice: 'code',
    has_code: false,
    passkeys: [{ name: 'Clé de Paul' }],
  })
  expect(person?.passkeys[0]?.last_used_at).not.toBeNull()
})

test('a ticket is of one session, one person and two minutes, and goes with its passkey', async () => {
  const { couple, anne, paul, device, id } = await keyed()
  couple.identity = anne
  await add(couple)
  const photo = await addPhoto(couple, [anne, paul])
  const proof = await ticketOf(couple, paul, device)
  const refused = { code: 'agreement_code' }
  expect((await answer(couple, anne, photo, 'yes', proof)).body).toMatchObject(refused)
  const elsewhere = Object.assign(t.client(), {
    token: (
      (await t.client().call(login, { body: { email: couple.email, password: PASSWORD } }))
        .body as { token: string }
    ).token,
  }) as Member
  expect((await answer(elsewhere, paul, photo, 'yes', proof)).body).toMatchObject(refused)
  const [head, key, endsAt, mac] = proof.split('.')
  const later = [head, key, Number(endsAt) + 60_000, mac].join('.')
  expect((await answer(couple, paul, photo, 'yes', later)).body).toMatchObject(refused)
  t.clock.now += TICKET_S * 1000
  expect((await answer(couple, paul, photo, 'yes', proof)).body).toMatchObject(refused)
  t.clock.now -= TICKET_S * 1000
  couple.identity = paul
  const { status } = await couple.call(k.removeIdentityPasskey, {
    params: { id },
    body: { password: PASSWORD, current: proof },
  })
  expect(status).toBe(200)
  couple.identity = anne
  const again = await addPhoto(couple, [paul])
  // without a passkey the yes is weak, and a ticket of a passkey that is gone proves nothing
  await answer(couple, paul, again, 'yes', proof)
  expect(await stateOf(couple, again)).toEqual([[paul, 'yes', false]])
})

test('a challenge is used once, by its login, for its person and its purpose', async () => {
  const { couple, other, anne, paul, device } = await keyed()
  const refused = { code: 'passkey_refused' }
  const prove = (who: Member, identity_id: string, question: Question) =>
    who.call(k.proveByPasskey, { body: { identity_id, credential: device.use(question) } })
  const question = await ask(couple, paul)
  expect((await prove(couple, paul, question)).status).toBe(200)
  expect((await prove(couple, paul, question)).body).toMatchObject(refused)
  expect((await prove(couple, anne, await ask(couple, paul))).body).toMatchObject(refused)
  expect((await prove(other, paul, await ask(couple, paul))).body).toMatchObject(refused)
  expect(
    (await other.call(k.askIdentityPasskey, { body: { identity_id: paul } })).body,
  ).toMatchObject({ code: 'foreign_identity' })
  expect(
    (await couple.call(k.askIdentityPasskey, { body: { identity_id: anne } })).body,
  ).toMatchObject({ code: 'passkey_needed' })
  // a challenge for signing in
  const entering = (await t.client().call(passkeyChallenge)).body.options as Question
  expect((await prove(couple, paul, entering)).body).toMatchObject(refused)
  for (const wrong of [{ origin: 'https://mechant.example' }, { verified: false }, { key: true }]) {
    const credential = device.use(await ask(couple, paul), wrong)
    expect(
      (await couple.call(k.proveByPasskey, { body: { identity_id: paul, credential } })).body,
    ).toMatchObject(refused)
  }
})

test('it opens no session, and a passkey of the login answers for nobody', async () => {
  const { couple, paul, device } = await keyed()
  const refused = { code: 'passkey_refused' }
  const enter = (credential: ReturnType<Authenticator['use']>) =>
    t.client().call(passkeyLogin, { body: { credential } })
  const entering = (await t.client().call(passkeyChallenge)).body.options as Question
  expect((await enter(device.use(entering))).body).toMatchObject(refused)
  const own = authenticator(t.ctx.env.publicUrl)
  const { options } = (await couple.call(newPasskey, { body: { password: PASSWORD } })).body
  await couple.call(addPasskey, {
    body: { name: 'Mien', credential: own.create(options as Question) },
  })
  // nor does the login's, with a challenge that was made for the person
  expect((await enter(own.use(await ask(couple, paul)))).body).toMatchObject(refused)
  expect((await use(couple, paul, own)).body).toMatchObject(refused)
})

test('after the first of both each other one needs a proof, of two at the same instant too', async () => {
  const { couple, paul } = await scene()
  couple.identity = paul
  const questions = [questionOf(await start(couple)), questionOf(await start(couple))]
  const devices = questions.map(() => authenticator(t.ctx.env.publicUrl))
  const made = await Promise.all(
    questions.map((question, i) => finish(couple, devices[i] as Authenticator, question)),
  )
  expect(made.map((m) => m.status).sort()).toEqual([201, 403])
  const device = devices[made.findIndex((m) => m.status === 201)] as Authenticator
  const setCode = (current?: string) =>
    couple.call(g.setIdentityCode, {
      body: { password: PASSWORD, code: CODE, ...(current ? { current } : {}) },
    })
  expect((await start(couple)).body).toMatchObject({ code: 'agreement_code' })
  expect((await setCode()).body).toMatchObject({ code: 'agreement_code' })
  expect((await setCode(await ticketOf(couple, paul, device))).status).toBe(200)
  // the code proves as well as the passkey
  await add(couple, CODE)
  expect((await listOf(couple)).persons.find((p) => p.identity_id === paul)).toMatchObject({
    has_code: true,
    passkeys: [{}, {}],
  })
  const { accords } = { accords: JSON.stringify(await collectArchive(t.ctx, couple)) }
  expect(accords).toContain('Clé de Paul')
})

test('forgotten, code and passkeys go after seven days; their use keeps them', async () => {
  const { couple, paul, device } = await keyed()
  const forget = () =>
    couple.call(g.forgetIdentityCode, {
      body: { identity_id: paul, on: true, password: PASSWORD },
    })
  const endsAt = async () =>
    (await listOf(couple)).persons.find((p) => p.identity_id === paul)?.code_ends_at
  await forget()
  expect(await endsAt()).not.toBeNull()
  const id = await addPhoto(couple, [paul])
  await answer(couple, paul, id, 'yes', await ticketOf(couple, paul, device))
  expect(await endsAt()).toBeNull()
  await forget()
  t.clock.now += CODE_FORGOTTEN_DAYS * DAY_MS
  await deleteForgottenCodes(t.ctx)
  t.clock.now -= CODE_FORGOTTEN_DAYS * DAY_MS
  expect((await listOf(couple)).persons.find((p) => p.identity_id === paul)).toMatchObject({
    voice: 'weak',
    passkeys: [],
  })
})
