// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HeldMessage } from '#contract/messaging/held'
import { session } from '../../../../../src/data/session/session'
import {
  approveHeldMessage,
  requestFourHands,
} from '../../../../../src/features/messaging/state/held'
import {
  messaging,
  resetMessaging,
  setList,
} from '../../../../../src/features/messaging/state/store'
import { serve } from '../../../../support/world/events'
import {
  conversation,
  CONVERSATION,
  mine,
  OTHER,
  OWN,
  uid,
} from '../../../../support/world/messages'

const HELD = uid('held', 1)
beforeEach(() => {
  session.accountId = OWN
  setList([conversation()], OWN)
})
afterEach(() => {
  resetMessaging()
  session.accountId = null
  vi.unstubAllGlobals()
})
const become = (account: string): void => {
  session.accountId = account
  resetMessaging()
}
/** Both acts; `between` happens before the server answers. */
const act = async (between: () => void): Promise<void> => {
  const late = (answer: unknown) => () => {
    between()
    return answer
  }
  serve({
    [`POST /held/${HELD}/approve`]: late({ message: mine(1) }),
    [`PUT /conversations/${CONVERSATION}/four-hands`]: late({
      four_hands: { on: true, ending: [] },
    }),
  })
  const held = { id: HELD, conversationId: CONVERSATION, revision: 1 } as HeldMessage
  await approveHeldMessage(held, uid('identity', 1))
  session.accountId = OWN
  await requestFourHands(CONVERSATION, true)
}

test('an agreement that sends and «À quatre mains» are shown in the conversation', async () => {
  await act(() => undefined)
  const thread = messaging.threads[CONVERSATION]
  expect(thread?.messages.map((m) => m.id)).toEqual([mine(1).id])
  expect(thread?.fourHands?.on).toBe(true)
})

test('answered after another account has signed in, they show it nothing', async () => {
  await act(() => become(OTHER))
  expect(messaging.threads).toEqual({})
})
