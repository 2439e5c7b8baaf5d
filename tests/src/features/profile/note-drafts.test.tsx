// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearAccountStorage, clearSessionStorage } from '../../../../src/data/device/storage'
import { session } from '../../../../src/data/session/session'
import { NotesScreen } from '../../../../src/features/profile/private/notes'
import { fresh, Refusal, serve, times } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const identity = {
  id: fresh('identity'),
  identity_handle: 'moi',
  gender: 'woman',
  firstname: null,
  is_primary: true,
  avatar_url: null,
}
const member = fresh('member')
const open = async (): Promise<HTMLTextAreaElement> => {
  cleanup()
  render(<NotesScreen accountId={member} />)
  return screen.findByPlaceholderText('Ajoutez un commentaire général sur ce profil…')
}

test('unsaved notes survive a closed panel, a failed save and an expired session, not a sign-out', async () => {
  const id = fresh('own')
  Object.assign(session, {
    phase: 'signed-in',
    accountId: id,
    account: { id, account_handle: 'moi', identities: [identity] },
    mode: 'single',
    identityIds: [],
  })
  let fails = true
  const path = `/accounts/${member}/feelings`
  const saved = { global_comment: null as string | null, identity_feelings: {} }
  serve({
    [`GET ${path}`]: () => saved,
    [`POST ${path}`]: ({ body }) => (fails ? new Refusal(500) : Object.assign(saved, body)),
  })
  fireEvent.change(await open(), { target: { value: 'À revoir' } })
  expect((await open()).value).toBe('À revoir')
  const card = within(screen.getByRole('region', { name: 'Commentaire global' }))
  fireEvent.click(card.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() =>
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(
      false,
    ),
  )
  clearSessionStorage()
  expect((await open()).value).toBe('À revoir')
  clearAccountStorage()
  expect((await open()).value).toBe('')
  fails = false
  fireEvent.change(screen.getByPlaceholderText(/Ajoutez un commentaire général/), {
    target: { value: 'Charmants' },
  })
  fireEvent.click(
    within(screen.getByRole('region', { name: 'Commentaire global' })).getByRole('button', {
      name: 'Enregistrer',
    }),
  )
  await waitFor(() => expect(saved.global_comment).toBe('Charmants'))
  await waitFor(() =>
    expect(Object.keys(localStorage).filter((key) => key.startsWith('notes_draft:'))).toEqual([]),
  )
})

test('SOC-154 SOC-155 SOC-156: one identity or the comment is saved with what is saved of the rest; «Annuler» sends nothing', async () => {
  const [lea, hugo] = [
    { ...identity, id: fresh('identity'), firstname: 'Léa' },
    { ...identity, id: fresh('identity'), firstname: 'Hugo', gender: 'man', is_primary: false },
  ]
  const id = fresh('own')
  Object.assign(session, {
    accountId: id,
    account: { id, account_handle: 'nous', identities: [lea, hugo] },
  })
  const about = fresh('member')
  const path = `/accounts/${about}/feelings`
  let saved: object = {
    global_comment: 'Gentils',
    identity_feelings: {
      [lea.id]: { feeling: 70, comment: 'Drôle' },
      [hugo.id]: { feeling: 40, comment: null },
    },
  }
  const asked = serve({
    [`GET ${path}`]: () => saved,
    [`POST ${path}`]: ({ body }) => (saved = body as object),
  })
  cleanup()
  render(<NotesScreen accountId={about} />)
  const card = async (name: string) => within(await screen.findByRole('group', { name }))
  const [hers, his] = [await card('Ressenti de Léa'), await card('Ressenti de Hugo')]
  const all = within(screen.getByRole('region', { name: 'Commentaire global' }))
  const rate = (of: typeof hers, value: string) =>
    fireEvent.change(of.getByRole('slider'), { target: { value } })
  const write = (value: string) => fireEvent.change(all.getByRole('textbox'), { target: { value } })
  const buttons = (of: typeof hers) =>
    ['Annuler', 'Enregistrer'].map(
      (name) => !of.getByRole<HTMLButtonElement>('button', { name }).disabled,
    )
  const press = (of: typeof hers, name: string) => fireEvent.click(of.getByRole('button', { name }))
  const posts = () => asked.filter((s) => s.line === `POST ${path}`).map((s) => s.body)

  rate(hers, '90')
  expect([hers, his, all].map(buttons)).toEqual([
    [true, true],
    [false, false],
    [false, false],
  ])
  press(hers, 'Annuler')
  expect(hers.getByRole<HTMLInputElement>('slider').value).toBe('70')
  expect([buttons(hers), times(asked, `POST ${path}`)]).toEqual([[false, false], 0])

  rate(hers, '90')
  rate(his, '10')
  write('Très gentils')
  press(his, 'Enregistrer')
  await waitFor(() =>
    expect([hers, his, all].map(buttons)).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ]),
  )
  expect(posts()).toEqual([
    {
      global_comment: 'Gentils',
      identity_feelings: {
        [lea.id]: { feeling: 70, comment: 'Drôle' },
        [hugo.id]: { feeling: 10, comment: null },
      },
    },
  ])
  press(all, 'Annuler')
  expect(all.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Gentils')
  write('Adorables')
  press(all, 'Enregistrer')
  await waitFor(() => expect(buttons(all)).toEqual([false, false]))
  expect(posts().at(-1)).toEqual({
    global_comment: 'Adorables',
    identity_feelings: {
      [lea.id]: { feeling: 70, comment: 'Drôle' },
      [hugo.id]: { feeling: 10, comment: null },
    },
  })
  expect(posts()).toHaveLength(2)
})

test('SOC-059 SOC-160: the card of both asks for a rating, then says its band: a thumb down up to 20', async () => {
  const seen = new Map<string, string>()
  for (const feeling of [20, 21, 40, 41, 60, 61, 80, 81]) {
    const own = { ...identity, id: fresh('identity') }
    const id = fresh('own')
    Object.assign(session, {
      accountId: id,
      account: { id, account_handle: 'moi', identities: [own] },
    })
    const about = fresh('member')
    serve({
      [`GET /accounts/${about}/feelings`]: () => ({ global_comment: null, identity_feelings: {} }),
    })
    render(<NotesScreen accountId={about} />)
    const heading = await screen.findByRole('heading', { name: 'Impression d’ensemble' })
    const card = heading.closest('section') as HTMLElement
    expect(card.textContent).toContain('en tant que personne')
    fireEvent.change(screen.getByRole('slider'), { target: { value: String(feeling) } })
    const word = card.querySelector('b')?.textContent ?? ''
    seen.set(`${feeling} ${word}`, card.querySelector('svg')?.innerHTML ?? '')
    cleanup()
  }
  expect([...seen.keys()]).toEqual([
    '20 A priori non',
    '21 Moyen',
    '40 Moyen',
    '41 Correct',
    '60 Correct',
    '61 Bien',
    '80 Bien',
    '81 Excellent',
  ])
  const [down, ...up] = seen.values()
  expect([new Set(up).size, up.includes(down as string)]).toEqual([1, false])
})
