import { expect } from 'vitest'
import { verifyEmail } from '#contract/session/session'
import { register } from '#contract/session/registration'
import { outboxDir } from '../../server/mail/create'
import { readOutbox, type StoredMail } from '../../server/mail/outbox'
import type { Client, TestApp } from '../support/server/server'
import { eventually } from '../support/eventually'

export const GOOD_PASSWORD = 'trois-hiboux-sous-la-lune'

export const registration = (email: string, more: Record<string, unknown> = {}) => ({
  email,
  password: GOOD_PASSWORD,
  name: 'Camille Durand',
  birthDate: '1990-04-12',
  consents: { terms: true, majority: true, sensitive: true },
  ...more,
})

export const mailsTo = async (t: TestApp, to: string): Promise<readonly StoredMail[]> =>
  (await readOutbox(outboxDir(t.ctx.env), 1000)).filter((m) => m.to === to)

/** The newest mail to an address, once there are `count`. */
export const mailTo = (t: TestApp, to: string, count = 1): Promise<StoredMail> =>
  eventually(async () => {
    const mails = await mailsTo(t, to)
    expect(mails.length).toBe(count)
    return mails[0] as StoredMail
  })

export const tokenIn = (mail: StoredMail): string =>
  /#token=([\w-]{43})$/m.exec(mail.text)?.[1] ?? ''

/** Registers and confirms through the mail: a signed-in user without account. */
export const newcomer = async (
  t: TestApp,
  email: string,
  more: Record<string, unknown> = {},
): Promise<Client> => {
  const client = t.client()
  expect((await client.call(register, { body: registration(email, more) })).status).toBe(202)
  const opened = await client.call(verifyEmail, {
    body: { token: tokenIn(await mailTo(t, email)) },
  })
  expect(opened.status).toBe(200)
  client.token = opened.body.token
  return client
}
