// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '../../../../src/data/session/session'
import { NotesScreen } from '../../../../src/features/profile/private/notes'
import type { SavedFeelings } from '../../../../src/features/profile/private/notes-model'
import { fresh, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const person = (firstname: string) => ({
  id: fresh('identity'),
  identity_handle: firstname,
  gender: 'woman',
  firstname,
  is_primary: firstname === 'Léa',
  avatar_url: null,
})

/** The notes of a couple on a member; a save waits for `answer`. */
const open = async () => {
  const [lea, hugo] = [person('Léa'), person('Hugo')]
  const id = fresh('own')
  Object.assign(session, {
    phase: 'signed-in',
    accountId: id,
    account: { id, account_handle: 'nous', identities: [lea, hugo] },
    mode: 'both',
  })
  const about = fresh('member')
  const path = `/accounts/${about}/feelings`
  const server: { saved: SavedFeelings } = {
    saved: { global_comment: null, identity_feelings: {} },
  }
  const saving: (() => void)[] = []
  serve({
    [`GET ${path}`]: () => server.saved,
    [`POST ${path}`]: ({ body }) =>
      new Promise((resolve) => saving.push(() => resolve((server.saved = body as SavedFeelings)))),
  })
  const show = async () => {
    cleanup()
    render(<NotesScreen accountId={about} />)
    const comment = await screen.findByRole('region', { name: 'Commentaire global' })
    return {
      comment: within(comment),
      hers: within(screen.getByRole('group', { name: 'Ressenti de Léa' })),
    }
  }
  const answer = async (): Promise<void> => {
    await waitFor(() => expect(saving).toHaveLength(1))
    await act(async () => saving.shift()?.())
  }
  return { lea, hugo, server, show, answer, shown: await show() }
}
type Shown = Awaited<ReturnType<typeof open>>['shown']['comment']
const saveButton = (of: Shown) => of.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' })
const save = async (of: Shown): Promise<void> => {
  await waitFor(() => expect(saveButton(of).disabled).toBe(false))
  fireEvent.click(saveButton(of))
}
const field = (of: Shown) => of.getByRole<HTMLTextAreaElement>('textbox')
const slider = (of: Shown) => of.getByRole<HTMLInputElement>('slider')
const enter = (into: HTMLElement, value: string): boolean =>
  fireEvent.change(into, { target: { value } })
const drafts = (): string[] =>
  Object.keys(localStorage).filter((key) => key.startsWith('notes_draft:'))

test('what is typed or rated while notes are being saved stays, also in the draft, and can be saved', async () => {
  const { lea, server, show, answer, shown } = await open()
  enter(field(shown.comment), 'Charmants')
  await save(shown.comment)
  enter(field(shown.comment), 'Charmants, à revoir')
  await answer()
  await waitFor(() => expect(server.saved.global_comment).toBe('Charmants'))
  expect(field(shown.comment).value).toBe('Charmants, à revoir')
  expect(saveButton(shown.comment).disabled).toBe(false)

  enter(slider(shown.hers), '60')
  await save(shown.hers)
  enter(slider(shown.hers), '90')
  await answer()
  await waitFor(() => expect(server.saved.identity_feelings[lea.id]?.feeling).toBe(60))
  expect(slider(shown.hers).value).toBe('90')

  const again = await show()
  expect([field(again.comment).value, slider(again.hers).value]).toEqual([
    'Charmants, à revoir',
    '90',
  ])
  for (const card of [again.comment, again.hers]) {
    await save(card)
    await answer()
    await waitFor(() => expect(saveButton(card).disabled).toBe(true))
  }
  expect(server.saved.global_comment).toBe('Charmants, à revoir')
  expect(server.saved.identity_feelings[lea.id]?.feeling).toBe(90)
  expect(drafts()).toEqual([])
})

test('a save that ends after its screen was closed leaves what was typed since in another one', async () => {
  const { server, show, answer, shown } = await open()
  enter(field(shown.comment), 'Charmants')
  await save(shown.comment)
  const again = await show()
  enter(field(again.comment), 'Charmants, à revoir')
  await answer()
  await waitFor(() => expect(server.saved.global_comment).toBe('Charmants'))
  expect(field((await show()).comment).value).toBe('Charmants, à revoir')
})

test('SOC-155: what the other of a couple has written since the page was opened is kept', async () => {
  const { lea, hugo, server, answer, shown } = await open()
  server.saved = {
    global_comment: 'Gentils',
    identity_feelings: { [hugo.id]: { feeling: 40, comment: 'Calme' } },
  }
  enter(slider(shown.hers), '60')
  enter(field(shown.comment), 'Charmants')
  await save(shown.hers)
  // it would read the notes before this save has changed them
  await waitFor(() => expect(saveButton(shown.comment).disabled).toBe(true))
  await answer()
  await waitFor(() => expect(saveButton(shown.hers).disabled).toBe(true))
  const notes = {
    [lea.id]: { feeling: 60, comment: null },
    [hugo.id]: { feeling: 40, comment: 'Calme' },
  }
  expect(server.saved).toEqual({ global_comment: 'Gentils', identity_feelings: notes })

  server.saved = {
    ...server.saved,
    identity_feelings: { ...notes, [hugo.id]: { feeling: 45, comment: 'Drôle' } },
  }
  await save(shown.comment)
  await answer()
  await waitFor(() => expect(saveButton(shown.comment).disabled).toBe(true))
  expect(server.saved).toEqual({
    global_comment: 'Charmants',
    identity_feelings: { ...notes, [hugo.id]: { feeling: 45, comment: 'Drôle' } },
  })
})
