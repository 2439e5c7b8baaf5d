import { afterAll, beforeAll, expect } from 'vitest'
import { login } from '#contract/session/session'
import { pushService, type PushService } from '../../support/push/service'
import { testApp, type Member, type TestApp } from '../../support/server/server'

export const PASSWORD = 'un-bon-mot-de-passe'

export const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

export let service: PushService

export let t: TestApp

/** Another session of a member, with its cookie. */
export const enter = async (m: Member, userAgent = PHONE, password = PASSWORD): Promise<Member> => {
  const client = t.client()
  const answer = await client.raw('POST', `/api${login.path}`, {
    body: { email: m.email, password },
    headers: { 'user-agent': userAgent },
  })
  expect(answer.status).toBe(200)
  return Object.assign(client, {
    token: String(answer.body['token']),
    userId: m.userId,
    accountId: m.accountId,
    identityIds: m.identityIds,
    handle: m.handle,
    email: m.email,
  }) as Member
}

export const setUp = (): void => {
  beforeAll(async () => {
    service = await pushService()
    t = await testApp({ PUSH_TEST_ORIGIN: service.origin })
  })
  afterAll(async () => {
    await t.close()
    await service.close()
  })
}
