import { describe, expect, test } from 'vitest'
import type { Album, AlbumMedia } from '#contract/albums/albums'
import { eraseQuestion, usesText } from '../../../../src/features/albums/drive/labels'
import {
  removeAlbumQuestion,
  visibilityQuestion,
} from '../../../../src/features/albums/album/album-acts'
import {
  arrowTarget,
  selectAlbum,
  columnsOf,
  flattenPages,
  moveItem,
  movePositions,
  pagesOf,
  paginate,
  pickAlbum,
  pictureRef,
  changedName,
  gridItemsOf,
} from '../../../../src/features/albums/state/model'
import { viewerSource } from '../../../../src/parts/photo/viewer-source'

const album = (id: string, can_view = true): Album => ({
  id,
  accountId: 'm',
  name: id,
  description: null,
  isPublic: can_view,
  mediaCount: 0,
  can_view,
  createdAt: null,
  preview: [],
})
const photo = (i: number, position = i): AlbumMedia => ({
  id: `p${i}`,
  url: `/api/media/p${i}/url`,
  thumbnailUrl: `/api/media/p${i}/thumbnail`,
  position,
  addedAt: '2026-01-01T00:00:00.000Z',
  filename: 'photo.jpg',
  mimeType: 'image/jpeg',
  fileSize: 1,
  width: 1,
  height: 1,
  blurhash: null,
})

describe('which album is shown', () => {
  test('SOC-148: the first visible one by itself; another when the selected one disappears or is locked', () => {
    const list = [album('a', false), album('b'), album('c')]
    expect(pickAlbum(list, null)?.id).toBe('b')
    expect(pickAlbum(list, { id: 'c', seen: true })?.id).toBe('c')
    expect(pickAlbum([album('a', false), album('b')], { id: 'c', seen: true })?.id).toBe('b')
    expect(pickAlbum([album('b', false), album('c')], { id: 'b', seen: true })?.id).toBe('c')
    expect(pickAlbum([album('b', false)], { id: 'b', seen: true })).toBeNull()
  })
  test('a locked album that the member opens on purpose stays open', () => {
    expect(pickAlbum([album('a', false), album('b')], { id: 'a', seen: false })?.id).toBe('a')
  })
  test('it stays selected when it opens or closes, which changes its id, not when the list changes', () => {
    const closed = album('masked', false)
    const chosen = selectAlbum([album('a'), closed, album('c')], closed)
    expect(pickAlbum([album('a'), album('b'), album('c')], chosen)?.id).toBe('b')
    expect(pickAlbum([album('a'), album('other', false), album('c')], chosen)?.id).toBe('other')
    expect(pickAlbum([album('a'), album('c')], chosen)?.id).toBe('a')
    expect(
      pickAlbum([album('a'), album('b', false)], selectAlbum([album('a'), album('c')], album('c')))
        ?.id,
    ).toBe('a')
  })
})

test('SOC-170: a name is trimmed; an empty or unchanged one is no change', () => {
  expect(changedName('  Plage ', 'Mer')).toBe('Plage')
  expect(changedName('   ', 'Mer')).toBeNull()
  expect(changedName(' Mer ', 'Mer')).toBeNull()
})

describe('order', () => {
  test('an item goes forward, back, and nowhere', () => {
    expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(moveItem(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
    expect(moveItem(['a', undefined, 'c'], 1, 0)).toEqual([undefined, 'a', 'c'])
    expect(moveItem(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
  })
  test('only the photos between the two places change, and they exchange the positions that were there', () => {
    const { list, changed } = movePositions(
      [photo(0, 0), photo(1, 4), photo(2, 7), photo(3, 9)],
      2,
      1,
    )
    expect(list.map((p) => [p.id, p.position])).toEqual([
      ['p0', 0],
      ['p2', 4],
      ['p1', 7],
      ['p3', 9],
    ])
    expect(changed.map((p) => p.id)).toEqual(['p2', 'p1'])
  })
  test('positions that stand twice are all numbered anew', () => {
    const { list, changed } = movePositions([photo(0, 0), photo(1, 2), photo(2, 2)], 0, 2)
    expect(list.map((p) => [p.id, p.position])).toEqual([
      ['p1', 0],
      ['p2', 1],
      ['p0', 2],
    ])
    expect(changed).toHaveLength(3)
  })
})

describe('the grid', () => {
  test('SOC-039: three columns on a phone; elsewhere tiles never under 200 px', () => {
    expect([320, 390, 700].map((w) => columnsOf(w, false))).toEqual([3, 3, 3])
    for (const width of [210, 456, 592, 1000, 1300]) {
      const columns = columnsOf(width, true)
      expect((width - 4 * (columns - 1)) / columns).toBeGreaterThanOrEqual(200)
      expect((width - 4 * columns) / (columns + 1)).toBeLessThan(200)
    }
  })
  test('arrows stop at the edges; other keys are not for the grid', () => {
    expect([
      arrowTarget('ArrowRight', 3, 3, 7),
      arrowTarget('ArrowDown', 3, 3, 7),
      arrowTarget('ArrowDown', 5, 3, 7),
      arrowTarget('ArrowUp', 1, 3, 7),
      arrowTarget('End', 0, 3, 7),
      arrowTarget('a', 0, 3, 7),
    ]).toEqual([4, 6, 5, 1, 6, null])
  })
  test('pages of 100: those in sight, and photos of pages that are not here are holes', () => {
    expect(pagesOf(0, 12)).toEqual([0])
    expect(pagesOf(95, 130)).toEqual([0, 1])
    expect(pagesOf(100, 200)).toEqual([1])
    const many = Array.from({ length: 250 }, (_, i) => photo(i))
    expect(flattenPages(paginate(many)).map((p) => p?.id)).toEqual(many.map((p) => p.id))
    const sparse = flattenPages({ total: 250, pages: { 2: many.slice(200) } })
    expect([sparse.length, sparse[0], sparse[200]?.id]).toEqual([250, undefined, 'p200'])
  })
})

test('SOC-108: an address that is neither absolute nor under /api/ gives way to the one of its id', () => {
  const media = { id: 'x1', url: 'media/x.jpg', thumbnailUrl: '/thumbs/x' }
  expect([pictureRef(media, 'url'), pictureRef(media, 'thumbnail')]).toEqual([
    '/api/media/x1/url',
    '/api/media/x1/thumbnail',
  ])
  expect(pictureRef({ ...media, url: 'https://elsewhere.test/x.jpg' }, 'url')).toBe(
    'https://elsewhere.test/x.jpg',
  )
  expect(pictureRef({ ...media, url: '/api/media/y/url' }, 'url')).toBe('/api/media/y/url')
})

test('a picture of the viewer: its link, a new link, its bytes, then the error', () => {
  expect([0, 1, 2, 3].map((failures) => viewerSource('ready', failures))).toEqual([
    'link',
    'link',
    'blob',
    'failed',
  ])
  expect(viewerSource('error', 0)).toBe('failed')
})

test('questions say what cannot be undone and what changes for others', () => {
  expect(removeAlbumQuestion('Mer', 3).message).toMatch(
    /3.photos seront toutes supprimées.*irréversible/,
  )
  expect(removeAlbumQuestion('Mer', 1).message).toMatch(/irréversible/)
  expect(visibilityQuestion('Mer', true).message).toMatch(/Tous les membres/)
  expect(visibilityQuestion('Mer', false).message).toMatch(
    /Seuls les membres avec qui vous partagez/,
  )
  expect(usesText(['album', 'message'])).toBe('Album · Message')
  expect(eraseQuestion(['album', 'avatar']).message).toMatch(/de vos albums et de vos avatars/)
})

test('a page that comes in changes what the grid shows of its own photos alone', () => {
  const many = Array.from({ length: 101 }, (_, i) => photo(i))
  const before = gridItemsOf(flattenPages({ total: 101, pages: { 0: many.slice(0, 100) } }))
  const after = gridItemsOf(flattenPages(paginate(many)))
  expect(before[100]).toBeUndefined()
  expect(after[100]).toEqual({
    id: 'p100',
    media: { id: '/api/media/p100/thumbnail', blurhash: null },
  })
  expect(after.slice(0, 100).every((item, i) => item === before[i])).toBe(true)
})
