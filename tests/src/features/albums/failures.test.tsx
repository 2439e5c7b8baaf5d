// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Album } from '#contract/albums/albums'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import { Albums } from '../../../../src/features/albums/view'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import { eventually } from '../../../support/eventually'
import { fresh, Refusal, serve, times } from '../../../support/world/events'

// jsdom lays nothing out: the grid and the ways to choose files are three buttons here
vi.mock('../../../../src/features/albums/grid/photo-grid', () => ({
  PhotoGrid: ({
    items,
    onMove,
    onDelete,
    onOpen,
  }: {
    items: readonly unknown[]
    onOpen: (at: number) => void
    onMove: (from: number, to: number) => void
    onDelete: (at: number) => void
  }) => (
    <>
      <p>{items.length} dans la grille</p>
      <button onClick={() => onMove(0, 1)}>déplacer</button>
      <button onClick={() => onDelete(0)}>retirer</button>
      <button onClick={() => onOpen(1)}>ouvrir</button>
    </>
  ),
}))
vi.mock('../../../../src/parts/photo/photo-viewer', () => ({
  PhotoViewer: ({ photos, index }: { photos: readonly { id: string }[]; index: number }) => (
    <p>ouverte : {photos[index]?.id}</p>
  ),
}))
vi.mock('../../../../src/features/albums/upload/add-photos', () => ({
  AddPhotos: ({ onPick }: { onPick: (ids: readonly string[]) => void }) => (
    <button onClick={() => onPick(['m9'])}>ajouter</button>
  ),
}))

const logged = vi.spyOn(console, 'error')
beforeEach(() => {
  logged.mockReset().mockImplementation(() => undefined)
  Object.assign(session, {
    phase: 'signed-in',
    accountId: fresh('own'),
    account: null,
    mode: 'single',
    identityIds: [],
  })
})
afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
})
const said = (): string[] => toasts.map((t) => t.text)
const log = (): unknown[] => logged.mock.calls.map(([text]) => text as unknown)
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))
const album = (): Album => ({
  id: fresh('album'),
  accountId: session.accountId ?? '',
  name: 'Portraits',
  description: null,
  isPublic: true,
  mediaCount: 2,
  can_view: true,
  createdAt: null,
  preview: [],
})
const photos = [1, 2].map((n) => ({
  id: `m${n}`,
  url: `/api/media/m${n}/url`,
  thumbnailUrl: `/api/media/m${n}/thumbnail`,
  blurhash: null,
  position: n,
}))
/** One album with two photos; every change of it fails. */
const show = (
  one: Album,
  media: unknown = { media: photos, total: 2 },
  more: Parameters<typeof serve>[0] = {},
) => {
  const asked = serve({
    'GET /albums': () => ({ albums: [one], sharedAlbums: [] }),
    [`GET /albums/${one.id}/media`]: () => media,
    ...more,
  })
  render(
    <>
      <Albums accountId={one.accountId} own />
      <ConfirmHost />
    </>,
  )
  return asked
}
const choose = (name: string): void => {
  press('Actions de l’album')
  fireEvent.click(screen.getByRole('menuitem', { name, hidden: true }))
}

test('SOC-240: photos that cannot be loaded, added or moved are said; one that cannot be removed is only logged', async () => {
  show(album(), new Refusal(500))
  expect(await screen.findByText('Erreur lors du chargement des médias')).toBeTruthy()
  cleanup()
  session.accountId = fresh('own')
  show(album())
  await screen.findByText('2 dans la grille')
  press('déplacer')
  await waitFor(() => expect(said()).toEqual(['Erreur lors de la réorganisation']))
  press('ajouter')
  await waitFor(() => expect(said()).toContain('Erreur lors de l’ajout des médias'))
  press('retirer')
  fireEvent.click(
    within(
      await screen.findByRole('alertdialog', { name: 'Supprimer cette photo\u00a0?' }),
    ).getByRole('button', { name: 'Supprimer' }),
  )
  await waitFor(() => expect(log()).toContain('Erreur lors de la suppression du média'))
  expect(said()).toHaveLength(2)
})

test('why photos may not be added, or an album not be public, is said in the words of the server', async () => {
  const why = 'Cette action vous est fermée jusqu’au 20 novembre.'
  const one = { ...album(), isPublic: false }
  show(one, undefined, {
    [`POST /albums/${one.id}/media`]: () => new Refusal(403, why),
    [`PATCH /albums/${one.id}`]: () => new Refusal(403, why),
  })
  await screen.findByText('2 dans la grille')
  press('ajouter')
  await waitFor(() => expect(said()).toEqual([why]))
  toasts.splice(0)
  choose('Rendre public')
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Rendre public' }),
  )
  await waitFor(() => expect(said()).toEqual([why]))
})

test('SOC-220 SOC-239: what fails of renaming, of deleting an album or a photo is logged, and nothing is shown', async () => {
  const one = album()
  const asked = show(one)
  await screen.findByText('2 dans la grille')
  choose('Renommer')
  const field = screen.getByDisplayValue('Portraits')
  fireEvent.change(field, { target: { value: 'Visages' } })
  fireEvent.blur(field)
  await waitFor(() => expect(log()).toContain('Erreur lors de la mise à jour de l’album'))
  choose('Supprimer l’album')
  fireEvent.click(
    within(await screen.findByRole('alertdialog', { name: /^Supprimer l’album/ })).getByRole(
      'button',
      { name: 'Supprimer l’album' },
    ),
  )
  await waitFor(() => expect(log()).toContain('Erreur lors de la suppression de l’album'))
  press('retirer')
  fireEvent.click(
    within(
      await screen.findByRole('alertdialog', { name: 'Supprimer cette photo\u00a0?' }),
    ).getByRole('button', { name: 'Supprimer' }),
  )
  await waitFor(() => expect(log()).toContain('Erreur lors de la suppression du média'))
  expect(
    [
      `PATCH /albums/${one.id}`,
      `DELETE /albums/${one.id}`,
      `DELETE /albums/${one.id}/media/m1`,
    ].map((line) => times(asked, line)),
  ).toEqual([1, 1, 1])
  expect(said()).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('SOC-108: a photo whose address is none of the API is opened by that of its id', async () => {
  const [first, second] = photos
  show(album(), { media: [first, { ...second, url: 'media/m2.jpg' }], total: 2 })
  await screen.findByText('2 dans la grille')
  press('ouvrir')
  expect(await screen.findByText('ouverte : /api/media/m2/url')).toBeTruthy()
})

test('a photo that could not be removed without network is shown again', async () => {
  const one = album()
  let isOffline = false
  const whenOnline = (answer: unknown) => () => {
    if (isOffline) throw new TypeError('Failed to fetch')
    return answer
  }
  const lost: (() => void)[] = []
  const asked = show(one, undefined, {
    [`GET /albums/${one.id}/media`]: whenOnline({ media: photos, total: 2 }),
    'GET /albums': whenOnline({ albums: [one], sharedAlbums: [] }),
    [`DELETE /albums/${one.id}/media/m1`]: () =>
      new Promise((_done, fail) => {
        lost.push(() => fail(new TypeError('Failed to fetch')))
      }),
  })
  await eventually(() => screen.getByText('2 dans la grille'))
  isOffline = true
  press('retirer')
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }),
  )
  await eventually(() => screen.getByText('1 dans la grille'))
  lost[0]?.()
  await eventually(() => screen.getByText('2 dans la grille'))
  // the reload after it
  await eventually(() => expect(times(asked, `GET /albums/${one.id}/media`)).toBe(2))
  screen.getByText('2 dans la grille')
  expect(log()).toContain('Erreur lors de la suppression du média')
  expect(said()).toEqual([])
})
