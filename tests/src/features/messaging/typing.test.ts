// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TYPING_REPEAT_MS, TYPING_SHOWN_MS } from '#contract/limits'
import { session } from '../../../../src/data/session/session'
import {
  forgetTyping,
  reportTyping,
  onTyping,
  typingState,
  typingText,
  stopTypingBy,
} from '../../../../src/features/messaging/state/typing'
import {
  conversation,
  CONVERSATION,
  message,
  OTHER,
  OWN,
  participant,
  uid,
} from '../../../support/world/messages'

let told: unknown[] = []
beforeEach(() => {
  vi.useFakeTimers()
  told = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    told.push(JSON.parse(String(init.body)))
    return new Response('{"success":true}', { headers: { 'content-type': 'application/json' } })
  })
  Object.assign(session, {
    phase: 'signed-in',
    token: 't',
    accountId: OWN,
    activeIdentityId: uid('identity', 1),
    mode: 'single',
  })
  forgetTyping()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const types = (accountId = OTHER, isTyping = true): void =>
  onTyping({ conversationId: CONVERSATION, accountId, identityId: null, isTyping })

describe('telling', () => {
  test('notified at most every 3 s while typing, and once at the end', () => {
    for (let i = 0; i < 20; i += 1) {
      reportTyping(CONVERSATION, true)
      vi.advanceTimersByTime(300)
    }
    expect(told.length).toBe(6_000 / TYPING_REPEAT_MS)
    reportTyping(CONVERSATION, false)
    reportTyping(CONVERSATION, false)
    expect(told.at(-1)).toEqual({ identity_id: uid('identity', 1), isTyping: false })
    expect(told.length).toBe(3)
  })
  test('nothing is sent without an acting identity, nor an end without a start', () => {
    reportTyping(CONVERSATION, false)
    Object.assign(session, { activeIdentityId: null })
    reportTyping(CONVERSATION, true)
    expect(told).toEqual([])
  })
})
describe('showing', () => {
  test('shown for 6 s after the last event, or until a message or an end arrives', () => {
    types()
    vi.advanceTimersByTime(TYPING_SHOWN_MS - 1)
    types()
    vi.advanceTimersByTime(TYPING_SHOWN_MS - 1)
    expect(typingState.byConversation[CONVERSATION]?.length).toBe(1)
    vi.advanceTimersByTime(2)
    expect(typingState.byConversation[CONVERSATION]).toBeUndefined()
    types()
    stopTypingBy(message(1))
    expect(typingState.byConversation[CONVERSATION]).toBeUndefined()
    types()
    types(OTHER, false)
    expect(typingState.byConversation[CONVERSATION]).toBeUndefined()
  })
  test('never oneself', () => {
    types(OWN)
    expect(typingState.byConversation[CONVERSATION]).toBeUndefined()
  })
  test('text: by handle in groups, by number for several members', () => {
    const one = { accountId: OTHER, identityId: null }
    expect(typingText(undefined, conversation())).toBeNull()
    expect(typingText([one], conversation())).toBe('écrit…')
    expect(
      typingText(
        [one],
        conversation({ type: 'group', participants: [participant(OTHER, 'clara_t')] }),
      ),
    ).toBe('clara_t écrit…')
    expect(
      typingText([one, { accountId: uid('x'), identityId: null }], conversation({ type: 'group' })),
    ).toBe('2 personnes écrivent…')
  })
})
