// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Relation } from '#contract/relations'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import { SearchResults } from '../../../../src/features/messaging/list/search-results'
import { NewConversation } from '../../../../src/features/messaging/list/new-conversation'
import { TalkDialog } from '../../../../src/parts/member/talk-dialog'
import { fresh, Refusal, serve } from '../../../support/world/events'

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
  const started = () => asked.filter((s) => s.line === START)
  expect(started()).toEqual([])
  start('ab_1')
  await waitFor(() => expect(screen.getByText('Aucun membre ne porte ce pseudo.')).toBeTruthy())
  expect(started().map((s) => s.body)).toEqual([{ handle: 'ab_1' }])
  fireEvent.change(screen.getByLabelText('Pseudo du membre'), { target: { value: 'ab_12' } })
  expect(screen.queryByText('Aucun membre ne porte ce pseudo.')).toBeNull()
})

const relation = (handle: string, firstname: string | null = null): Relation => ({
  with_account_id: fresh('member'),
  with_account_handle: handle,
  avatar_url: null,
  identities: [
    {
      id: fresh('identity'),
      identity_handle: handle,
      gender: 'woman',
      firstname,
      is_primary: true,
      avatar_url: null,
    },
  ],
  is_online: false,
  location: null,
  since: '2026-01-01T10:00:00.000Z',
})

test('relations are offered before a letter is typed, found by handle or shared first name, and written to by one tap', async () => {
  const asked = serve({
    'GET /relations': () => ({ relations: [relation('louis_adrien'), relation('nora', 'Léna')] }),
    'GET /search': () => ({ accounts: [] }),
    [START]: () => new Refusal(404, 'Aucun membre ne porte ce pseudo.'),
  })
  render(<NewConversation open onClose={() => undefined} onGroup={() => undefined} />)
  const list = await screen.findByRole('list', { name: 'Membres que vous connaissez' })
  const names = () =>
    within(list)
      .getAllByRole('button')
      .map((b) => b.textContent)
  expect(names()).toEqual([
    expect.stringContaining('louis_adrien'),
    expect.stringContaining('noraLéna'),
  ])
  fireEvent.change(screen.getByLabelText('Pseudo du membre'), { target: { value: 'lena' } })
  expect(names()).toEqual([expect.stringContaining('nora')])
  fireEvent.click(within(list).getByRole('button', { name: /nora/ }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ line: START, body: { handle: 'nora' } }))
})

test('a search of the list finds members and says that nothing was found only when nothing was', async () => {
  Object.assign(session, { accountId: fresh('own') })
  serve({
    'GET /relations': () => ({ relations: [relation('louis_adrien')] }),
    'GET /search': () => ({ accounts: [] }),
    'GET /messages/search': () => ({ hits: [] }),
    'GET /events/my-calendar': () => ({ events: [] }),
    'GET /events/invited-events': () => ({ events: [] }),
  })
  const { rerender } = render(
    <SearchResults query="loui" hasConversations={false}>
      {null}
    </SearchResults>,
  )
  await screen.findByRole('button', { name: /louis_adrien/ })
  expect(screen.queryByText('Aucun résultat.')).toBeNull()
  rerender(
    <SearchResults query="personne" hasConversations={false}>
      {null}
    </SearchResults>,
  )
  await screen.findByText('Aucun résultat.')
  screen.getByText('Essayez un autre mot, ou le début d’un pseudo.')
  // strangers are found by their whole handle alone, and not here
  screen.getByText(/Écrivez son pseudo entier dans «.Nouvelle discussion.»\./)
})

test('SOC-225: from a profile, a conversation that does not start says the server’s words, else ours', async () => {
  let answer = new Refusal(500)
  serve({ [START]: () => answer })
  render(<TalkDialog handle="nora" open onClose={() => undefined} />)
  const fails = async (text: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: 'Écrire' }))
    await waitFor(() => expect(toasts.map((t) => t.text)).toContain(text))
  }
  await fails('Impossible de créer la conversation')
  answer = new Refusal(403, 'Ce membre ne reçoit pas de messages.')
  await fails('Ce membre ne reçoit pas de messages.')
})
