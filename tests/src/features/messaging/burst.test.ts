// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../src/data/http/api-error'
import type { StoredMessage } from '../../../../src/data/device/outbox-store'
import { deliver } from '../../../../src/features/messaging/outbox/deliver'
import { createFlights } from '../../../../src/features/messaging/outbox/in-flight'
import { CONVERSATION, OWN, uid } from '../../../support/world/messages'

vi.mock('../../../../src/features/messaging/outbox/deliver', () => ({ deliver: vi.fn() }))
beforeEach(() => vi.useFakeTimers())

test('asked to slow down, the outbox leaves that conversation alone as long as the server says, and only that one', async () => {
  vi.mocked(deliver).mockRejectedValue(new ApiError(429, 'Trop de tentatives.', { retryAfterS: 7 }))
  const told: unknown[] = []
  const run = vi.fn()
  const failed = vi.fn()
  const { attempt, rests } = createFlights({
    accountId: OWN,
    say: () => undefined,
    live: () => true,
    onBack: () => undefined,
    box: {} as never,
    bubbles: {
      find: () => ({ state: 'sending', photos: [] }),
      finish: vi.fn(),
      over: new Set(),
      refused: new Set(),
      show: () => Promise.resolve(),
      tell: (_id: string, _key: string, patch: unknown) => {
        told.push(patch)
        return Promise.resolve()
      },
    } as never,
    pace: { run, failed, patienceMs: () => 4_000, succeeded: () => false } as never,
  })
  const m = {
    conversationId: CONVERSATION,
    clientMsgId: uid('m', 1),
    photos: [],
  } as unknown as StoredMessage
  expect(await attempt(m)).toBe(false)
  expect(told.at(-1)).toEqual({ state: 'waiting' })
  expect(failed).not.toHaveBeenCalled()
  expect([rests(CONVERSATION), rests(uid('c', 2))]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(6_900)
  expect([rests(CONVERSATION), run.mock.calls.length]).toEqual([true, 0])
  await vi.advanceTimersByTimeAsync(200)
  expect([rests(CONVERSATION), run.mock.calls.length]).toEqual([false, 1])
  vi.useRealTimers()
})
