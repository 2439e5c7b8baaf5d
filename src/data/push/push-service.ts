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

/** Common interface of both push backends. `identityId` null: this device receives nothing. */
export interface PushBackend {
  /** The server's record of this device. `known` false: it has none. */
  read(): Promise<{
    readonly identityId: string | null
    readonly listens: boolean
    readonly known: boolean
  }>
  /** `again`: adds missing interests (self-heal); otherwise replaces the previous ones. */
  subscribe(identityId: string, again: boolean): Promise<void>
  unsubscribe(): Promise<void>
  /** Removes the member from the browser's push service. */
  leave(): Promise<void>
}

const tokens: ITokenProvider = {
  fetchToken: (userId) => call(pushAuth, { query: { user_id: userId } }),
}
/** The SDK reports a failure's status in its message only. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && /status code 404\b/.test(error.message)

/**
 * Starts the unmodified Beams client for this account. A client of another user, or one that the
 * service has forgotten, starts over.
 */
export const startPushService = async (
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
  // the client refuses a changed user: the previous user's device is removed first
  if (user && user !== accountId) await client.stop()
  await client.start()
  const keepId = async (): Promise<string> => {
    const id = await client.getDeviceId()
    storage.set('push_device_id', id)
    return id
  }
  const interests = async (): Promise<readonly string[]> => {
    try {
      // a page of them since 2.0; its types still say a list
      const page: unknown = await client.getDeviceInterests()
      return (page as { readonly interests: readonly string[] }).interests
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
