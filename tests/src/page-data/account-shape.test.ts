import { expect, test } from 'vitest'
import { readAccount, readIdentity, readMe } from '../../../src/data/session/account-shape'
import { account } from '../../support/browser/data-page'

const MEDIA = '0192f0c1-5c1e-7000-8000-0123456789ab'
const PATH = `/api/media/${MEDIA}/url`

test('CORE-053: an account’s picture under any of its names is the same picture; a media id becomes its path', () => {
  const { avatar_url: _none, ...bare } = account()
  const variants = [
    { avatar_url: PATH },
    { avatarUrl: PATH },
    { avatar: { url: PATH } },
    { avatar: { media_id: MEDIA } },
    { avatar: { mediaId: MEDIA } },
    { avatar: MEDIA },
    { photo_url: PATH },
    { photoUrl: MEDIA },
    { avatar_media_id: MEDIA },
    { avatarMediaId: MEDIA },
    { avatar_url: null, avatar_media_id: MEDIA },
    { avatar_url: '', photo_url: PATH },
  ]
  expect(variants.map((variant) => readAccount({ ...bare, ...variant }).avatar_url)).toEqual(
    variants.map(() => PATH),
  )
  expect(readAccount({ ...bare, avatar_url: `/api/media/${MEDIA}/thumbnail` }).avatar_url).toBe(
    `/api/media/${MEDIA}/thumbnail`,
  )
  expect(readAccount({ ...bare, photo_url: 'https://exemple.fr/a.jpg' }).avatar_url).toBe(
    'https://exemple.fr/a.jpg',
  )
  expect([
    readAccount(bare).avatar_url,
    readAccount({ ...bare, avatar: {} }).avatar_url,
    readAccount({ ...bare, avatar_url: 7 }).avatar_url,
  ]).toEqual([null, null, null])
  // and nothing else of it changes
  expect(readAccount({ ...bare, avatarUrl: PATH })).toMatchObject(bare)
})

test('MSG-082: an identity that carries only a handle and avatarUrl has both as its own', () => {
  expect(
    readIdentity({ id: MEDIA, handle: 'lea', gender: 'woman', avatarUrl: PATH }),
  ).toMatchObject({ id: MEDIA, identity_handle: 'lea', gender: 'woman', avatar_url: PATH })
  expect(
    readIdentity({ id: MEDIA, identity_handle: 'lea', handle: 'autre', gender: 'other' }),
  ).toMatchObject({ identity_handle: 'lea', gender: 'other', avatar_url: null })
})

test('CORE-056: preferences are read at the top, under the user and under the account', () => {
  const person = { id: MEDIA, email: 'a@b.test', name: 'A', createdAt: '2026-01-01T00:00:00.000Z' }
  const preferences = { pushNotifications: true }
  const own = account()
  const answers = [
    { ...person, preferences, account: own },
    { user: { ...person, preferences }, account: own },
    { ...person, account: { ...own, preferences } },
    { user: person, account: { ...own, preferences } },
    { user: { ...person, preferences, account: own } },
  ]
  for (const answer of answers) {
    const { user, account: read } = readMe(answer)
    expect(user).toEqual({ ...person, preferences })
    expect(read?.id).toBe(own.id)
  }
  expect(
    readMe({
      ...person,
      preferences,
      account: null,
      account_deletes_at: '2026-12-05T00:00:00.000Z',
    }),
  ).toMatchObject({ account: null, deletesAt: '2026-12-05T00:00:00.000Z' })
})
