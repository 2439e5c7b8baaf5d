import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dueEntries,
  EMPTY_OUTBOX,
  isLive,
  isPending,
  liveEntries,
  outboxReducer,
  type OutboxEntry,
  type OutboxEvent,
  type OutboxState,
  type OutgoingContent,
} from '../../../../src/features/messaging/outbox/reducer'
import type { Photo } from '../../../../src/features/messaging/state/model'
import { outgoing, uid } from '../../../support/world/messages'

const CONVERSATIONS = ['A', 'B'] as const
const KEYS = Array.from({ length: 5 }, (_, n) => uid('client', n))
/** A message belongs to one conversation. */
const idOf = (key: string): string => CONVERSATIONS[KEYS.indexOf(key) % 2] ?? 'A'
const photo = (id: string): Photo =>
  ({ id, spots: [], preview: null, still: null, ratio: 1, pending: false }) as unknown as Photo
const contentOf = (key: string, order: number): OutgoingContent => {
  const {
    state: _state,
    error: _error,
    ...content
  } = outgoing({
    clientMsgId: key,
    order,
    photos: [photo('p1'), photo('p2')],
  })
  return content
}

const keys = fc.constantFrom(...KEYS)
const photoIds = fc.constantFrom('p1', 'p2')
const events: fc.Arbitrary<OutboxEvent> = fc.oneof(
  fc
    .record({ key: keys, order: fc.nat(99), online: fc.boolean() })
    .map(({ key, order, online }): OutboxEvent => {
      return { kind: 'written', id: idOf(key), content: contentOf(key, order), online }
    }),
  fc
    .record({ key: keys, order: fc.nat(99), read: fc.constantFrom('received', 'restored') })
    .map(({ key, order, read }): OutboxEvent => {
      const both = { id: idOf(key), content: contentOf(key, order) }
      return read === 'received'
        ? { kind: 'received', ...both }
        : {
            kind: 'restored',
            ...both,
            refusal: order % 3 === 0 ? { error: 'non', isFinal: order % 2 === 0 } : null,
          }
    }),
  fc.record({
    kind: fc.constant('kept' as const),
    key: keys,
    kept: fc.constantFrom('device', 'memory'),
  }),
  fc.record({
    kind: fc.constant('progressed' as const),
    key: keys,
    photoId: photoIds,
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({
    kind: fc.constant('uploaded' as const),
    key: keys,
    photoId: photoIds,
    mediaId: fc.constantFrom('m1', 'm2'),
  }),
  fc.record({ kind: fc.constantFrom('posted' as const, 'delayed' as const), key: keys }),
  fc.record({
    kind: fc.constant('refused' as const),
    key: keys,
    error: fc.constant('non'),
    isFinal: fc.boolean(),
  }),
  keys.map((key): OutboxEvent => ({ kind: 'confirmed', id: idOf(key), key, message: null })),
  keys.map((key): OutboxEvent => ({ kind: 'discarded', id: idOf(key), key })),
  fc.record({ kind: fc.constant('photo-removed' as const), key: keys, photoId: photoIds }),
  fc.record({
    kind: fc.constant('rate-limited' as const),
    id: fc.constantFrom(...CONVERSATIONS),
    until: fc.nat(100),
  }),
)

interface Step {
  readonly event: OutboxEvent
  readonly before: OutboxState
  readonly after: OutboxState
}
/** Any sequence of events, those that no member or tab would cause included. */
const check = (rule: (step: Step) => void): void =>
  fc.assert(
    fc.property(fc.array(events, { maxLength: 60 }), (list) => {
      let state = EMPTY_OUTBOX
      for (const event of list) {
        const after = outboxReducer(state, event)
        rule({ event, before: state, after })
        state = after
      }
    }),
    { numRuns: 400 },
  )
const each = (
  { before, after }: Step,
  rule: (was: OutboxEntry | undefined, is: OutboxEntry | undefined, key: string) => void,
): void => KEYS.forEach((key) => rule(before.entries[key], after.entries[key], key))

describe('whatever happens, in any order', () => {
  test('no message is lost: only confirming or discarding ends it, and its text stays as written', () =>
    check((step) =>
      each(step, (was, is) => {
        if (!isLive(was)) return
        if (isLive(is)) expect(is.content.content).toBe(was.content.content)
        else expect(step.event.kind).toBe(is?.status)
      }),
    ))

  test('none is sent after its confirmation', () =>
    check((step) =>
      each(step, (was, is, key) => {
        if (was?.status !== 'confirmed') return
        expect(is).toBe(was)
        expect(dueEntries(step.after, Infinity).map((e) => e.content.clientMsgId)).not.toContain(
          key,
        )
      }),
    ))

  test('a conversation goes in its order, behind what is still being written on the device', () =>
    check(({ after }) => {
      for (const id of CONVERSATIONS) {
        const pending = liveEntries(after, id).filter(isPending)
        const due = dueEntries(after, Infinity).filter((e) => e.conversationId === id)
        const saving = pending.findIndex((e) => e.kept === 'saving')
        expect(due).toEqual(saving < 0 ? pending : pending.slice(0, saving))
      }
    }))

  test('a refused message stays visible and is not sent until the member retries or discards it', () =>
    check((step) =>
      each(step, (was, is, key) => {
        if (was?.status !== 'refused') return
        const { kind } = step.event
        if (is?.status !== 'refused')
          return expect(['written', 'received', 'confirmed', 'discarded']).toContain(kind)
        expect(liveEntries(step.after, was.conversationId)).toContain(is)
        expect(dueEntries(step.after, Infinity).some((e) => e.content.clientMsgId === key)).toBe(
          false,
        )
      }),
    ))

  test('statuses change only along the legal transitions', () => {
    const LEGAL: Readonly<Record<string, readonly string[]>> = {
      none: ['sending', 'waiting', 'refused', 'confirmed', 'discarded'],
      sending: ['waiting', 'refused', 'confirmed', 'discarded'],
      waiting: ['sending', 'refused', 'confirmed', 'discarded'],
      refused: ['sending', 'waiting', 'confirmed', 'discarded'],
      discarded: ['sending', 'waiting', 'confirmed'],
      confirmed: [],
    }
    check((step) =>
      each(step, (was, is) => {
        const [from, to] = [was?.status ?? 'none', is?.status ?? 'none']
        if (from !== to) expect(LEGAL[from]).toContain(to)
      }),
    )
  })

  test('an uploaded photo stays uploaded, and a posted message keeps its photos', () =>
    check((step) =>
      each(step, (was, is) => {
        const isNew = step.event.kind === 'written' || step.event.kind === 'received'
        if (!isLive(was) || !isLive(is) || isNew) return
        for (const photoId of Object.keys(was.content.mediaIds))
          expect(is.content.mediaIds).toHaveProperty(photoId)
        if (was.content.posted) expect(is.content.photos).toEqual(was.content.photos)
      }),
    ))
})

test('one that waits makes the next of its conversation wait, and no other conversation', () => {
  const write = (state: OutboxState, key: string, online: boolean): OutboxState =>
    outboxReducer(state, {
      kind: 'written',
      id: idOf(key),
      content: contentOf(key, 1),
      online,
    })
  const [a1, b1, a2] = KEYS as [string, string, string]
  const state = [a2, b1].reduce((s, key) => write(s, key, true), write(EMPTY_OUTBOX, a1, false))
  expect([a1, a2, b1].map((key) => state.entries[key]?.status)).toEqual([
    'waiting',
    'waiting',
    'sending',
  ])
})

test('what is read again from the device changes nothing when nothing is new', () => {
  const [key] = KEYS as [string]
  const read = {
    kind: 'restored',
    id: idOf(key),
    content: contentOf(key, 1),
    refusal: null,
  } as const
  const once = outboxReducer(EMPTY_OUTBOX, read)
  expect(outboxReducer(once, { ...read, content: contentOf(key, 1) })).toBe(once)
})
