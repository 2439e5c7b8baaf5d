import { describe, expect, test } from 'vitest'
import {
  isAlbumShared,
  isSharingDirty,
  NOTHING_SHARED,
  pickAlbum,
  shareAll,
} from '../../../../src/features/profile/private/sharing-model'
import { sharingState } from '../../../../src/lib/sharing'

describe('sharing', () => {
  test('SOC-149: dirty when a toggle or the set of albums differs; set back, or only in another order, it is clean', () => {
    const saved = { ...NOTHING_SHARED, sharedAlbumIds: ['a', 'b'] }
    expect(isSharingDirty(saved, { ...saved, sharedAlbumIds: ['b', 'a'] })).toBe(false)
    for (const part of [
      { shareNames: true },
      { shareEvents: true },
      { shareAllPrivateAlbums: true },
      { sharedAlbumIds: ['a'] },
      { sharedAlbumIds: ['a', 'c'] },
    ])
      expect(isSharingDirty(saved, { ...saved, ...part })).toBe(true)
    expect(isSharingDirty(saved, pickAlbum(pickAlbum(saved, 'a'), 'a'))).toBe(false)
  })
  test('SOC-151 SOC-152: «all» shares every album; choosing one then turns «all» off and leaves only that one', () => {
    const all = shareAll({ ...NOTHING_SHARED, sharedAlbumIds: ['a', 'b'] }, true)
    expect(['a', 'b', 'new'].map((id) => isAlbumShared(all, id))).toEqual([true, true, true])
    const one = pickAlbum(all, 'b')
    expect(one).toMatchObject({ shareAllPrivateAlbums: false, sharedAlbumIds: ['b'] })
    expect(pickAlbum(one, 'a').sharedAlbumIds).toEqual(['b', 'a'])
    expect(pickAlbum(one, 'b').sharedAlbumIds).toEqual([])
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
