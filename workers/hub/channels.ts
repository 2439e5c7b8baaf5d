import type { ChannelAuthorizationCallback, default as Pusher } from 'pusher-js/worker'

/** Channels refused by a transient failure are retried after 1, 2, 4 … 30 s. */
const RESUBSCRIBE_MAX_MS = 30_000

export interface ChannelsDeps {
  pusher(): Pusher | null
  /** POST /pusher/auth of one channel; the raw response. */
  authorize(channel: string, socketId: string): Promise<Response>
  onError(message: string): void
  /** Subscribed after a gap in which events may have been missed. */
  onResync(): void
}
export interface Channels {
  /** The library's authorization handler. */
  authorize(channel: string, socketId: string, done: ChannelAuthorizationCallback): Promise<void>
  /** Subscribes exactly these channels; the first one carries all that concerns the member. */
  hold(channels: readonly string[]): void
  /** Events may be missed from now until the first channel is subscribed again. */
  markGap(): void
  clear(): void
}

/**
 * The channels of the connection, and whether events may have been missed between two
 * subscriptions.
 */
export const createChannels = (deps: ChannelsDeps): Channels => {
  let wanted: readonly string[] = []
  let gap = false
  const retries = new Map<string, number>()

  const retryLater = (channel: string): void => {
    const n = retries.get(channel) ?? 0
    retries.set(channel, n + 1)
    setTimeout(
      () => {
        if (wanted.includes(channel)) deps.pusher()?.subscribe(channel)
      },
      Math.min(RESUBSCRIBE_MAX_MS, 1_000 * 2 ** n),
    )
  }
  const authorize: Channels['authorize'] = async (channel, socketId, done) => {
    try {
      const response = await deps.authorize(channel, socketId)
      if (!wanted.includes(channel)) {
        // left in the meantime: without this the library would resubscribe it with every connection
        done(new Error('Unwanted'), null)
        deps.pusher()?.unsubscribe(channel)
        return
      }
      if (response.ok) {
        retries.delete(channel)
        done(null, (await response.json()) as { auth: string })
        return
      }
      done(new Error(`HTTP ${response.status}`), null)
      deps.onError(`${channel}: HTTP ${response.status}`)
      // 401 ends the session elsewhere; 403 and 404 are permanent
      if (response.status >= 500 || response.status === 429) retryLater(channel)
    } catch (error) {
      done(error as Error, null)
      retryLater(channel)
    }
  }
  const subscribed = (channel: string): void => {
    if (channel !== wanted[0]) return
    if (gap) deps.onResync()
    gap = false
  }

  return {
    authorize,
    hold: (channels) => {
      const before = wanted
      wanted = channels
      const pusher = deps.pusher()
      if (!pusher) return
      for (const name of before) if (!channels.includes(name)) pusher.unsubscribe(name)
      for (const name of channels) {
        if (before.includes(name)) continue
        const channel = pusher.subscribe(name)
        channel.unbind('pusher:subscription_succeeded')
        channel.bind('pusher:subscription_succeeded', () => subscribed(name))
      }
    },
    markGap: () => {
      gap = true
    },
    clear: () => {
      wanted = []
      gap = false
      retries.clear()
    },
  }
}
