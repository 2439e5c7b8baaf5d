import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Message } from '#contract/messaging/messages'
import { mergeMessages } from '../../../../../src/features/messaging/state/merge'
import { EMPTY_THREAD, type Thread } from '../../../../../src/features/messaging/state/model'
import { rowsOf } from '../../../../../src/features/messaging/thread/rows'
import { message, mine, OWN, outgoing, uid } from '../../../../support/world/messages'

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z'), toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())
const DAY = '2026-11-18T'
const when = (seq: number, time: string, day = DAY): Message =>
  message(seq, { createdAt: new Date(`${day}${time}+01:00`).toISOString() })
const thread = (messages: readonly Message[], patch: Partial<Thread> = {}): Thread => ({
  ...EMPTY_THREAD,
  phase: 'ready',
  messages,
  ...patch,
})
const firsts = (t: Thread): boolean[] => rowsOf(t, OWN).map((r) => r.first)

describe('groups', () => {
  test('messages of one identity within a minute form a group', () => {
    const a = when(1, '20:00:00')
    const list = [
      a,
      when(2, '20:00:40'),
      { ...when(3, '20:00:50'), senderIdentityId: null },
      mine(4, { createdAt: when(4, '20:00:55').createdAt }),
      { ...when(5, '20:01:10'), senderAccountId: 'system' as const },
      { ...when(6, '20:01:15'), senderAccountId: 'system' as const },
      when(7, '20:01:20'),
      when(8, '20:02:20'),
    ]
    expect(firsts(thread(list))).toEqual([true, false, true, true, true, true, true, true])
  })
  test('an outgoing message that has already arrived is shown once, also during a retry', () => {
    const going = outgoing({ createdAt: when(2, '20:00:30').createdAt })
    const other = outgoing({ clientMsgId: uid('z', 77), createdAt: when(3, '20:00:40').createdAt })
    const there = mine(2, { createdAt: going.createdAt, clientMsgId: going.clientMsgId })
    expect(
      rowsOf(thread([there], { outgoing: [going, other] }), OWN).map((r) => [r.kind, r.key]),
    ).toEqual([
      ['message', going.clientMsgId],
      ['outgoing', other.clientMsgId],
    ])
  })
  test('an outgoing message has the group, date and key that it will have once confirmed', () => {
    const last = mine(1, { createdAt: when(1, '20:00:00').createdAt })
    const going = outgoing({ createdAt: when(2, '20:00:30').createdAt })
    const before = rowsOf(thread([last], { outgoing: [going] }), OWN)
    const after = rowsOf(
      thread([last, mine(2, { createdAt: going.createdAt, clientMsgId: going.clientMsgId })]),
      OWN,
    )
    expect(before.map((r) => [r.key, r.first, r.own])).toEqual(
      after.map((r) => [r.key, r.first, r.own]),
    )
    const tomorrow = outgoing({ createdAt: when(2, '08:00:00', '2026-11-19T').createdAt })
    expect(rowsOf(thread([last], { outgoing: [tomorrow] }), OWN)[0]).toMatchObject({
      dayBelow: 'Jeudi 19 novembre',
    })
    expect(rowsOf(thread([], { outgoing: [going] }), OWN)[0]).toMatchObject({
      dayAbove: 'Mercredi 18 novembre',
    })
  })
})

describe('days', () => {
  test('each date is shown once, above the first message only when nothing older exists', () => {
    const list = [
      when(1, '22:00:00'),
      when(2, '23:59:59'),
      when(3, '00:00:01', '2026-11-19T'),
      when(4, '10:00:00', '2026-11-21T'),
    ]
    const days = (hasMore: boolean): (string | null)[] =>
      rowsOf(thread(list, { hasMore }), OWN).flatMap((r) =>
        r.kind === 'message' ? [r.dayAbove, r.dayBelow] : [],
      )
    expect(days(false)).toEqual([
      'Mercredi 18 novembre',
      null,
      null,
      'Jeudi 19 novembre',
      null,
      'Samedi 21 novembre',
      null,
      null,
    ])
    expect(days(true)[0]).toBe(null)
  })
})

describe('MSG-026: an older page', () => {
  test('changes no existing row, wherever the page is cut', () => {
    // one long group, past midnight
    const all = Array.from({ length: 40 }, (_, i) =>
      message(i + 1, {
        createdAt: new Date(Date.parse(`${DAY}23:50:00+01:00`) + i * 30_000).toISOString(),
      }),
    )
    for (let cut = 1; cut < 40; cut += 1) {
      const page = all.slice(cut)
      const cutAt = (page[0] as Message).id
      const standing = rowsOf(thread(page, { hasMore: true, breaks: new Set([cutAt]) }), OWN)
      const whole = rowsOf(
        thread(mergeMessages(page, all.slice(0, cut)), {
          breaks: new Set([cutAt, uid('message', 1)]),
        }),
        OWN,
      )
      whole.slice(cut).forEach((row, i) => expect(row).toBe(standing[i]))
    }
  })
  test('a new message changes the last row only', () => {
    const list = [when(1, '20:00:00'), when(2, '20:00:30')]
    const before = rowsOf(thread(list), OWN)
    const after = rowsOf(thread([...list, when(3, '20:00:45')]), OWN)
    expect([after[0] === before[0], after[1] === before[1], after.length]).toEqual([true, true, 3])
  })
})
