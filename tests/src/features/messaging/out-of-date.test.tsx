// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { presences, startPresence, usePresence } from '../../../../src/data/session/presence'
import { session } from '../../../../src/data/session/session'
import { ConversationRow } from '../../../../src/features/messaging/list/row'
import { resetMessaging, setList, setThread } from '../../../../src/features/messaging/state/store'
import type { Outgoing } from '../../../../src/features/messaging/state/model'
import { conversation, OWN, uid } from '../../../support/world/messages'

beforeEach(() => {
  resetMessaging()
  Object.assign(session, { accountId: OWN })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('the preview of a conversation is the message that waits to be sent', () => {
  const id = uid('conversation', 1)
  setList([conversation({ id })], OWN)
  const waits = (patch: Partial<Outgoing>): Outgoing[] => [
    { content: '', photos: [], ...patch } as unknown as Outgoing,
  ]
  setThread(id, { outgoing: waits({ content: 'Pas encore\nparti' }) })
  render(<ConversationRow id={id} active={false} />)
  expect(screen.getByText('Vous : Pas encore parti')).toBeTruthy()
  cleanup()
  setThread(id, { outgoing: waits({ photos: [{}, {}] as unknown as Outgoing['photos'] }) })
  render(<ConversationRow id={id} active={false} />)
  expect(screen.getByText('Vous : 2 photos')).toBeTruthy()
})

test('without network nobody is shown online', async () => {
  const accountId = uid('account', 7)
  presences[accountId] = { accountId, isOnline: true, lastSeenAt: null, lastSeenIdentityId: null }
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  startPresence()
  const Shown = () => <p>{usePresence(accountId)?.isOnline ? 'en ligne' : 'inconnu'}</p>
  render(<Shown />)
  expect(screen.getByText('en ligne')).toBeTruthy()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  await screen.findByText('inconnu')
})
