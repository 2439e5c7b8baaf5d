import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyMarks, mergeMessages } from '../../../../src/features/messaging/state/merge'
import {
  hasReceipts,
  sortedIds,
  reconcileOutgoing,
} from '../../../../src/features/messaging/state/model'
import {
  conversation,
  message,
  mine,
  OWN,
  outgoing,
  uid,
  at,
} from '../../../support/world/messages'

describe('messages of a thread', () => {
  test('MSG-111: duplicates and reordering leave each message once, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 8 }), { maxLength: 12 }),
        (batches) => {
          let list: ReturnType<typeof mergeMessages> = []
          for (const batch of batches)
            list = mergeMessages(
              list,
              batch.map((seq) => message(seq)),
            )
          const wanted = [...new Set(batches.flat())].sort((a, b) => a - b)
          expect(list.map((m) => m.seq)).toEqual(wanted)
        },
      ),
    )
  })
  test('without changes the same array is returned', () => {
    const list = [message(1)]
    expect(mergeMessages(list, [])).toBe(list)
  })
  test('a known message is replaced in place', () => {
    const list = [message(1), message(2), message(3)]
    const changed = mergeMessages(list, [message(2, { reactions: { '❤️': [] } })])
    expect(changed.map((m) => m.seq)).toEqual([1, 2, 3])
    expect(Object.keys(changed[1]?.reactions ?? {})).toEqual(['❤️'])
    expect(changed[0]).toBe(list[0])
  })
  test('a deletion is final: an earlier response does not restore the text', () => {
    const gone = message(2, { deletedAt: at(9), content: '' })
    const list = mergeMessages([message(1), gone], [message(1), message(2, { content: 'secret' })])
    expect(list[1]?.content).toBe('')
    expect(mergeMessages([message(2)], [gone])[0]?.deletedAt).toBe(at(9))
  })
})

describe('receipts', () => {
  test('MSG-106: a read event covers all own messages up to it, and no others', () => {
    const list = [mine(1), message(2), mine(3), mine(4), mine(5)]
    const marked = applyMarks(list, OWN, { [uid('reader')]: 4 })
    expect(marked.map((m) => m.readByOther)).toEqual([true, false, true, true, false])
    expect(marked[0]?.readByIdentityIds).toEqual([uid('reader')])
    expect(marked[1]).toBe(list[1])
    expect(applyMarks(marked, OWN, { [uid('reader')]: 4 })).toBe(marked)
    expect(applyMarks(list, OWN, undefined)).toBe(list)
  })
  test('MSG-105: only direct and event-direct have receipts', () => {
    expect(
      (['direct', 'group', 'event', 'event-direct', undefined] as const).map(hasReceipts),
    ).toEqual([true, false, false, true, false])
  })
})

describe('on its way', () => {
  test('MSG-101: an outgoing copy is removed when its message arrives', () => {
    const two = [outgoing(), outgoing({ clientMsgId: uid('client', 2) })]
    expect(
      reconcileOutgoing(two, [message(1), mine(2, { clientMsgId: uid('client', 2) })]).map(
        (o) => o.clientMsgId,
      ),
    ).toEqual([uid('client', 1)])
    expect(reconcileOutgoing(two, [message(1)])).toBe(two)
  })
})

describe('order of the list', () => {
  test('newest message first; without a message, by creation', () => {
    const list = [
      conversation({ id: 'a', lastMessageAt: at(1) }),
      conversation({ id: 'b', lastMessageAt: at(5) }),
      conversation({ id: 'c', createdAt: at(3) }),
    ]
    expect(sortedIds(Object.fromEntries(list.map((c) => [c.id, c])))).toEqual(['b', 'c', 'a'])
  })
})
