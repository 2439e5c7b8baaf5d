// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '#contract/messaging/messages'
import { reportPrompt } from '../../../../src/data/state/report-prompt'
import { session } from '../../../../src/data/session/session'
import { resetMessaging, setList, setThread } from '../../../../src/features/messaging/state/store'
import { ThreadView } from '../../../../src/features/messaging/thread/thread'
import {
  conversation,
  CONVERSATION,
  message,
  mine,
  OWN,
  uid,
} from '../../../support/world/messages'

// jsdom has no layout, so an observer would see no rows
vi.mock('virtua', () => ({
  Virtualizer: ({
    data,
    children,
  }: {
    data: readonly unknown[]
    children: (row: unknown) => ReactNode
  }) => <>{data.map(children)}</>,
}))
vi.mock('../../../../src/data/media/media-urls', () => ({
  useSignedUrl: () => ({
    state: 'loading',
    url: null,
    invalidate: () => undefined,
    retry: () => undefined,
  }),
}))

beforeEach(() => {
  resetMessaging()
  Object.assign(session, {
    phase: 'signed-in',
    accountId: OWN,
    activeIdentityId: uid('identity', 1),
    mode: 'single',
    identityIds: [],
  })
  setList([conversation()], OWN)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const photo = (n: number): Message['media'][number] =>
  ({
    id: uid('photo', n),
    type: 'image',
    width: 900,
    height: 600,
  }) as unknown as Message['media'][number]

test('a photo can be reported in the viewer; one’s own cannot', async () => {
  setThread(CONVERSATION, {
    phase: 'ready',
    messages: [message(1, { media: [photo(1), photo(2)] }), mine(2, { media: [photo(3)] })],
  })
  render(<ThreadView id={CONVERSATION} />)
  fireEvent.click(screen.getByRole('button', { name: 'Photo 2 sur 2' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Signaler cette photo' }))
  expect({ ...reportPrompt.last }).toEqual({
    kind: 'photo',
    id: uid('photo', 2),
    title: 'Signaler cette photo',
  })
  cleanup()
  render(<ThreadView id={CONVERSATION} />)
  fireEvent.click(screen.getByRole('button', { name: 'Photo 1 sur 1' }))
  await screen.findByRole('button', { name: 'Agrandir' })
  expect(screen.queryByRole('button', { name: 'Signaler cette photo' })).toBeNull()
})
