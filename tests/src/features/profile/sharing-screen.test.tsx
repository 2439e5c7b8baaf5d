// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Album } from '#contract/albums/albums'
import { toasts } from '../../../../src/data/state/toasts'
import { session } from '../../../../src/data/session/session'
import { PrivateTab } from '../../../../src/features/profile/private/private'
import type { SharingPatch } from '../../../../src/features/profile/private/sharing-model'
import { SharingScreen } from '../../../../src/features/profile/private/sharing'
import type { Shares } from '../../../../src/lib/sharing'
import { untilText } from '../../../../src/lib/until'
import { fresh, Refusal, serve, times } from '../../../support/world/events'
import { setUp, signIn, visited, show, section, words } from './sharing-screen-setup'

setUp()

const album = (name: string, isPublic: boolean, mediaCount: number): Album => ({
  id: fresh('album'),
  accountId: session.accountId ?? '',
  name,
  description: null,
  isPublic,
  mediaCount,
  can_view: true,
  createdAt: null,
  preview: [],
})

test('SOC-052 SOC-053 SOC-055: while it loads it says so; then a master toggle, and one for each private album with its count', async () => {
  show({}, [album('Vacances', false, 12), album('Portraits', true, 7), album('Intime', false, 1)])
  expect(screen.getByRole('status').textContent?.trim()).toBe(
    'Chargement des préférences de partage…',
  )
  const own = await section()
  expect(screen.queryByText('Chargement des préférences de partage…')).toBeNull()
  const toggles = own.getAllByRole<HTMLInputElement>('switch')
  expect(toggles).toHaveLength(3)
  expect(own.queryByText('Portraits')).toBeNull()
  expect(own.getAllByRole('listitem').map((li) => words(li.textContent).trim())).toEqual([
    'Vacances12 photos',
    'Intime1 photo',
  ])
  expect(toggles.map((t) => t.checked)).toEqual([false, false, false])
  const all = own.getByRole('switch', { name: /Partager tous mes albums privés/ })
  expect(screen.getByRole('switch', { name: /Partager mes sorties/ })).toBeTruthy()
  expect(all).toBe(toggles[0])
  fireEvent.click(all)
  expect(own.getAllByRole<HTMLInputElement>('switch').map((t) => t.checked)).toEqual([
    true,
    true,
    true,
  ])
})

test('SOC-056: without a private album, what is or would be shared', async () => {
  show({}, [album('Portraits', true, 7)])
  expect((await section()).getByText('Aucun album privé à partager')).toBeTruthy()
  cleanup()
  signIn(fresh('own'))
  show({ shareAllPrivateAlbums: true })
  expect(
    (await section()).getByText('Aucun album pour l’instant, mais les futurs seront partagés.'),
  ).toBeTruthy()
})

test('SOC-057: without a session nothing is asked for', () => {
  signIn(null)
  const { asked } = show()
  expect(
    screen.getByText('Vous devez être connecté pour configurer vos préférences de partage.'),
  ).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(asked).toEqual([])
})

describe('a switch applies at once', () => {
  const off: Shares = {
    shareNames: false,
    shareEvents: false,
    shareAllPrivateAlbums: false,
    sharedAlbumIds: [],
    sharedAlbumEnds: {},
  }
  /** What a server keeps of a save. */
  const saved = (s: Shares, p: SharingPatch): Shares => ({
    shareNames: p.shareNames ?? s.shareNames,
    shareEvents: p.shareEvents ?? s.shareEvents,
    shareAllPrivateAlbums: p.shareAllPrivateAlbums ?? s.shareAllPrivateAlbums,
    sharedAlbumIds: [...(p.sharedAlbumIds ?? s.sharedAlbumIds), ...(p.addedAlbumIds ?? [])].filter(
      (id) => !p.removedAlbumIds?.includes(id),
    ),
    sharedAlbumEnds: { ...s.sharedAlbumEnds, ...p.addedAlbumEnds },
  })
  /** The screen on a server that keeps what it is sent; `fails`: the next saves fail. */
  const showLive = async (albums: readonly Album[] = [], shares = off) => {
    const profile = visited()
    const server = { shares, fails: 0, hold: Promise.resolve() }
    const path = `/relations/${profile.account.id}/sharing`
    const asked = serve({
      [`GET ${path}`]: () => server.shares,
      [`PATCH ${path}`]: async ({ body }) => {
        await server.hold
        if (server.fails > 0) {
          server.fails -= 1
          return new Refusal(500)
        }
        return (server.shares = saved(server.shares, body as SharingPatch))
      },
      'GET /albums': () => ({ albums, sharedAlbums: [] }),
    })
    const view = render(<SharingScreen profile={profile} />)
    await section()
    const bodies = () => asked.filter((s) => s.line === `PATCH ${path}`).map((s) => s.body)
    return { server, view, saves: () => times(asked, `PATCH ${path}`), bodies }
  }
  const toggle = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name })
  beforeEach(() => toasts.splice(0))

  test('SOC-054 SOC-149 SOC-150: it is saved without a button, «Enregistrement…» is shown meanwhile, and the toast undoes it', async () => {
    const { server, saves } = await showLive([album('Annecy', false, 3)])
    let release = (): void => undefined
    server.hold = new Promise((resolve) => (release = resolve))
    fireEvent.click(toggle(/Annecy/))
    expect(toggle(/Annecy/).checked).toBe(true)
    expect(screen.getByText('Enregistrement…')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull()
    release()
    await waitFor(() =>
      expect(toasts.at(-1)?.text).toBe('«\u00a0Annecy\u00a0» est partagé avec nora'),
    )
    expect(screen.queryByText('Enregistrement…')).toBeNull()
    expect(server.shares.sharedAlbumIds).toHaveLength(1)
    act(() => toasts.at(-1)?.action?.onClick())
    await waitFor(() => expect(server.shares.sharedAlbumIds).toEqual([]))
    await waitFor(() => expect(toggle(/Annecy/).checked).toBe(false))
    expect(saves()).toBe(2)
  })
  test('an album that is shared until a date says so, and «Annuler» shares it until that date again', async () => {
    const annecy = album('Annecy', false, 3)
    const end = new Date(Date.now() + 10 * 86_400_000).toISOString()
    const { bodies } = await showLive([annecy], {
      ...off,
      sharedAlbumIds: [annecy.id],
      sharedAlbumEnds: { [annecy.id]: end },
    })
    const shown = () => words(screen.getByRole('listitem').textContent)
    expect(shown()).toContain(`3 photos, ouvert ${words(untilText(end))}`)
    fireEvent.click(toggle(/Annecy/))
    expect(shown()).not.toContain('ouvert')
    await waitFor(() => expect(toasts.at(-1)?.action?.label).toBe('Annuler'))
    act(() => toasts.at(-1)?.action?.onClick())
    await waitFor(() =>
      expect(bodies()).toEqual([
        { removedAlbumIds: [annecy.id] },
        { addedAlbumIds: [annecy.id], addedAlbumEnds: { [annecy.id]: end } },
      ]),
    )
    await waitFor(() => expect(shown()).toContain('ouvert'))
  })
  test('SOC-052: the master toggle shares all private albums, those to come too', async () => {
    const { server } = await showLive([album('Annecy', false, 3)])
    fireEvent.click(toggle(/Partager tous mes albums privés/))
    await waitFor(() => expect(server.shares.shareAllPrivateAlbums).toBe(true))
    fireEvent.click(toggle(/Partager tous mes albums privés/))
    await waitFor(() => expect(server.shares.shareAllPrivateAlbums).toBe(false))
  })
  test('SOC-151 SOC-152: «all» shows every album as shared and locked; one of them then ends «all» and is the only one', async () => {
    const albums = ['Annecy', 'Brest', 'Caen'].map((name) => album(name, false, 1))
    const { server } = await showLive(albums)
    const state = () =>
      screen
        .getAllByRole('listitem')
        .map((li) => [
          within(li).getByRole<HTMLInputElement>('switch').checked,
          li.querySelector('svg') !== null,
        ])
    fireEvent.click(toggle(/Partager tous mes albums privés/))
    expect(state()).toEqual(Array(3).fill([true, true]))
    await waitFor(() => expect(server.shares['shareAllPrivateAlbums']).toBe(true))
    fireEvent.click(toggle(/Brest/))
    expect(toggle(/Partager tous mes albums privés/).checked).toBe(false)
    expect(state()).toEqual([
      [false, false],
      [true, false],
      [false, false],
    ])
    await waitFor(() =>
      expect(server.shares).toMatchObject({
        shareAllPrivateAlbums: false,
        sharedAlbumIds: [albums[1]?.id],
      }),
    )
  })
  test('a save names what was touched, and nothing that ended meanwhile', async () => {
    const [annecy, brest] = ['Annecy', 'Brest'].map((name) => album(name, false, 1))
    const ids = [annecy?.id ?? '', brest?.id ?? '']
    const { server, bodies } = await showLive([annecy, brest] as Album[], {
      ...off,
      sharedAlbumIds: ids,
    })
    // ended in another tab, of which this one has not heard
    server.shares = off
    fireEvent.click(toggle(/Partager mon prénom/))
    await waitFor(() => expect(toasts).toHaveLength(1))
    act(() => toasts.at(-1)?.action?.onClick())
    await waitFor(() => expect(toasts).toHaveLength(2))
    expect(server.shares).toEqual(off)
    expect(toggle(/Annecy/).checked).toBe(false)
    fireEvent.click(toggle(/Brest/))
    await waitFor(() => expect(server.shares.sharedAlbumIds).toEqual([ids[1]]))
    expect(bodies()).toEqual([
      { shareNames: true },
      { shareNames: false },
      { addedAlbumIds: [ids[1]] },
    ])
  })
  test('SOC-222: a save that fails is said, and the switch shows what the server has', async () => {
    const { server } = await showLive()
    server.fails = 1
    fireEvent.click(toggle(/Partager mon prénom/))
    expect(toggle(/Partager mon prénom/).checked).toBe(true)
    await screen.findByText('Impossible d’enregistrer vos préférences pour cette relation.')
    expect(toasts.at(-1)?.text).toBe('Erreur lors de la sauvegarde')
    await waitFor(() => expect(toggle(/Partager mon prénom/).checked).toBe(false))
  })
  test('two switches in a row are both saved, also when the screen closes at once', async () => {
    const { server, view } = await showLive()
    fireEvent.click(toggle(/Partager mon prénom/))
    fireEvent.click(toggle(/Partager mes sorties/))
    view.unmount()
    await waitFor(() =>
      expect(server.shares).toMatchObject({ shareNames: true, shareEvents: true }),
    )
  })
})

test('the private tab opens at what is shared where a row of the relations asks for it', () => {
  serve({})
  render(<PrivateTab profile={visited()} at="sharing" />)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Partages' }).checked).toBe(true)
  expect(screen.getByText('Chargement des préférences de partage…')).toBeTruthy()
})
