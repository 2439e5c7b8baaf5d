import Pusher from 'pusher'
import type { Publisher } from './publish'

/**
 * Named like the settings; PUSHER_HOST (any compatible engine) takes precedence over PUSHER_CLUSTER
 * (hosted Pusher).
 */
interface PusherSettings {
  readonly PUSHER_APP_ID: string
  readonly PUSHER_KEY: string
  readonly PUSHER_SECRET: string
  readonly PUSHER_CLUSTER: string
  readonly PUSHER_HOST: string
  /** 0: the default of the scheme. */
  readonly PUSHER_PORT: number
  readonly PUSHER_TLS: boolean
}

/** Protocol limit: channels per request. */
const CHANNELS_MAX = 100
const TIMEOUT_MS = 10_000

/**
 * Hosted Pusher or any engine with its REST API. Three limits of theirs: data above 10 kB is refused
 * (413; the event is lost, sync catches up); an event for some sessions is not sent, for they know
 * none; and a right cannot be withdrawn from one channel or session: `withdraw` of a channel does
 * nothing here (the member's own client unsubscribes on `conversation.left`);
 * `withdraw({accountId})` closes the user's connections, if the engine knows its users.
 */
export const pusherPublisher = (settings: PusherSettings): Publisher => {
  const base = {
    appId: settings.PUSHER_APP_ID,
    key: settings.PUSHER_KEY,
    secret: settings.PUSHER_SECRET,
    useTLS: settings.PUSHER_TLS,
    timeout: TIMEOUT_MS,
  }
  const pusher = new Pusher(
    settings.PUSHER_HOST
      ? {
          ...base,
          host: settings.PUSHER_HOST,
          ...(settings.PUSHER_PORT ? { port: String(settings.PUSHER_PORT) } : {}),
        }
      : { ...base, cluster: settings.PUSHER_CLUSTER || 'mt1' },
  )
  return {
    publish: async (channels, event, data, exceptSocketId, sessions) => {
      if (sessions) return
      const names = [...new Set(channels)]
      for (let i = 0; i < names.length; i += CHANNELS_MAX)
        await pusher.trigger(
          names.slice(i, i + CHANNELS_MAX),
          event,
          data,
          exceptSocketId === undefined ? {} : { socket_id: exceptSocketId },
        )
    },
    // subscribers are unknown here
    isHeard: () => true,
    authorize: (socketId, channel, presence) => {
      const { auth, channel_data } = pusher.authorizeChannel(
        socketId,
        channel,
        presence as Pusher.PresenceChannelData | undefined,
      )
      return { auth, ...(channel_data === undefined ? {} : { channel_data }) }
    },
    withdraw: async ({ channel, accountId, sessionId }) => {
      if (accountId !== undefined && channel === undefined && sessionId === undefined)
        await pusher.terminateUserConnections(accountId)
    },
    withdrawAll: () => undefined,
    listeners: () => null,
    presencePartners: () => null,
  }
}
