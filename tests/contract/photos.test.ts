import { expect, test } from 'vitest'
import { listPublicPhotos } from '../../contract/profile/photos'

test('CORE-060: a photo without position is read with position 0', () => {
  const photo = {
    id: '00000000-0000-4000-8000-000000000001',
    media_id: '00000000-0000-4000-8000-000000000002',
    url: '/api/media/x/url',
    thumbnail_url: '/api/media/x/thumbnail',
    created_at: '2026-11-23T12:00:00.000Z',
    public: true,
    width: 40,
    height: 30,
    blurhash: null,
  }
  const read = listPublicPhotos.reply.parse({ photos: [photo, { ...photo, position: 3 }] })
  expect(read.photos.map((p) => p.position)).toEqual([0, 3])
})
