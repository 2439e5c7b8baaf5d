import { expect, test } from 'vitest'
import { login } from '#contract/session/session'
import { register } from '#contract/session/registration'
import { emailKey, normalEmail, updateEmailKeys } from '../../../server/session/email-key'
import { testApp } from '../../support/server/server'

test('addresses are stored encrypted and found by keyed hashes, made anew when the secret changes', async () => {
  const t = await testApp()
  const anna = await t.member('anna')
  await t.client().call(register, {
    body: {
      email: 'Attend@exemple.fr',
      password: 'une-longue-phrase-42',
      name: 'Nomrare',
      birthDate: '1988-03-04',
      consents: { terms: true, majority: true, sensitive: true },
    },
  })
  const raw = () => t.ctx.db.withoutPlugins().selectFrom('users').selectAll().execute()
  const stored = JSON.stringify(await raw())
  for (const word of ['anna@', 'exemple.fr', 'Nomrare', '1988-03-04', '1985-06-15'])
    expect(stored).not.toContain(word)
  const keys = async () => (await raw()).map((u) => u.email_key).sort()
  const before = await keys()
  expect(before).toContain(`${emailKey(t.ctx, ' ATTEND@exemple.fr ')} pending`)
  // as an older server stored them
  for (const user of await t.ctx.db.selectFrom('users').selectAll().execute())
    await t.ctx.db
      .updateTable('users')
      .set({
        email_key: [normalEmail(user.email), ...user.email_key.split(' ').slice(1)].join(' '),
      })
      .where('id', '=', user.id)
      .execute()
  expect(await keys()).toContain('attend@exemple.fr pending')
  await updateEmailKeys({ db: t.ctx.db, secret: Buffer.from('another secret') })
  expect(await keys()).not.toEqual(before)
  await updateEmailKeys(t.ctx)
  expect(await keys()).toEqual(before)
  const [own] = await t.ctx.db
    .selectFrom('users')
    .where('id', '=', anna.userId)
    .select('email')
    .execute()
  const signed = await t.client().call(login, {
    body: { email: own?.email.toUpperCase() ?? '', password: 'x' },
  })
  expect(signed.status).toBe(401)
  await t.close()
})
