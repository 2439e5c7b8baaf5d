import { interestOf, pushAuth, pushSetup, subscribePush } from '#contract/push'
import type { Member, TestApp } from '../server/server'
import type { Browser } from './service'

export interface DeviceApi {
  readonly instance: string
  /** A call of the SDK: no session, JSON in and out. */
  sdk(
    method: string,
    path: string,
    body?: unknown,
    bearer?: string,
  ): Promise<{ status: number; body: Record<string, unknown> }>
  register(browser: Browser): Promise<string>
  /** The calls of the page: register, tie to the account, listen, post the subscription. */
  subscribe(member: Member, browser: Browser, identityId?: string): Promise<string>
}
export const deviceApi = async (t: TestApp, member: Member): Promise<DeviceApi> => {
  const instance = (await member.call(pushSetup)).body.instanceId ?? ''
  const anonymous = t.client()
  const sdk: DeviceApi['sdk'] = (method, path, body, bearer) =>
    anonymous.raw(method, `/device_api/v1/instances/${instance}${path}`, {
      ...(body === undefined ? {} : { body }),
      ...(bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {}),
    })
  const register = async (browser: Browser): Promise<string> => {
    const answer = await sdk('POST', '/devices/web', {
      token: browser.token,
      metadata: { sdkVersion: '2.1.0' },
    })
    if (answer.status !== 200)
      throw new Error(`register: ${answer.status} ${JSON.stringify(answer.body)}`)
    return String(answer.body['id'])
  }
  return {
    instance,
    sdk,
    register,
    subscribe: async (who, browser, identityId = who.identityIds[0] ?? '') => {
      const id = await register(browser)
      const { token } = (await who.call(pushAuth, { query: { user_id: who.accountId } })).body
      const tied = await sdk('PUT', `/devices/web/${id}/user`, undefined, token)
      if (tied.status !== 200) throw new Error(`user: ${tied.status} ${JSON.stringify(tied.body)}`)
      const interest = interestOf(who.accountId, identityId)
      await sdk('POST', `/devices/web/${id}/interests/${interest}`)
      const done = await who.call(subscribePush, {
        body: {
          deviceId: id,
          interests: [interest],
          identityId,
          platform: 'web',
          userAgent: 'Essai',
        },
      })
      if (done.status !== 200)
        throw new Error(`subscribe: ${done.status} ${JSON.stringify(done.body)}`)
      return id
    },
  }
}
