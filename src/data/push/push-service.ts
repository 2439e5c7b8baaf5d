import {
  Client,
  type ITokenProvider,
} from '@pusher/push-notifications-web/src/push-notifications.js'
import {
  currentPushDevice,
  interestOf,
  pushAuth,
  subscribePush,
  unsubscribePush,
  type pushSetup,
} from '#contract/push'
import type { Reply } from '#contract/route'
import { call } from '../http/api'
import { storage } from '../device/storage'

/** What both ways of being pushed to have in common. `identityId` null: this device is told of nothing. */
export interface PushBackend {
  /** What the server has of this device. `known` false: it is new there. */
  read(): Promise<{
    readonly identityId: string | null
    readonly listens: boolean
    readonly known: boolean
  }>
  /** `again`: adds what is missing (self-heal); otherwise what it listened to before is replaced. */
  subscribe(identityId: string, again: boolean): Promise<void>
  unsubscribe(): Promise<void>
  /** Nothing of the member is left with the browser's push service. */
  leave(): Promise<void>
}

const tokens: ITokenProvider = {
  fetchToken: (userId) => call(pushAuth, { query: { user_id: userId } }),
}
/** The SDK says a failure's status in its message only. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && /status code 404\b/.test(error.message)

/** Starts the unmodified Beams client for this account. One that belonged to somebody else, or that the service has forgotten, begins anew. */
export const startService = async (
  setup: Reply<typeof pushSetup>,
  serviceWorkerRegistration: ServiceWorkerRegistration,
  accountId: string,
): Promise<PushBackend> => {
  const client = new Client({
    instanceId: setup.instanceId ?? '',
    serviceWorkerRegistration,
    endpointOverride: setup.host || location.origin,
  })
  const user = await client.getUserId()
  // a changed user is refused by the client: the device of the one before goes first
  if (user && user !== accountId) await client.stop()
  await client.start()
  const keepId = async (): Promise<string> => {
    const id = await client.getDeviceId()
    storage.set('push_device_id', id)
    return id
  }
  const interests = async (): Promise<readonly string[]> => {
    try {
      return await client.getDeviceInterests()
    } catch (error) {
      if (!isGone(error)) throw error
      await client.stop()
      await client.start()
      return []
    }
  }
  await keepId()
  return {
    read: async () => {
      const { device } = await call(currentPushDevice, { query: { deviceId: await keepId() } })
      const own = await interests()
      await keepId()
      return {
        identityId: device?.identity_id ?? null,
        listens: own.includes(interestOf(accountId, device?.identity_id ?? null)),
        known: device !== null,
      }
    },
    subscribe: async (identityId, again) => {
      const interest = interestOf(accountId, identityId)
      await client.setUserId(accountId, tokens)
      if (again) await client.addDeviceInterest(interest)
      else await client.setDeviceInterests([interest])
      await call(subscribePush, {
        body: {
          deviceId: await keepId(),
          interests: [interest],
          identityId,
          platform: 'web',
          userAgent: navigator.userAgent,
        },
      })
    },
    unsubscribe: async () => {
      await client.clearDeviceInterests()
      await call(unsubscribePush, { body: { deviceId: await keepId() } })
    },
    leave: async () => {
      await client.stop()
    },
  }
}
