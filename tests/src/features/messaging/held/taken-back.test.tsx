// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HeldMessage } from '#contract/messaging/held'
import { session } from '../../../../../src/data/session/session'
import { toasts } from '../../../../../src/data/state/toasts'
import { draftText } from '../../../../../src/features/messaging/composer/draft-box'
import { currentDraftAuthor } from '../../../../../src/features/messaging/composer/drafts'
import { HeldActs } from '../../../../../src/features/messaging/held/held-acts'
import { Refusal, serve, times } from '../../../../support/world/events'
import { CONVERSATION, OWN, uid } from '../../../../support/world/messages'

const [LEA, HUGO] = [uid('identity', 1), uid('identity', 2)]
const person = (id: string, firstname: string) => ({ id, firstname, identity_handle: firstname })
const held = {
  id: uid('held', 1),
  conversationId: CONVERSATION,
  reason: 'photo',
  senderIdentityId: LEA,
  content: 'Un long texte',
  wanted: [HUGO],
  agreed: [],
  refused: [],
  media: [],
} as unknown as HeldMessage
const DELETE = `DELETE /held/${uid('held', 1)}`
const actAs = (activeIdentityId: string): void => {
  Object.assign(session, {
    accountId: OWN,
    mode: 'single',
    activeIdentityId,
    account: { identities: [person(LEA, 'Léa'), person(HUGO, 'Hugo')] },
  })
}

beforeEach(() => actAs(LEA))
afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
  localStorage.clear()
  Object.assign(session, { account: null, accountId: null, activeIdentityId: null })
})
const cancel = (): void =>
  void fireEvent.click(screen.getByRole('button', { name: 'Annuler l’envoi' }))
const back = async (): Promise<void> => {
  await waitFor(() => expect(toasts.map((t) => t.text).join()).toContain('dès son retour'))
  dispatchEvent(new Event('online'))
}

test('a lost reply to «Annuler l’envoi» loses no text: it is asked for again, without the row too', async () => {
  let tries = 0
  const asked = serve({
    [DELETE]: () => {
      tries += 1
      if (tries === 1) throw new TypeError('lost')
      return { held: { ...held, content: 'Un long texte, relu' } }
    },
  })
  render(<HeldActs held={held} />)
  cancel()
  await waitFor(() => expect(times(asked, DELETE)).toBe(1))
  // the list was loaded again: it no longer waits
  cleanup()
  await back()
  await waitFor(() =>
    expect(draftText(CONVERSATION, currentDraftAuthor())).toBe('Un long texte, relu'),
  )
  expect(toasts.at(-1)?.text).toContain('Le texte est revenu')
})

test('one that was sent meanwhile is not asked for again', async () => {
  let tries = 0
  const asked = serve({
    [DELETE]: () => {
      tries += 1
      if (tries === 1) throw new TypeError('lost')
      return new Refusal(404, 'Ce contenu n’existe pas.', { code: 'not_found' })
    },
  })
  render(<HeldActs held={held} />)
  cancel()
  await back()
  await waitFor(() => expect(toasts.at(-1)?.text).toBe('Ce contenu n’existe pas.'))
  expect([times(asked, DELETE), draftText(CONVERSATION, currentDraftAuthor())]).toEqual([2, ''])
})

test('MSG-155: only the person under whose name it leaves is offered to change it', () => {
  render(<HeldActs held={held} />)
  screen.getByRole('button', { name: 'Modifier' })
  cleanup()
  actAs(HUGO)
  render(<HeldActs held={held} />)
  expect(screen.queryByRole('button', { name: 'Modifier' })).toBeNull()
  screen.getByRole('button', { name: 'Annuler l’envoi' })
})

test('a yes that waits for a photo leads to the page where the photo is answered', async () => {
  serve({
    [`POST /held/${held.id}/approve`]: () =>
      new Refusal(409, 'Une personne doit d’abord donner son accord.', { code: 'photo_waiting' }),
  })
  render(<HeldActs held={{ ...held, reason: 'four_hands', wanted: [LEA], revision: 1 }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Donner mon accord' }))
  await waitFor(() => expect(toasts[0]?.action?.label).toBe('Répondre'))
  toasts[0]?.action?.onClick()
  expect(location.pathname).toBe('/account/agreements')
})
