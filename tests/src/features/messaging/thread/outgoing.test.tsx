// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../../src/data/http/api-error'
import { session } from '../../../../../src/data/session/session'
import { refusalFrom } from '../../../../../src/features/messaging/outbox/attempts'
import type { Refusal } from '../../../../../src/features/messaging/outbox/reducer'
import { OutgoingRow } from '../../../../../src/features/messaging/thread/message/outgoing'
import { CONVERSATION, outgoing, OWN } from '../../../../support/world/messages'

const refusal = (code: string, withPhotos: boolean): Refusal =>
  refusalFrom(new ApiError(403, 'Non.', { body: { error: 'Non.', code } }), withPhotos)
const show = (refused: Refusal, content = 'à demain'): void => {
  const row = {
    kind: 'outgoing',
    key: 'o',
    own: true,
    dayAbove: null,
    first: true,
    outgoing: outgoing({ content, state: 'failed', ...refused }),
  } as const
  render(<OutgoingRow row={row} conversationId={CONVERSATION} genders={[]} />)
}
const buttons = (): (string | null)[] =>
  screen.getAllByRole('button').map((button) => button.textContent)

const writeText = vi.fn(async () => undefined)
beforeEach(() => {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  Object.assign(session, { phase: 'signed-in', accountId: OWN, account: null })
})
afterEach(cleanup)

test('a refused message can be sent again or deleted', () => {
  show(refusal('blocked', false))
  expect(buttons()).toEqual(['Réessayer', 'Supprimer'])
})

test.each([false, true])(
  'a message whose author has left the account says so, and its text can be copied (photos: %s)',
  (withPhotos) => {
    show(refusal('foreign_identity', withPhotos))
    screen.getByText(
      withPhotos ? /ou que l’on voit sur une photo, a quitté/ : /qui l’a écrit a quitté/,
    )
    expect(buttons()).toEqual(['Copier le texte', 'Supprimer'])
    fireEvent.click(screen.getByText('Copier le texte'))
    expect(writeText).toHaveBeenLastCalledWith('à demain')
  },
)

test('without a text, a message whose author has left the account can only be deleted', () => {
  show(refusal('foreign_identity', true), '')
  expect(buttons()).toEqual(['Supprimer'])
})
