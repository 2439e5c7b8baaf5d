// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetCached, session } from '../../../../src/data/session/state'
import { AnswersTogether } from '../../../../src/features/settings/together'
import { Refusal, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  forgetCached()
  vi.unstubAllGlobals()
})
const LABEL = 'À deux pour répondre aux invitations'

test('a choice of the couple that did not load says so, shows no switch, and is loaded again', async () => {
  let isDown = true
  serve({
    'GET /account/answers-together': () =>
      isDown ? new Refusal(403) : { together: { on: true, ending_by: null } },
  })
  Object.assign(session, {
    accountId: 'couple',
    account: { identities: [{ id: 'a' }, { id: 'b' }] },
  })
  render(<AnswersTogether />)
  await screen.findByText(/n’a pas pu être chargé/)
  expect(screen.queryByRole('switch', { name: LABEL })).toBeNull()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  const choice = await screen.findByRole('switch', { name: LABEL })
  expect(choice.getAttribute('aria-checked') ?? String((choice as HTMLInputElement).checked)).toBe(
    'true',
  )
  expect(screen.queryByText(/n’a pas pu être chargé/)).toBeNull()
})
