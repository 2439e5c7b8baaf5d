import { describe, expect, test } from 'vitest'
import {
  applySharing,
  isAlbumShared,
  NOTHING_SHARED,
  toggleAlbum,
  shareAll,
} from '../../../../src/features/profile/private/sharing-model'
import { sharingState } from '../../../../src/lib/sharing'

describe('sharing', () => {
  test('one switch changes one thing', () => {
    const shares = { ...NOTHING_SHARED, sharedAlbumIds: ['a'] }
    expect(applySharing(shares, { kind: 'names', on: true })).toEqual({
      ...shares,
      shareNames: true,
    })
    expect(applySharing(shares, { kind: 'events', on: true })).toEqual({
      ...shares,
      shareEvents: true,
    })
    expect(applySharing(shares, { kind: 'all-albums', on: true })).toEqual({
      ...shares,
      shareAllPrivateAlbums: true,
    })
    expect(applySharing(shares, { kind: 'album', id: 'a', name: 'A' }).sharedAlbumIds).toEqual([])
  })
  test('SOC-151 SOC-152: «all» shares every album; choosing one then turns «all» off and leaves only that one', () => {
    const all = shareAll({ ...NOTHING_SHARED, sharedAlbumIds: ['a', 'b'] }, true)
    expect(['a', 'b', 'new'].map((id) => isAlbumShared(all, id))).toEqual([true, true, true])
    const one = toggleAlbum(all, 'b')
    expect(one).toMatchObject({ shareAllPrivateAlbums: false, sharedAlbumIds: ['b'] })
    expect(toggleAlbum(one, 'a').sharedAlbumIds).toEqual(['b', 'a'])
    expect(toggleAlbum(one, 'b').sharedAlbumIds).toEqual([])
  })
  test('SOC-153: «Non» for nothing, «Tout» for names, events and all private albums, else «Partiel»', () => {
    const all = {
      shareNames: true,
      shareEvents: true,
      shareAllPrivateAlbums: true,
      sharedAlbumIds: [],
    }
    expect(sharingState(NOTHING_SHARED)).toBe('Non')
    expect(sharingState(all)).toBe('Tout')
    for (const part of [
      { shareNames: false },
      { shareEvents: false },
      { shareAllPrivateAlbums: false },
    ])
      expect(sharingState({ ...all, ...part })).toBe('Partiel')
    expect(sharingState({ ...NOTHING_SHARED, sharedAlbumIds: ['a'] })).toBe('Partiel')
  })
})
