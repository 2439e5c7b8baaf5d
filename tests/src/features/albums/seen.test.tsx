// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProfilePhoto } from '#contract/profile/photos'
import { session } from '../../../../src/data/session/session'
import { AlbumsView } from '../../../../src/features/albums/panel'
import { fresh, Refusal, serve, times } from '../../../support/world/events'

vi.mock('../../../../src/data/media/media-urls', () => ({
  cachedLink: (id: string) => `/bytes/${id}`,
  prefetchLink: () => Promise.resolve(null),
  onLinksDropped: () => () => undefined,
  useSignedUrl: (id: string | null) => ({
    state: 'ready',
    url: id && `/bytes/${id}`,
    invalidate: () => undefined,
    retry: () => undefined,
  }),
}))

beforeEach(() => {
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
  vi.unstubAllGlobals()
})
const photo = (): ProfilePhoto => ({
  id: fresh('photo'),
  media_id: fresh('media'),
  url: '',
  thumbnail_url: '',
  created_at: '2026-01-01T10:00:00.000Z',
  position: 0,
  public: true,
  width: 10,
  height: 10,
  blurhash: null,
})
const visit = (id: string, photos: unknown) => {
  const asked = serve({
    [`GET /accounts/${id}/public-photos`]: () => (photos instanceof Refusal ? photos : { photos }),
    'GET /albums': () => ({ albums: [], sharedAlbums: [] }),
  })
  render(<AlbumsView accountId={id} />)
  return asked
}

test('a visitor sees the public photos of a member above its albums; nothing where there are none, or where it may see none', async () => {
  visit(fresh('member'), [photo(), photo()])
  expect(
    (await screen.findByRole('region', { name: 'Photos publiques' })).textContent?.replace(
      /\u00a0/g,
      ' ',
    ),
  ).toContain('2 photos')
  expect(
    screen
      .getByRole('heading', { name: 'Photos publiques' })
      .compareDocumentPosition(screen.getByRole('heading', { name: 'Albums' })) &
      Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy()
  for (const answer of [[], new Refusal(404)]) {
    cleanup()
    visit(fresh('member'), answer)
    expect(await screen.findByText('Aucun album disponible')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Photos publiques' })).toBeNull()
  }
  cleanup()
  // one’s own are changed at /albums
  const asked = visit(session.accountId ?? '', [photo()])
  await screen.findByRole('heading', { name: 'Mes albums' })
  expect(times(asked, `GET /accounts/${session.accountId}/public-photos`)).toBe(0)
})
