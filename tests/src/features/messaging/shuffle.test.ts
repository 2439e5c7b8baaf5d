// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '#contract/messaging/messages'
import { EVENTS, type RealtimeEvent } from '#contract/realtime'
import { badges } from '../../../../src/data/state/badges'
import { session } from '../../../../src/data/session/session'
import { openThread, syncThread, loadOlder } from '../../../../src/features/messaging/state/api'
import { loadList } from '../../../../src/features/messaging/state/list-api'
import { forgetReportedReads } from '../../../../src/features/messaging/state/reads'
import { applyEvent } from '../../../../src/features/messaging/state/live-events'
import { messaging, resetMessaging, threadOf } from '../../../../src/features/messaging/state/store'
import { OWN } from '../../../support/world/messages'
import { ME, TALKS, TalkServer } from './talk-server'

/** Mulberry32: a seeded pseudo-random generator. */
const seeded = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}
const shuffled = <T>(list: readonly T[], random: () => number): T[] => {
  const out = [...list]
  for (let i = out.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1))
    ;[out[i], out[j]] = [out[j] as T, out[i] as T]
  }
  return out
}

let server: TalkServer
beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    async (input: string) =>
      new Response(JSON.stringify(server.answer(new URL(input, 'http://localhost'))), {
        headers: { 'content-type': 'application/json' },
      }),
  )
  Object.assign(session, {
    phase: 'signed-in',
    token: 't',
    accountId: OWN,
    activeIdentityId: ME,
    mode: 'single',
    identityIds: [],
  })
})
afterEach(() => vi.unstubAllGlobals())

const fresh = async (): Promise<void> => {
  forgetReportedReads()
  messaging.openId = null
  resetMessaging()
  await loadList()
  for (const id of [TALKS.direct, TALKS.group]) await openThread(id)
}
const catchUp = async (): Promise<void> => {
  await loadList()
  for (const id of [TALKS.direct, TALKS.group]) await syncThread(id, true)
}
/** Reads of messages of the other members are never shown. */
const visible = (m: Message) => ({
  ...m,
  ...(m.senderAccountId === OWN
    ? { readByIdentityIds: [...m.readByIdentityIds].sort() }
    : { readByOther: false, readByIdentityIds: [] }),
})
const state = () => ({
  conversations: { ...messaging.conversations },
  order: [...messaging.order],
  unread: badges.messages,
  direct: threadOf(TALKS.direct).messages.map(visible),
  group: threadOf(TALKS.group).messages.map(visible),
})
/** A fresh load that reaches as far back as the store it is compared with. */
const freshState = async (than: ReturnType<typeof state>) => {
  await fresh()
  for (const [id, name] of [
    [TALKS.direct, 'direct'],
    [TALKS.group, 'group'],
  ] as const)
    while (threadOf(id).hasMore && (threadOf(id).messages[0]?.seq ?? 0) > (than[name][0]?.seq ?? 0))
      await loadOlder(id)
  const now = state()
  return {
    ...now,
    direct: now.direct.filter((m) => m.seq >= (than.direct[0]?.seq ?? 0)),
    group: now.group.filter((m) => m.seq >= (than.group[0]?.seq ?? 0)),
  }
}

test.each([1, 2, 3, 4, 5])(
  '2,000 shuffled events with losses and duplicates, then a sync, equal a fresh load (seed %i)',
  async (seed) => {
    const random = seeded(seed)
    server = new TalkServer(random)
    await fresh()
    const names = new Set<string>()
    const held: RealtimeEvent[] = []
    const deliver = (list: readonly RealtimeEvent[]): void => {
      for (const e of list) applyEvent(e, OWN)
    }
    // four rounds of 500 changes: part of their events arrive, then a sync
    for (let round = 0; round < 4; round += 1) {
      for (let i = 0; i < 500; i += 1) {
        const e = server.step(round * 500 + i)
        names.add(e.name)
        const luck = random()
        if (luck >= 0.05) held.push(e)
        if (luck >= 0.95) held.push(e)
      }
      const order = shuffled(held.splice(0), random)
      deliver(order.slice(0, Math.floor(order.length * 0.7)))
      held.push(...order.slice(Math.floor(order.length * 0.7)))
      if (round < 3) await catchUp()
    }
    deliver(held)
    await catchUp()
    const reached = state()
    expect([...names].sort()).toEqual(
      Object.keys(EVENTS)
        .filter((n) => names.has(n))
        .sort(),
    )
    expect(names.size).toBeGreaterThanOrEqual(13)
    expect(reached.direct.length).toBeGreaterThan(150)
    expect(
      reached.direct.some((m) => m.deletedAt) &&
        reached.direct.some((m) => Object.keys(m.reactions).length > 0) &&
        reached.direct.some((m) => m.quote?.deleted) &&
        reached.direct.some((m) => m.readByOther),
    ).toBe(true)
    expect(reached.conversations[TALKS.left]).toBeUndefined()
    const expected = await freshState(reached)
    expect(reached).toEqual(expected)

    // and late events change nothing
    deliver(shuffled(held, random))
    await Promise.resolve()
    const after = state()
    expect(after.direct.filter((m) => m.seq >= (expected.direct[0]?.seq ?? 0))).toEqual(
      expected.direct,
    )
    expect(after.conversations).toEqual(expected.conversations)
  },
)
