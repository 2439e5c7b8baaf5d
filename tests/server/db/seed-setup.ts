import { beforeAll, expect } from 'vitest'
import { login } from '#contract/session/session'
import type { Row, Tables } from '../../../server/db/tables'
import { seedDemo } from '../../../demo/demo'
import { DEMO_LOGINS } from '../../../server/session/demo'
import type { Client, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

export let t: TestApp

export const all = async <T extends keyof Tables>(table: T): Promise<Row<T>[]> =>
  (await t.ctx.db
    .selectFrom(table as 'accounts')
    .selectAll()
    .execute()) as never

export const signIn = async (email: string): Promise<Client & { accountId: string }> => {
  const known = DEMO_LOGINS.find((l) => l.email === email)
  const client = t.client()
  const answer = await client.call(login, { body: { email, password: known?.password ?? '' } })
  expect(answer.status).toBe(200)
  client.token = answer.body.token
  return Object.assign(client, { accountId: answer.body.accountId ?? '' })
}

export const handleOf = async (handle: string) =>
  t.ctx.db.selectFrom('accounts').where('handle', '=', handle).selectAll().executeTakeFirstOrThrow()

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
  beforeAll(async () => {
    await seedDemo(t.ctx)
  }, 60_000)
}
