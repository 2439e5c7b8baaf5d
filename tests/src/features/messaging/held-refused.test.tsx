// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { HeldMessage } from '#contract/messaging/held'
import { session } from '../../../../src/data/session/session'
import { HeldActs } from '../../../../src/features/messaging/held/held-acts'
import { uid } from '../../../support/world/messages'

const [LEA, HUGO] = [uid('identity', 1), uid('identity', 2)]
const person = (id: string, firstname: string) => ({ id, firstname, identity_handle: firstname })
const showTo = (
  activeIdentityId: string,
  refused: string[],
  more: Partial<HeldMessage> = {},
): void => {
  cleanup()
  Object.assign(session, {
    mode: 'single',
    activeIdentityId,
    account: { identities: [person(LEA, 'Léa'), person(HUGO, 'Hugo')] },
  })
  const held = {
    reason: 'four_hands',
    wanted: [LEA, HUGO],
    agreed: [],
    refused,
    media: [],
    ...more,
  }
  render(<HeldActs held={held as unknown as HeldMessage} />)
}
afterEach(() => {
  cleanup()
  Object.assign(session, { account: null, activeIdentityId: null })
})

test('a photo that everybody has agreed to and that is still closed is no agreement of nobody', () => {
  showTo(LEA, [], { reason: 'photo', wanted: [HUGO], agreed: [HUGO] })
  screen.getByText('Attend qu’une photo puisse être montrée.')
  showTo(LEA, [], { reason: 'photo', wanted: [HUGO] })
  screen.getByText('Attend l’accord de Hugo pour une photo')
})

test('a message that is held by a refused photo asks for no agreement: who refused can answer again', () => {
  showTo(HUGO, [])
  screen.getByRole('button', { name: 'Donner mon accord' })
  showTo(HUGO, [HUGO])
  screen.getByText('Photo refusée par Hugo. Annulez l’envoi pour écrire sans elle.')
  expect(screen.queryByRole('button', { name: 'Donner mon accord' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Revoir ma réponse' }).getAttribute('href')).toBe(
    '/account/agreements',
  )
  showTo(LEA, [HUGO])
  expect(screen.queryByRole('button', { name: 'Donner mon accord' })).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})
