import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import {
  presenceBootstrap,
  presenceHeartbeat,
  presenceOffline,
  type Presence,
} from '#contract/presence'
import { parseEvent } from '#contract/realtime'
import { createPresence, type PresenceRoom } from '../../server/presence/service'
import { testApp, type Client, type Member, type TestApp } from '../support/server/server'
import { pause } from './hub/engine'
import { tapPublisher } from './live-client'

export let t: TestApp

/** The room beside the app's own, for its clockwork: what a second process would do. */
export let room: PresenceRoom

export const circle = async (who: Member): Promise<Presence[]> =>
  (await who.call(presenceBootstrap)).body.presences

export const seenBy = async (who: Member, other: Member): Promise<Presence | undefined> =>
  (await circle(who)).find((p) => p.accountId === other.accountId)

export const beat = async (who: Client): Promise<void> => {
  expect((await who.call(presenceHeartbeat)).body).toEqual({ success: true })
}

export const offline = async (who: Client): Promise<void> => {
  expect((await who.call(presenceOffline, { body: { sessionId: 'onglet' } })).body).toEqual({
    success: true,
  })
}

/** Presence events published while `work` runs: account, state and channels. */
export const said = async (
  work: () => Promise<unknown>,
): Promise<{ accountId: string; isOnline: boolean; channels: string[] }[]> => {
  const tap = tapPublisher(t)
  await work()
  // what is published after the reply, until nothing more comes
  await t.ctx.bus.idle()
  for (let heard = -1; heard !== tap.events.length; await pause(50)) heard = tap.events.length
  tap.stop()
  const ids = new Map<unknown, { accountId: string; isOnline: boolean; channels: string[] }>()
  for (const { data, channel } of tap.events) {
    const event = parseEvent(data)
    if (event?.name !== 'account.presence.updated') continue
    const { accountId, isOnline } = event.payload
    const one = ids.get(event.id) ?? { accountId, isOnline, channels: [] }
    one.channels.push(channel)
    ids.set(event.id, one)
  }
  return [...ids.values()]
}

export const setUp = (): void => {
  beforeAll(async () => {
    t = await testApp()
    room = createPresence(t.ctx)
  })
  afterAll(async () => {
    await room.stop()
    await t.close()
  })
  // whoever an earlier test left online is offline, and said so
  beforeEach(async () => {
    t.clock.now += 10 * 60_000
    await room.sweep()
  })
}
