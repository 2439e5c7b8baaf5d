// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../src/data/http/api-error'
import { createSendAttempts } from '../../../../src/features/messaging/outbox/attempts'
import { deliverMessage } from '../../../../src/features/messaging/outbox/deliver'
import {
  dispatch,
  outboxEntryOf,
  onOutboxEvent,
  outboxState,
} from '../../../../src/features/messaging/outbox/outbox'
import { dueEntries } from '../../../../src/features/messaging/outbox/reducer'
import { threadOf } from '../../../../src/features/messaging/state/store'
import { CONVERSATION, outgoing, OWN, uid } from '../../../support/world/messages'

vi.mock('../../../../src/features/messaging/outbox/deliver', () => ({ deliverMessage: vi.fn() }))
beforeEach(() => {
  vi.useFakeTimers()
  dispatch({ kind: 'reset' })
})
afterEach(() => vi.useRealTimers())

const write = (id: string, key: string): void => {
  dispatch({ kind: 'written', id, content: outgoing({ clientMsgId: key }), online: true })
  dispatch({ kind: 'kept', key, kept: 'device' })
}
const due = (): string[] => dueEntries(outboxState(), Date.now()).map((e) => e.conversationId)

test('after a 429 only that conversation pauses, for as long as the server says', async () => {
  vi.mocked(deliverMessage).mockRejectedValue(
    new ApiError(429, 'Trop de tentatives.', { retryAfterS: 7 }),
  )
  const run = vi.fn()
  const failed = vi.fn()
  const { attempt } = createSendAttempts({
    accountId: OWN,
    isActive: () => true,
    written: () => Promise.resolve(),
    onPaused: () => undefined,
    onReconnected: () => undefined,
    scheduler: { run, failed, patienceMs: () => 4_000, succeeded: () => false } as never,
  })
  const [key, other] = [uid('m', 1), uid('c', 2)]
  write(CONVERSATION, key)
  write(other, uid('m', 2))
  expect(await attempt(key)).toBe(false)
  expect(outboxEntryOf(key)?.status).toBe('waiting')
  expect(failed).not.toHaveBeenCalled()
  expect(due()).toEqual([other])
  await vi.advanceTimersByTimeAsync(6_900)
  expect([due(), run.mock.calls.length]).toEqual([[other], 0])
  await vi.advanceTimersByTimeAsync(200)
  expect([due().includes(CONVERSATION), run.mock.calls.length]).toEqual([true, 1])
})

test('the progress of several photos is drawn four times a second, and never after its end', async () => {
  let end: () => void = () => undefined
  let share: (photoId: string, part: number) => void = () => undefined
  vi.mocked(deliverMessage).mockImplementation(
    (_, { onShare }) =>
      new Promise((_done, failed) => {
        share = onShare
        end = () => failed(new ApiError(400, 'Non.'))
      }),
  )
  const { attempt } = createSendAttempts({
    accountId: OWN,
    isActive: () => true,
    written: () => Promise.resolve(),
    onPaused: () => undefined,
    onReconnected: () => undefined,
    scheduler: { run: vi.fn(), patienceMs: () => 4_000, succeeded: () => false } as never,
  })
  const key = uid('m', 1)
  write(CONVERSATION, key)
  const shares = () => {
    const entry = outboxEntryOf(key)
    return entry && 'content' in entry ? entry.content.shares : {}
  }
  const seen = vi.fn()
  const stop = onOutboxEvent((event) => event.kind === 'progressed' && seen(event.photoId))
  const done = attempt(key)
  for (let n = 1; n <= 24; n += 1) {
    share('a', n / 100)
    share('b', n / 50)
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(seen).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10)
  expect(seen.mock.calls).toEqual([['a'], ['b']])
  expect(shares()).toEqual({ a: 0.24, b: 0.48 })
  share('a', 0.9)
  end()
  await done
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shares()).toEqual({ a: 0.24, b: 0.48 })
  stop()
})

test('a message behind others that wait is shown as waiting once the device has it', () => {
  const [first, second] = [uid('m', 1), uid('m', 2)]
  const states = (): string[] => threadOf(CONVERSATION).outgoing.map((o) => o.state)
  dispatch({
    kind: 'written',
    id: CONVERSATION,
    content: outgoing({ clientMsgId: first, order: 1 }),
    online: false,
  })
  expect(states()).toEqual(['sending'])
  dispatch({ kind: 'kept', key: first, kept: 'device' })
  dispatch({
    kind: 'written',
    id: CONVERSATION,
    content: outgoing({ clientMsgId: second, order: 2 }),
    online: true,
  })
  expect(states()).toEqual(['waiting', 'sending'])
  dispatch({ kind: 'kept', key: second, kept: 'device' })
  expect(states()).toEqual(['waiting', 'waiting'])
})
