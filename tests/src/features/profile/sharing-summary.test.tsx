// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { session } from '../../../../src/data/session/session'
import type { Profile } from '../../../../src/features/profile/state/api'
import { OtherProfile } from '../../../../src/features/profile/view/other'
import { SharingScreen } from '../../../../src/features/profile/private/sharing'
import { fresh, Refusal, serve, times } from '../../../support/world/events'
import { setUp, identity, signIn, visited, show, section, words } from './sharing-screen-setup'

setUp()

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

test('the toggle names the one first name of two that is known', async () => {
  signIn(fresh('own'))
  const identities = ['Alix', null].map((firstname) => ({
    ...identity,
    id: fresh('identity'),
    firstname,
  }))
  Object.assign(session, { account: { ...session.account, identities } })
  show()
  await section()
  expect(words(screen.getByRole('switch', { name: /prénoms/ }).closest('label')?.textContent)).toBe(
    'Partager mes prénomsnora verra le prénom d’Alix sur votre profil et dans vos échanges, et l’autre dès que vous l’aurez indiqué.',
  )
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

test.each([
  [{}, 'Rien de plus que son profil public.'],
  [
    { shareNames: true, shareEvents: true, sharedAlbumIds: ['a', 'b'] },
    'Vous pouvez voir son prénom, ses sorties et 2 albums privés.',
  ],
  [{ shareAllPrivateAlbums: true }, 'Vous pouvez voir tous ses albums privés.'],
])('SOC-198: what the member shares with the viewer: %j', async (incoming, said) => {
  const profile = visited()
  const get = `GET /relations/${profile.account.id}/sharing`
  const nothing = {
    shareNames: false,
    shareEvents: false,
    shareAllPrivateAlbums: false,
    sharedAlbumIds: [],
  }
  serve({
    [get]: () => nothing,
    [`${get}/incoming`]: () => ({ ...nothing, ...incoming }),
    'GET /albums': () => ({ albums: [], sharedAlbums: [] }),
  })
  render(<SharingScreen profile={profile} />)
  const title = await screen.findByRole('heading', { name: 'Ce que nora partage avec vous' })
  expect(words(title.closest('section')?.textContent)).toContain(said)
})
