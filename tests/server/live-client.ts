import PusherClient, { type Channel } from 'pusher-js'
import type { EventPayload } from '#contract/realtime'
import { config } from '#contract/session/session'
import type { Member, TestApp } from '../support/server/server'

interface Heard {
  readonly channel: string
  readonly name: string
  readonly data: unknown
}
export interface Live {
  readonly pusher: PusherClient
  /** Everything but pusher's own events, in order of arrival. */
  readonly heard: Heard[]
  /** Rejects with the status when the channel is refused. */
  subscribe(channel: string): Promise<Channel>
  named(name: string): Heard[]
}

/**
 * The unmodified pusher-js client of a member against the listening app; channels are signed by
 * /api/pusher/auth, of another process when `authBase` says so.
 */
export const liveClient = async (base: string, member: Member, authBase = base): Promise<Live> => {
  const { body } = await member.call(config, {})
  const pusher = new PusherClient(body.realtime.key, {
    cluster: 'local',
    wsHost: '127.0.0.1',
    wsPort: Number(new URL(base).port),
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: `${authBase}/api/pusher/auth`,
      headers: { authorization: `Bearer ${member.token}` },
    },
  })
  const heard: Heard[] = []
  return {
    pusher,
    heard,
    subscribe: (name) =>
      new Promise((resolve, reject) => {
        const channel = pusher.subscribe(name)
        channel.bind_global((event: string, data: unknown) => {
          if (!event.startsWith('pusher:')) heard.push({ channel: name, name: event, data })
        })
        channel.bind('pusher:subscription_succeeded', () => resolve(channel))
        channel.bind('pusher:subscription_error', (e: { status?: number }) =>
          reject(new Error(`refused ${e.status}`)),
        )
      }),
    named: (name) => heard.filter((h) => h.name === name),
  }
}

/** What the app publishes from now on, without an engine in between; `stop` gives the publisher back. */
export const tapPublisher = (t: TestApp): { readonly events: Heard[]; stop(): void } => {
  const { publisher } = t.ctx.realtime
  const { publish, isHeard, listeners } = publisher
  const events: Heard[] = []
  // as if everybody were there
  publisher.isHeard = () => true
  publisher.listeners = () => null
  publisher.publish = (channels, name, data, ...to) => {
    for (const channel of channels) events.push({ channel, name, data })
    return publish(channels, name, data, ...to)
  }
  return { events, stop: () => Object.assign(publisher, { publish, isHeard, listeners }) }
}

/** Which accounts are told to ask again for what they see of another, while `act` runs. */
export const heardChanges = async (
  t: TestApp,
  act: () => Promise<unknown>,
): Promise<EventPayload<'account.relation.updated'>[]> => {
  await t.ctx.bus.idle()
  const tap = tapPublisher(t)
  await act()
  await t.ctx.bus.idle()
  tap.stop()
  return tap.events
    .filter((e) => e.name === 'account.relation.updated')
    .map((e) => (e.data as { payload: EventPayload<'account.relation.updated'> }).payload)
    .sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
}
