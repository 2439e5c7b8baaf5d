// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import { NewConversation } from '../../../../src/features/messaging/list/new-conversation'
import { TalkDialog } from '../../../../src/parts/member/talk-dialog'
import { Refusal, serve } from '../../../support/world/outings'

beforeEach(() => {
  Object.assign(session, { phase: 'signed-in', account: { account_handle: 'Moi_Meme' } })
})
afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
})
const START = 'POST /conversations/start'

test('SOC-163 SOC-165: a handle that is none, and one’s own, are refused before anything is sent; ab_1 leaves', async () => {
  const asked = serve({ [START]: () => new Refusal(404, 'Aucun membre ne porte ce pseudo.') })
  render(<NewConversation open onClose={() => undefined} onGroup={() => undefined} />)
  const start = (handle: string): void => {
    fireEvent.change(screen.getByLabelText('Pseudo du membre'), { target: { value: handle } })
    fireEvent.click(screen.getByRole('button', { name: 'Ouvrir la discussion' }))
  }
  for (const bad of ['abc', 'ab-cd', 'abcd!', 'ab cd']) {
    start(bad)
    expect(
      screen.getByText('Au moins 4 caractères (lettres, chiffres et _ uniquement)'),
    ).toBeTruthy()
  }
  start('moi_meme')
  expect(screen.getByText('Vous ne pouvez pas vous écrire à vous-même')).toBeTruthy()
  expect(screen.queryByText(/Au moins 4/)).toBeNull()
  expect(asked).toEqual([])
  start('ab_1')
  await waitFor(() => expect(screen.getByText('Aucun membre ne porte ce pseudo.')).toBeTruthy())
  expect(asked.map((s) => [s.line, s.body])).toEqual([[START, { handle: 'ab_1' }]])
  fireEvent.change(screen.getByLabelText('Pseudo du membre'), { target: { value: 'ab_12' } })
  expect(screen.queryByText('Aucun membre ne porte ce pseudo.')).toBeNull()
})

test('SOC-225: from a profile, a conversation that does not start says the server’s words, else ours', async () => {
  let answer = new Refusal(500)
  serve({ [START]: () => answer })
  render(<TalkDialog handle="nora" open onClose={() => undefined} />)
  const fails = async (text: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: 'Créer la conversation' }))
    await waitFor(() => expect(toasts.map((t) => t.text)).toContain(text))
  }
  await fails('Impossible de créer la conversation')
  answer = new Refusal(403, 'Ce membre ne reçoit pas de messages.')
  await fails('Ce membre ne reçoit pas de messages.')
})
