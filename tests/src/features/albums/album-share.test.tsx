// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import type { Album } from '#contract/albums/albums'
import { forgetCached } from '../../../../src/data/session/state'
import { toasts } from '../../../../src/data/state/toasts'
import { AlbumShare } from '../../../../src/features/albums/album/album-share'
import { fresh, Refusal, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  forgetCached()
  toasts.splice(0)
  vi.unstubAllGlobals()
})

const album = {
  id: fresh('album'),
  name: 'Lac',
  isPublic: false,
  mediaCount: 0,
  preview: [],
} as unknown as Album
const faceOf = (handle: string) => ({
  with_account_id: fresh(handle),
  with_account_handle: handle,
  avatar_url: null,
  identities: [],
})

test('SOC-195: another duration changes the share that there is; a new one is made for who has none', async () => {
  const [nora, eva] = [faceOf('nora_lyon'), faceOf('eva_victor')]
  const id = fresh('share')
  const asked = serve({
    // who can open it is on the second page
    'GET /account/exposure': ({ query }) =>
      query.get('cursor') === 'lea_hugo'
        ? {
            exposures: [
              {
                relation: nora,
                is_relation: true,
                names: false,
                events: false,
                allPrivateAlbums: false,
                albums: [{ id: album.id, name: 'Lac' }],
              },
            ],
            next_cursor: null,
          }
        : { exposures: [], next_cursor: 'lea_hugo' },
    'GET /relations': () => ({ relations: [nora, eva] }),
    'GET /albums/shares': ({ query }) => ({
      shares: [
        { id, album_id: album.id, account_id: nora.with_account_id, expires_at: null },
      ].filter((s) => s.album_id === query.get('album_id')),
    }),
    [`PATCH /albums/shares/${id}`]: () => ({ share: {} }),
    'POST /albums/shares': () => ({ share: {} }),
  })
  render(<AlbumShare album={album} open onClose={() => undefined} />)
  // who was given it on request may be no relation
  await screen.findByText(/^Album privé\s: visible de vous et de 1 membre\.$/)
  const choose = async (handle: string): Promise<void> => {
    fireEvent.click(await screen.findByRole('button', { name: `Durée du partage avec ${handle}` }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /^1.jour$/, hidden: true }))
  }
  const changes = () => asked.filter(({ line }) => !line.startsWith('GET')).map(({ line }) => line)
  await choose('nora_lyon')
  await waitFor(() => expect(changes()).toEqual([`PATCH /albums/shares/${id}`]))
  await choose('eva_victor')
  await waitFor(() =>
    expect(changes()).toEqual([`PATCH /albums/shares/${id}`, 'POST /albums/shares']),
  )
  // the server counts the day, not the clock of this device
  for (const { line, body } of asked)
    if (!line.startsWith('GET')) expect(body).toMatchObject({ for: 'day' })
})

test('a share of which the end is unknown is not shown as one without an end', async () => {
  const nora = faceOf('nora_lyon')
  serve({
    'GET /account/exposure': () => ({ exposures: [], next_cursor: null }),
    'GET /relations': () => ({ relations: [nora] }),
    'GET /albums/shares': () => new Refusal(503),
  })
  render(<AlbumShare album={{ ...album, id: fresh('album') }} open onClose={() => undefined} />)
  await screen.findByText('Les partages n’ont pas pu être chargés.')
  expect(screen.queryByText('Sans limite')).toBeNull()
})

test('a share does not promise photos that wait for an agreement', async () => {
  const nora = faceOf('nora_lyon')
  const photo = (state: 'yes' | 'asked') => ({
    id: fresh('photo'),
    people: { claimed: false, subjects: [{ identity_id: 'lea', state }] },
  })
  const said = async (
    preview: readonly object[],
    mediaCount = preview.length,
  ): Promise<string | undefined> => {
    serve({
      'GET /account/exposure': () => ({ exposures: [], next_cursor: null }),
      'GET /relations': () => ({ relations: [nora] }),
      'GET /albums/shares': () => ({ shares: [] }),
      'POST /albums/shares': () => ({ share: {} }),
    })
    const shown = { ...album, id: fresh('album'), preview, mediaCount }
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <AlbumShare album={shown as Album} open onClose={() => undefined} />
      </SWRConfig>,
    )
    fireEvent.click(await screen.findByRole('switch', { name: 'nora_lyon' }))
    await waitFor(() => expect(toasts).toHaveLength(1))
    const text = toasts[0]?.text.replaceAll('\u00a0', ' ')
    cleanup()
    toasts.splice(0)
    return text
  }
  expect(await said([photo('yes')])).toBe('nora_lyon peut voir « Lac ».')
  expect(await said([photo('asked')])).toBe(
    'nora_lyon peut ouvrir « Lac », mais n’y voit rien pour l’instant : les photos sont masquées ou attendent un accord.',
  )
  expect(await said([photo('yes'), photo('asked')])).toBe(
    'nora_lyon peut ouvrir « Lac ». Les photos masquées, ou en attente d’un accord, ne s’y voient pas.',
  )
  // the others are not known here
  expect(await said([photo('yes')], 9)).toContain('ne s’y voient pas')
})

test('who has no relation yet is led to the invitations', async () => {
  serve({
    'GET /account/exposure': () => ({ exposures: [], next_cursor: null }),
    'GET /relations': () => ({ relations: [] }),
    'GET /albums/shares': () => ({ shares: [] }),
  })
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <AlbumShare album={album} open onClose={() => undefined} />
    </SWRConfig>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Inviter une relation' }))
  await waitFor(() => expect(location.pathname).toBe('/connection'))
})
