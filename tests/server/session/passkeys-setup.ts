import { expect } from 'vitest'
import { addPasskey, newPasskey, passkeyLogin, passkeyChallenge } from '#contract/session/passkeys'
import { authenticator, type Authenticator } from '../../support/browser/passkey'
import type { Client, Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

export const PASSWORD = 'un-bon-mot-de-passe'

export const ORIGIN = 'http://localhost:8080'

export let t: TestApp

export const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  t.clock.now += ms
  try {
    return await work()
  } finally {
    t.clock.now -= ms
  }
}

export type Question = { challenge: string } & Record<string, unknown>

export const askNew = async (m: Member): Promise<Question> =>
  (await m.call(newPasskey, { body: { password: PASSWORD } })).body.options as Question

export const add = async (
  m: Member,
  name = 'Mon téléphone',
): Promise<{ device: Authenticator; id: string }> => {
  const device = authenticator(ORIGIN)
  const answer = await m.call(addPasskey, {
    body: { name, credential: device.create(await askNew(m)) },
  })
  expect(answer.status).toBe(201)
  return { device, id: answer.body.passkey.id }
}

export const question = async (): Promise<Question> =>
  (await t.client().call(passkeyChallenge)).body.options as Question

export const enter = (credential: ReturnType<Authenticator['use']>, client: Client = t.client()) =>
  client.call(passkeyLogin, { body: { credential } })

export const setUp = (): void => {
  t = sharedApp()
}
