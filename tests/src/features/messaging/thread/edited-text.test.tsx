// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../../../../src/data/session/session'
import { forgetCached } from '../../../../../src/data/session/state'
import { editingState, startEdit } from '../../../../../src/features/messaging/editing/editing'
import {
  resetMessaging,
  setList,
  setThread,
} from '../../../../../src/features/messaging/state/store'
import { ThreadView } from '../../../../../src/features/messaging/thread/thread'
import { serve } from '../../../../support/world/events'
import { conversation, CONVERSATION, mine, OWN, uid } from '../../../../support/world/messages'

const OTHER_ONE = uid('conversation', 4)
const edited = mine(1)

beforeEach(() => {
  serve({})
  resetMessaging()
  Object.assign(session, {
    phase: 'signed-in',
    accountId: OWN,
    account: null,
    activeIdentityId: uid('identity', 1),
    mode: 'single',
    identityIds: [],
  })
  setList([conversation(), conversation({ id: OTHER_ONE })], OWN)
  setThread(CONVERSATION, { phase: 'ready', messages: [edited] })
  setThread(OTHER_ONE, { phase: 'ready' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const text = (): string | undefined =>
  screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Texte du message' })?.value
const type = (value: string): boolean =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Texte du message' }), {
    target: { value },
  })
const settle = (work: () => unknown): Promise<void> =>
  act(async () => {
    work()
    await vi.dynamicImportSettled()
  })
const edit = (): Promise<void> => settle(() => startEdit(edited))

test('the typed text of a message that is being edited survives the photos, another identity and another discussion', async () => {
  const { rerender } = render(<ThreadView key={CONVERSATION} id={CONVERSATION} />)
  await edit()
  expect(text()).toBe('message 1')
  type('message un')

  await settle(() => fireEvent.click(screen.getByRole('tab', { name: 'Photos' })))
  expect(text()).toBeUndefined()
  await settle(() => fireEvent.click(screen.getByRole('tab', { name: 'Messages' })))
  expect(text()).toBe('message un')

  await settle(() => (session.activeIdentityId = uid('identity', 9)))
  expect(text()).toBeUndefined()
  await settle(() => (session.activeIdentityId = uid('identity', 1)))
  expect(text()).toBe('message un')

  rerender(<ThreadView key={OTHER_ONE} id={OTHER_ONE} />)
  expect(text()).toBeUndefined()
  rerender(<ThreadView key={CONVERSATION} id={CONVERSATION} />)
  expect(text()).toBe('message un')
  await edit()
  expect(text()).toBe('message un')
})

test('it is forgotten when the edit ends, and with the account', async () => {
  render(<ThreadView id={CONVERSATION} />)
  await edit()
  type('message un')
  await settle(() =>
    fireEvent.click(screen.getByRole('button', { name: 'Ne plus modifier ce message' })),
  )
  await edit()
  expect(text()).toBe('message 1')
  type('message un')
  await settle(forgetCached)
  expect(text()).toBeUndefined()
  expect(editingState.byConversation).toEqual({})
})
