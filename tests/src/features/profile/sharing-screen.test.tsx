// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Album } from '#contract/albums'
import { toasts } from '../../../../src/data/state/toasts'
import { session } from '../../../../src/data/session/session'
import type { Profile } from '../../../../src/features/profile/state/api'
import { OtherProfile } from '../../../../src/features/profile/view/other'
import { SharingScreen } from '../../../../src/features/profile/private/sharing'
import { fresh, Refusal, serve, times } from '../../../support/world/events'
import { profile as profileData } from '../../../support/world/profiles'

const identity = {
  id: fresh('identity'),
  identity_handle: 'moi',
  gender: 'woman',
  firstname: null,
  is_primary: true,
  avatar_url: null,
}
const signIn = (id: string | null): void => {
  Object.assign(session, {
    phase: 'signed-in',
    accountId: id,
    account: id && { id, account_handle: 'moi', identities: [identity] },
    mode: 'single',
    identityIds: [],
  })
}
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  signIn(fresh('own'))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const visited = (patch: Partial<Profile> = {}): Profile => {
  const data = profileData()
  const account = {
    id: fresh('member'),
    account_handle: 'nora',
    avatar_url: null,
    identities: [],
    created_at: '2026-01-01T10:00:00.000Z',
    last_seen_at: null,
    is_online: false,
    deleted: false,
    is_own: false,
  }
  return {
    account,
    data: { ...data, person1: { ...data.person1, age: null } },
    completion: 64,
    photo_count: 24,
    event_count: 3,
    has_private: false,
    is_relation: true,
    may_share: true,
    badge: { verifiedOn: null, met: 0, metByMe: false, maySayMet: false },
    is_blocked: false,
    ...patch,
  } as unknown as Profile
}
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
/** The screen, with what is shared already and one's own albums. */
const show = (shared: Record<string, unknown> = {}, albums: readonly Album[] = []) => {
  const profile = visited()
  const get = `GET /relations/${profile.account.id}/sharing`
  const asked = serve({
    [get]: () => ({
      shareNames: false,
      shareEvents: false,
      shareAllPrivateAlbums: false,
      sharedAlbumIds: [],
      ...shared,
    }),
    'GET /albums': () => ({ albums, sharedAlbums: [] }),
  })
  render(<SharingScreen profile={profile} />)
  return { asked, get, profile }
}
const section = async () =>
  within(
    (await screen.findByRole('heading', { name: 'Albums privés' })).closest(
      'section',
    ) as HTMLElement,
  )
const words = (text: string | null | undefined): string => (text ?? '').replace(/\u00a0/g, ' ')

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
  const off = {
    shareNames: false,
    shareEvents: false,
    shareAllPrivateAlbums: false,
    sharedAlbumIds: [],
  }
  /** The screen on a server that keeps what it is sent; `fails`: the next saves fail. */
  const showLive = async (albums: readonly Album[] = []) => {
    const profile = visited()
    const server = { shares: off as Record<string, unknown>, fails: 0, hold: Promise.resolve() }
    const path = `/relations/${profile.account.id}/sharing`
    const asked = serve({
      [`GET ${path}`]: () => server.shares,
      [`PATCH ${path}`]: async ({ body }) => {
        await server.hold
        if (server.fails > 0) {
          server.fails -= 1
          return new Refusal(500)
        }
        return (server.shares = body as Record<string, unknown>)
      },
      'GET /albums': () => ({ albums, sharedAlbums: [] }),
    })
    const view = render(<SharingScreen profile={profile} />)
    await section()
    return { server, view, saves: () => times(asked, `PATCH ${path}`) }
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
    await waitFor(() => expect(toasts.at(-1)?.text).toBe('« Annecy » est partagé avec nora'))
    expect(screen.queryByText('Enregistrement…')).toBeNull()
    expect(server.shares['sharedAlbumIds']).toHaveLength(1)
    act(() => toasts.at(-1)?.action?.onClick())
    await waitFor(() => expect(server.shares['sharedAlbumIds']).toEqual([]))
    await waitFor(() => expect(toggle(/Annecy/).checked).toBe(false))
    expect(saves()).toBe(2)
  })
  test('SOC-052: the master toggle shares all private albums, those to come too', async () => {
    const { server } = await showLive([album('Annecy', false, 3)])
    fireEvent.click(toggle(/Partager tous mes albums privés/))
    await waitFor(() => expect(server.shares['shareAllPrivateAlbums']).toBe(true))
    fireEvent.click(toggle(/Partager tous mes albums privés/))
    await waitFor(() => expect(server.shares['shareAllPrivateAlbums']).toBe(false))
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

test('SOC-153: the screen sums up what is shared', async () => {
  const all = { shareNames: true, shareEvents: true, shareAllPrivateAlbums: true }
  const seen: boolean[][] = []
  for (const shared of [{}, { shareNames: true }, all]) {
    show(shared)
    await section()
    seen.push(['Non', 'Partiel', 'Tout'].map((word) => screen.queryByText(word) !== null))
    cleanup()
  }
  expect(seen).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])
})

test('SOC-051: the toggle of first names and what it says differ for one, two and more identities', async () => {
  const seen: (string | undefined)[] = []
  for (const names of [['Nora'], ['Nora', 'Samuel'], ['Nora', 'Samuel', 'Lou']]) {
    signIn(fresh('own'))
    const identities = names.map((firstname) => ({ ...identity, id: fresh('identity'), firstname }))
    Object.assign(session, { account: { ...session.account, identities } })
    show()
    await section()
    seen.push(
      words(
        screen.getByRole('switch', { name: /Partager m(on|es) prénom/ }).closest('label')
          ?.textContent,
      ),
    )
    cleanup()
  }
  expect(seen).toEqual([
    'Partager mon prénomnora verra votre prénom (Nora) sur votre profil et dans vos échanges.',
    'Partager mes prénomsnora verra vos deux prénoms (Nora et Samuel) sur votre profil et dans vos échanges.',
    'Partager mes prénomsnora verra les prénoms de toutes vos identités (Nora, Samuel et Lou).',
  ])
})

test('SOC-221: what cannot be loaded is said; 404 is nothing shared, without a word', async () => {
  const open = (status: number): void => {
    const profile = visited()
    serve({
      [`GET /relations/${profile.account.id}/sharing`]: () => new Refusal(status),
      'GET /albums': () => ({ albums: [], sharedAlbums: [] }),
    })
    render(<SharingScreen profile={profile} />)
  }
  const failure = 'Impossible de récupérer vos préférences de partage pour cette relation.'
  open(500)
  expect(await screen.findByText(failure)).toBeTruthy()
  cleanup()
  open(404)
  await section()
  expect(screen.queryByText(failure)).toBeNull()
  expect(screen.getAllByRole<HTMLInputElement>('switch').map((t) => t.checked)).toEqual([
    false,
    false,
    false,
  ])
})

test('SOC-200: opened again within 60 s sharing is not asked for, later it is, once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { asked, get, profile } = show()
  await section()
  const again = async (afterMs: number): Promise<number> => {
    cleanup()
    await act(() => vi.advanceTimersByTimeAsync(afterMs))
    render(<SharingScreen profile={profile} />)
    await act(() => vi.advanceTimersByTimeAsync(500))
    return times(asked, get)
  }
  expect(await again(55_000)).toBe(1)
  expect(await again(6_000)).toBe(2)
})

const slots = { events: () => <p>ses sorties</p>, albums: (id: string) => <p>albums de {id}</p> }
const visit = async (patch: Partial<Profile>): Promise<string> => {
  const profile = visited(patch)
  serve({
    [`GET /accounts/${profile.account.id}/profile`]: () => profile,
    [`GET /relations/${profile.account.id}/events`]: () => ({ events: [] }),
  })
  render(<OtherProfile id={profile.account.id} slots={slots} inPanel />)
  await screen.findAllByRole('tab')
  return profile.account.id
}

test('SOC-018 CORE-039: the tabs carry the completion, the photos and the shared events', async () => {
  await visit({})
  expect(
    screen
      .getAllByRole('tab')
      .slice(0, 3)
      .map((t) => words(t.textContent)),
  ).toEqual(['Profil 64 %', 'Photos 24', 'Sorties 3'])
  fireEvent.click(screen.getByRole('tab', { name: /Sorties/ }))
  await waitFor(() => expect(screen.getByText('ses sorties')).toBeTruthy())
})

test('SOC-015: the tabs stand in their order; «albums» shows those of this account', async () => {
  const id = await visit({})
  expect(screen.getAllByRole('tab').map((t) => t.id.split('-').at(-1))).toEqual([
    'profil',
    'albums',
    'sorties',
    'prive',
  ])
  fireEvent.click(screen.getByRole('tab', { name: /Photos/ }))
  expect(await screen.findByText(`albums de ${id}`)).toBeTruthy()
})

test('SOC-186: calls carry credentials and are kept by no cache: a profile opened again is asked for again; what is shared is not, for 60 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const profile = visited()
  const [page, sharing] = [
    `GET /accounts/${profile.account.id}/profile`,
    `GET /relations/${profile.account.id}/sharing`,
  ]
  const asked = serve({
    [page]: () => profile,
    [sharing]: () => ({
      shareNames: false,
      shareEvents: false,
      shareAllPrivateAlbums: false,
      sharedAlbumIds: [],
    }),
    'GET /albums': () => ({ albums: [], sharedAlbums: [] }),
  })
  const open = async (): Promise<void> => {
    cleanup()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    render(
      <>
        <OtherProfile id={profile.account.id} slots={slots} inPanel />
        <SharingScreen profile={profile} />
      </>,
    )
    await screen.findAllByRole('tab')
    await act(() => vi.advanceTimersByTimeAsync(200))
  }
  await open()
  await open()
  expect([times(asked, page), times(asked, sharing)]).toEqual([2, 1])
  for (const { init } of asked)
    expect(init).toMatchObject({ credentials: 'include', cache: 'no-store' })
})
