// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { SearchHit } from '#contract/messaging/acts'
import { FoundMessages } from '../../../../src/features/messaging/list/found-messages'
import { resetMessaging, setList } from '../../../../src/features/messaging/state/store'
import { at, conversation, OWN, uid } from '../../../support/world/messages'

afterEach(() => {
  cleanup()
  resetMessaging()
})

test('a message found in the discussion of an event stands under the name of the event, as in the list', () => {
  const id = uid('conversation', 1)
  setList(
    [
      conversation({
        id,
        type: 'event',
        event_title: 'Soirée velours',
        event_start_date: '2026-12-05T20:00:00.000Z',
      }),
    ],
    OWN,
  )
  const hit: SearchHit = {
    messageId: uid('message', 1),
    conversationId: id,
    createdAt: at(1),
    senderHandle: 'clara_t',
    is_own: false,
    excerpt: 'Garez-vous place Sathonay',
    match: [11, 16],
  }
  render(<FoundMessages hits={[hit]} />)
  expect(screen.getByText('Soirée velours')).toBeTruthy()
})
