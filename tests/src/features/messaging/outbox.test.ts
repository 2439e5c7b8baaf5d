// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openOutbox, type StoredMessage } from '../../../../src/data/device/outbox-store'
import { session } from '../../../../src/data/session/session'
import { storage } from '../../../../src/data/device/storage'
import {
  adoptDraft,
  draftText,
  storeDraftText,
} from '../../../../src/features/messaging/composer/draft-box'
import { createRetryScheduler } from '../../../../src/features/messaging/outbox/retry-scheduler'
import { CONVERSATION, OWN, uid } from '../../../support/world/messages'

vi.mock('../../../../src/features/messaging/outbox/device', () => ({ openDevice: () => null }))
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('retry scheduler', () => {
  /** Runs that fail while `away`; at which ms each began. */
  const worked = (): {
    at: number[]
    away: boolean
    scheduler: ReturnType<typeof createRetryScheduler>
  } => {
    const start = Date.now()
    const seen = {
      at: [] as number[],
      away: true,
      scheduler: createRetryScheduler(
        (work) => void work(),
        async () => {
          seen.at.push(Date.now() - start)
          if (seen.away) seen.scheduler.failed(undefined)
          else seen.scheduler.succeeded()
        },
      ),
    }
    return seen
  }
  test('without network it retries after 1, 2, 4 … 30 s, and at once when the network is back', async () => {
    const seen = worked()
    seen.scheduler.run()
    await vi.advanceTimersByTimeAsync(180_000)
    const waits = seen.at.slice(1).map((t, i) => t - (seen.at[i] ?? 0))
    for (const [i, expected] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(expected * 0.75)
      expect(waits[i]).toBeLessThanOrEqual(expected * 1.25 + 10)
    }
    seen.away = false
    const before = seen.at.length
    seen.scheduler.kick()
    await vi.advanceTimersByTimeAsync(0)
    expect(seen.at.length).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(seen.at.length).toBe(before + 1)
  })
  test('it respects Retry-After, failures of other tabs, and stop', async () => {
    const seen = worked()
    const until = seen.scheduler.failed(20)
    expect(until - Date.now()).toBeGreaterThanOrEqual(20_000)
    seen.scheduler.run()
    await vi.advanceTimersByTimeAsync(19_000)
    expect(seen.at).toEqual([])
    seen.away = false
    seen.scheduler.pauseUntil(Date.now() + 5_000)
    await vi.advanceTimersByTimeAsync(4_900)
    expect(seen.at).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(seen.at.length).toBe(1)
    seen.scheduler.stop()
    seen.scheduler.kick()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen.at.length).toBe(1)
  })
  test('the timeout is 4 s three times, then doubles up to 30 s', () => {
    const scheduler = createRetryScheduler(
      () => undefined,
      async () => undefined,
    )
    const patience = Array.from({ length: 7 }, () => {
      const ms = scheduler.patienceMs()
      scheduler.failed(undefined)
      return ms
    })
    expect(patience).toEqual([4_000, 4_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    expect([scheduler.succeeded(), scheduler.succeeded(), scheduler.patienceMs()]).toEqual([
      true,
      false,
      4_000,
    ])
    scheduler.stop()
  })
})

// jsdom has no IndexedDB: the memory that stands in for it where a browser refuses it
describe('outbox store', () => {
  const message = (n: number, patch: Partial<StoredMessage> = {}): StoredMessage => ({
    clientMsgId: uid('client', n),
    conversationId: CONVERSATION,
    content: `m${n}`,
    senderIdentityId: null,
    quote: null,
    createdAt: '2026-11-21T10:00:00.000Z',
    order: n,
    photos: [],
    mediaIds: {},
    posted: false,
    state: 'waiting',
    error: null,
    ...patch,
  })
  const photo = { id: 'p1', name: 'a.jpg', spots: [], ratio: 1.5, converted: false }
  const file = (text: string): Blob => new Blob([text])
  test('messages are ordered, converted photos replace originals, unreferenced files are removed', async () => {
    const box = await openOutbox(OWN, () => undefined)
    await box.put(message(2), new Map())
    await box.putDraft(
      { key: 'c:i', photos: [photo], quote: null },
      new Map([
        ['p1', file('original')],
        ['p1:still', file('still')],
      ]),
    )
    await box.put(message(1, { photos: [photo] }), new Map([['p1', file('another')]]))
    await box.putDraft({ key: 'c:i', photos: [], quote: null }, new Map())
    expect((await box.messages()).map((m) => m.content)).toEqual(['m1', 'm2'])
    expect(await box.drafts()).toEqual([])
    expect((await box.file('p1'))?.size).toBe('original'.length)
    await box.convert(uid('client', 1), 'p1', file('flouté!'))
    expect([
      (await box.file('p1'))?.size,
      (await box.message(uid('client', 1)))?.photos[0]?.converted,
    ]).toEqual(['flouté!'.length + 1, true])
    await box.remove(uid('client', 1))
    expect([await box.file('p1'), await box.file('p1:still')]).toEqual([undefined, undefined])
    expect(await box.patch(uid('client', 1), { state: 'failed' })).toBe(false)
  })
  test('a photo that is marked as converted is the converted one, also when the original was kept first', async () => {
    const box = await openOutbox(uid('other', 3), () => undefined)
    await box.put(message(1, { photos: [photo] }), new Map([['p1', file('original')]]))
    const converted = { ...photo, converted: true }
    await box.put(message(1, { photos: [converted] }), new Map([['p1', file('flouté')]]))
    expect(await (await box.file('p1'))?.text()).toBe('flouté')
  })
  test('the preview of a photo goes with its spots: others bring another one, or none', async () => {
    const box = await openOutbox(uid('other', 5), () => undefined)
    const spot = { x: 1, y: 1, radius: 9, intensity: 3 } as const
    const keep = (spots: readonly (typeof spot)[], still: string | null, converted = false) =>
      box.putDraft(
        { key: 'c:i', photos: [{ ...photo, spots, converted }], quote: null },
        new Map([['p1', file('photo')], ...(still ? [['p1:still', file(still)] as const] : [])]),
      )
    const stored = async () => (await box.file('p1:still'))?.text()
    await keep([spot], 'flouté')
    await keep([spot], null, true)
    expect(await stored()).toBe('flouté')
    await keep([], 'sans flou')
    expect(await stored()).toBe('sans flou')
    await keep([spot], null, true)
    expect(await stored()).toBeUndefined()
    expect(await (await box.file('p1'))?.text()).toBe('photo')
  })
  test('the photos of a stored message have left its draft, also when the page ends before it says so', async () => {
    const box = await openOutbox(uid('other', 4), () => undefined)
    const draft = (key: string, id: string) =>
      box.putDraft(
        { key, photos: [{ ...photo, id }], quote: null },
        new Map([[id, file('original')]]),
      )
    await draft('c:i', 'p1')
    await draft('d:i', 'p2')
    await box.put(message(1, { photos: [photo] }), new Map())
    expect((await box.drafts()).map((d) => d.key)).toEqual(['d:i'])
    expect(await (await box.file('p1'))?.text()).toBe('original')
  })
  test('another account on the device removes the former drafts', async () => {
    await openOutbox(OWN, () => undefined)
    storage.set(`draft:${OWN}:${CONVERSATION}:i`, 'secret')
    await openOutbox(OWN, () => undefined)
    expect(storage.get(`draft:${OWN}:${CONVERSATION}:i`)).toBe('secret')
    await openOutbox(uid('other', 2), () => undefined)
    expect(storage.get(`draft:${OWN}:${CONVERSATION}:i`)).toBeUndefined()
  })
})

test('each identity has its own draft; one without identity goes to the next chosen', () => {
  session.accountId = OWN
  storeDraftText(CONVERSATION, 'none', 'à qui ?')
  expect(draftText(CONVERSATION, 'one')).toBe('à qui ?')
  adoptDraft(CONVERSATION, 'one')
  storeDraftText(CONVERSATION, 'one', 'à qui ?')
  expect([
    draftText(CONVERSATION, 'one'),
    draftText(CONVERSATION, 'both'),
    draftText(CONVERSATION, 'none'),
  ]).toEqual(['à qui ?', '', ''])
  storeDraftText(CONVERSATION, 'both', 'à nous')
  storeDraftText(CONVERSATION, 'none', 'un autre')
  adoptDraft(CONVERSATION, 'both')
  expect([draftText(CONVERSATION, 'both'), draftText(CONVERSATION, 'none')]).toEqual([
    'à nous',
    'un autre',
  ])
})
