// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { act, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { announceMessage } from '../../../../../src/features/messaging/thread/announce'
import { messaging, resetMessaging } from '../../../../../src/features/messaging/state/store'
import { Announcer } from '../../../../../src/ui/feedback/announcer'
import { CONVERSATION, message, OWN } from '../../../../support/world/messages'

afterEach(() => {
  vi.useRealTimers()
  resetMessaging()
})

test('new messages are announced to screen readers, changed ones are not', () => {
  vi.useFakeTimers()
  render(<Announcer />)
  messaging.openId = CONVERSATION
  announceMessage(message(5, { content: 'bonsoir' }), OWN)
  announceMessage(message(4, { content: 'sans sa photo', changed: 6 }), OWN)
  act(() => void vi.runAllTimers())
  expect(document.body.textContent).toContain('clara_t\u00a0: bonsoir')
  expect(document.body.textContent).not.toContain('sans sa photo')
})
