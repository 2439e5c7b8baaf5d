// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Album, AlbumMedia } from '#contract/albums/albums'
import { ALBUM_MEDIA_MAX } from '#contract/limits'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import { Albums } from '../../../../src/features/albums/view'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import { fresh, Refusal, serve, times, type Sent } from '../../../support/world/events'

vi.mock('../../../../src/data/media/media-urls', () => ({
  useSignedUrl: (id: string | null) => ({
    state: 'ready',
    url: id && `/bytes${id}`,
    invalidate: () => undefined,
    retry: () => undefined,
  }),
}))

let own = ''
beforeEach(() => {
  own = fresh('own')
  Object.assign(session, {
    phase: 'signed-in',
    accountId: own,
    account: null,
    mode: 'single',
    identityIds: [],
  })
})
afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const photo = (n: number): AlbumMedia =>
  ({
    id: `m${n}`,
    url: `/api/media/m${n}/url`,
    thumbnailUrl: `/api/media/m${n}/thumbnail`,
    blurhash: null,
    position: n,
  }) as unknown as AlbumMedia
const album = (name: string, patch: Partial<Album> = {}): Album => ({
  id: fresh('album'),
  accountId: own,
  name,
  description: null,
  isPublic: true,
  mediaCount: 0,
  can_view: true,
  createdAt: null,
  preview: [],
  ...patch,
})
const show = (
  albums: unknown,
  {
    mine = true,
    more = {},
  }: { mine?: boolean; more?: Record<string, (sent: Sent) => unknown> } = {},
): Sent[] => {
  const list = Array.isArray(albums) ? (albums as Album[]) : []
  const asked = serve({
    'GET /albums': () => (albums instanceof Refusal ? albums : { albums, sharedAlbums: [] }),
    ...Object.fromEntries(
      list.map((a) => [`GET /albums/${a.id}/media`, () => ({ media: [], total: 0 })]),
    ),
    ...more,
  })
  render(
    <>
      <Albums accountId={own} own={mine} />
      <ConfirmHost />
    </>,
  )
  return asked
}
const tile = async (name: string) =>
  (await screen.findByRole('button', { name })).closest('li') as HTMLElement

test('SOC-025 SOC-026 SOC-108: a tile has four thumbnails at most, its name, how many photos, and a lock only when it is private', async () => {
  show([
    album('Portraits', { mediaCount: 9, preview: [1, 2, 3, 4, 7].map(photo) }),
    album('Intime', {
      isPublic: false,
      mediaCount: 2,
      preview: [photo(5), { ...photo(6), thumbnailUrl: 'media/6.jpg' }],
    }),
    album('Vide', { mediaCount: 0, preview: [] }),
    album('Plein', { mediaCount: ALBUM_MEDIA_MAX, preview: [] }),
  ])
  for (const [name, badge] of [
    ['Vide', '0'],
    ['Plein', '2000'],
  ] as const)
    expect(within(await tile(name)).getByText(badge)).toBeTruthy()
  const [open, locked] = [await tile('Portraits'), await tile('Intime')]
  const pictures = (at: HTMLElement) =>
    [...at.querySelectorAll('img')].map((i) => i.getAttribute('src'))
  expect(pictures(open)).toEqual([1, 2, 3, 4].map((n) => `/bytes/api/media/m${n}/thumbnail`))
  expect(pictures(locked)).toEqual([5, 6].map((n) => `/bytes/api/media/m${n}/thumbnail`))
  expect(
    [open, locked].map((t) => /\d\s+photos/.exec(t.textContent ?? '')?.[0].replace(/\s/, ' ')),
  ).toEqual(['9 photos', '2 photos'])
  expect([open, locked].map((t) => within(t).queryByLabelText('Privé') !== null)).toEqual([
    false,
    true,
  ])
})

test('SOC-023 SOC-035: no album, for its owner, who may create one, and for another member', async () => {
  show([])
  expect(
    await screen.findByRole('heading', { name: 'Aucun album. Créez-en un pour commencer\u00a0!' }),
  ).toBeTruthy()
  const create = () => screen.queryAllByRole('button', { name: 'Créer un album' }).length > 0
  expect([screen.getAllByRole('heading')[0]?.textContent, create()]).toEqual(['Mes albums', true])
  cleanup()
  own = fresh('own')
  show([], { mine: false })
  expect(await screen.findByText('Aucun album disponible')).toBeTruthy()
  expect([screen.getAllByRole('heading')[0]?.textContent, create()]).toEqual(['Albums', false])
})

test('SOC-027 SOC-036: of albums that the reader may not see none is selected, and no photo is asked for', async () => {
  const asked = show(
    [album('Album privé', { isPublic: false, can_view: false, preview: [photo(1)] })],
    { mine: false },
  )
  const closed = await tile('Album privé')
  expect(screen.getByText('Sélectionnez un album pour afficher les photos')).toBeTruthy()
  expect(closed.querySelector('[data-placeholder]')).not.toBeNull()
  expect([closed.querySelector('img'), asked.map((sent) => sent.line)]).toEqual([
    null,
    ['GET /albums'],
  ])
})

test('SOC-029 SOC-170: a name is edited in place; Enter and blur save it trimmed, Escape, spaces and the same name send nothing', async () => {
  const mine = album('Lac')
  const line = `PATCH /albums/${mine.id}`
  const asked = show([mine], {
    more: {
      'GET /albums': () => ({ albums: [mine], sharedAlbums: [] }),
      [line]: ({ body }) => ({ album: Object.assign(mine, body) }),
    },
  })
  const sent = () => asked.filter((one) => one.line === line).map((one) => one.body)
  const end = async (typed: string, how: (field: HTMLElement) => void): Promise<void> => {
    fireEvent.doubleClick(await screen.findByRole('heading', { name: mine.name }))
    const field = screen.getByLabelText('Nom de l’album')
    fireEvent.change(field, { target: { value: typed } })
    how(field)
    await waitFor(() => expect(screen.queryByLabelText('Nom de l’album')).toBeNull())
  }
  const key = (name: string) => (field: HTMLElement) => void fireEvent.keyDown(field, { key: name })
  const blur = (field: HTMLElement) => void fireEvent.blur(field)
  await end('Mer', key('Escape'))
  for (const same of ['   ', ' Lac ']) {
    await end(same, key('Enter'))
    await end(same, blur)
  }
  expect([sent(), screen.getByRole('heading', { name: 'Lac' }) !== null]).toEqual([[], true])
  await end(' Mer ', key('Enter'))
  await waitFor(() => expect(sent()).toEqual([{ name: 'Mer' }]))
  await end('Plage', blur)
  await waitFor(() => expect(sent()).toEqual([{ name: 'Mer' }, { name: 'Plage' }]))
})

test('SOC-031 SOC-191: the selected album goes after a warning about all its photos; «Annuler» leaves it', async () => {
  const gone = album('Portraits', { mediaCount: 9 })
  const line = `DELETE /albums/${gone.id}`
  const asked = show([gone], { more: { [line]: () => ({ success: true }) } })
  await tile('Portraits')
  const ask = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Actions de l’album' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Supprimer l’album', hidden: true }))
    return within(await screen.findByRole('alertdialog'))
  }
  const warning = await ask()
  expect(
    warning.getByText(
      /9\s+photos seront toutes supprimées avec lui. Cette suppression est irréversible\./,
    ),
  ).toBeTruthy()
  fireEvent.click(warning.getByRole('button', { name: 'Annuler' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(times(asked, line)).toBe(0)
  fireEvent.click((await ask()).getByRole('button', { name: 'Supprimer l’album' }))
  await waitFor(() => expect(times(asked, line)).toBe(1))
  // with its photos
  expect(asked.find((sent) => sent.line === line)?.query.get('deleteMedia')).toBe('true')
})

test('SOC-239: a list, a creation and a change that fail are said; a deletion that fails is only logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  show(new Refusal(500))
  expect(await screen.findByText('Erreur lors du chargement des albums')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain(
    'Le service ne répond pas pour le moment. Réessayez dans un instant.',
  )
  cleanup()
  own = fresh('own')
  const mine = album('Portraits')
  show([mine], {
    more: {
      'POST /albums': () => new Refusal(500),
      [`PATCH /albums/${mine.id}`]: () => new Refusal(500),
      [`DELETE /albums/${mine.id}`]: () => new Refusal(500),
    },
  })
  await tile('Portraits')
  fireEvent.click(screen.getByRole('button', { name: 'Actions de l’album' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rendre privé', hidden: true }))
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Rendre privé' }),
  )
  await waitFor(() =>
    expect(toasts.map((t) => t.text)).toEqual(['Erreur lors de la mise à jour de l’album']),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Actions de l’album' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Supprimer l’album', hidden: true }))
  fireEvent.click(
    within(await screen.findByRole('alertdialog', { name: /^Supprimer/ })).getByRole('button', {
      name: 'Supprimer l’album',
    }),
  )
  await waitFor(() =>
    expect(logged.mock.calls.map(([text]) => text as unknown)).toContain(
      'Erreur lors de la suppression de l’album',
    ),
  )
  expect(toasts).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Créer un album' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Créer un album' }))
  fireEvent.change(dialog.getByLabelText(/^Nom/), { target: { value: 'Vacances' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Créer' }))
  expect(await dialog.findByText('Erreur lors de la création de l’album')).toBeTruthy()
})

const open = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('region', { name }))
}

test('SOC-028: the selected album shows its name, its description, how many photos, and whether it is private', async () => {
  show([
    album('Lac', { description: 'Au bord de l’eau', mediaCount: 1 }),
    album('Intime', { isPublic: false, mediaCount: 3 }),
  ])
  const lake = await open('Lac')
  expect(lake.getByRole('heading', { name: 'Lac' })).toBeTruthy()
  expect(lake.getByText('Au bord de l’eau')).toBeTruthy()
  expect(lake.getByText(/^1.photo$/)).toBeTruthy()
  expect([lake.queryByText('Public'), lake.queryByLabelText('Privé')]).toEqual([
    expect.anything(),
    null,
  ])
  const closed = await open('Intime')
  expect(closed.getByText(/^3.photos$/)).toBeTruthy()
  expect([closed.queryByText('Public'), closed.queryByLabelText('Privé')]).toEqual([
    null,
    expect.anything(),
  ])
})

test('SOC-030: a change of visibility is explained first; «Annuler» sends nothing', async () => {
  const mine = album('Lac', { mediaCount: 1 })
  const line = `PATCH /albums/${mine.id}`
  const asked = show([mine], { more: { [line]: () => ({ album: { ...mine, isPublic: false } }) } })
  await open('Lac')
  const ask = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Actions de l’album' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Rendre privé', hidden: true }))
    return within(await screen.findByRole('alertdialog'))
  }
  fireEvent.click((await ask()).getByRole('button', { name: 'Annuler' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(times(asked, line)).toBe(0)
  fireEvent.click((await ask()).getByRole('button', { name: 'Rendre privé' }))
  await waitFor(() => expect(times(asked, line)).toBe(1))
  expect(asked.find((sent) => sent.line === line)?.body).toEqual({ isPublic: false })
})

test('SOC-037: an album without photos, for its owner and for another member', async () => {
  const said = async (): Promise<string | null | undefined> => {
    await open('Vide')
    const line = await screen.findByText(/^Aucune photo dans cet album/)
    return line.closest('p')?.textContent?.replace(/\s/g, ' ')
  }
  show([album('Vide')])
  expect(await said()).toBe('Aucune photo dans cet album. Ajoutez-en !')
  cleanup()
  own = fresh('own')
  show([album('Vide')], { mine: false })
  expect(await said()).toBe('Aucune photo dans cet album')
})

test('what was typed about a new album is there again after its dialog was closed, until «Annuler»', async () => {
  show([album('Lac')])
  const openDialog = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Créer un album' }))
    return within(await screen.findByRole('dialog', { name: 'Créer un album' }))
  }
  const closed = () =>
    waitFor(() => expect(screen.queryByRole('dialog', { name: 'Créer un album' })).toBeNull())
  const typed = async () => {
    const dialog = await openDialog()
    return [
      (dialog.getByLabelText(/^Nom/) as HTMLInputElement).value,
      (dialog.getByRole('radio', { name: 'Public' }) as HTMLInputElement).checked,
    ]
  }
  const dialog = await openDialog()
  fireEvent.change(dialog.getByLabelText(/^Nom/), { target: { value: 'Vacances' } })
  fireEvent.click(dialog.getByRole('radio', { name: 'Public' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Fermer' }))
  await closed()
  expect(await typed()).toEqual(['Vacances', true])
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  await closed()
  expect(await typed()).toEqual(['', false])
})

test('SOC-041: an album is created with what was chosen: public, with a description, or private without', async () => {
  const made = album('Vacances')
  const asked = show([], { more: { 'POST /albums': () => ({ album: made }) } })
  await screen.findByRole('heading', { name: 'Aucun album. Créez-en un pour commencer\u00a0!' })
  for (const [visibility, description] of [
    ['Public', 'Cet été'],
    ['Privé', ''],
  ] as const) {
    fireEvent.click(screen.getAllByRole('button', { name: 'Créer un album' })[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Créer un album' }))
    fireEvent.change(dialog.getByLabelText(/^Nom/), { target: { value: ' Vacances ' } })
    fireEvent.change(dialog.getByLabelText(/^Description/), { target: { value: description } })
    fireEvent.click(dialog.getByRole('radio', { name: visibility }))
    fireEvent.click(dialog.getByRole('button', { name: 'Créer' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Créer un album' })).toBeNull())
  }
  expect(asked.filter((sent) => sent.line === 'POST /albums').map((sent) => sent.body)).toEqual([
    {
      name: 'Vacances',
      description: 'Cet été',
      isPublic: true,
      idempotency_key: expect.any(String),
    },
    { name: 'Vacances', description: null, isPublic: false, idempotency_key: expect.any(String) },
  ])
})
