import { describe, expect, test } from 'vitest'
import {
  applySharing,
  isAlbumShared,
  NOTHING_SHARED,
  sharingPatchOf,
  toggleAlbum,
  shareAll,
  undoPatchOf,
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
  test('a save names what was touched; «Annuler» the same, and no other album', () => {
    const shares = { ...NOTHING_SHARED, sharedAlbumIds: ['a'] }
    const all = shareAll(shares, true)
    const album = (id: string) => ({ kind: 'album', id, name: id }) as const
    for (const [before, change, patch, undo] of [
      [shares, { kind: 'events', on: true }, { shareEvents: true }, { shareEvents: false }],
      [shares, album('a'), { removedAlbumIds: ['a'] }, { addedAlbumIds: ['a'] }],
      [
        { ...shares, sharedAlbumEnds: { a: '2026-12-24T20:00:00Z' } },
        album('a'),
        { removedAlbumIds: ['a'] },
        { addedAlbumIds: ['a'], addedAlbumEnds: { a: '2026-12-24T20:00:00Z' } },
      ],
      [shares, album('b'), { addedAlbumIds: ['b'] }, { removedAlbumIds: ['b'] }],
      [
        all,
        { kind: 'all-albums', on: false },
        { shareAllPrivateAlbums: false },
        { shareAllPrivateAlbums: true },
      ],
      [
        all,
        album('b'),
        { shareAllPrivateAlbums: false, sharedAlbumIds: ['b'] },
        { shareAllPrivateAlbums: true, removedAlbumIds: ['b'] },
      ],
      [
        all,
        album('a'),
        { shareAllPrivateAlbums: false, sharedAlbumIds: ['a'] },
        { shareAllPrivateAlbums: true },
      ],
    ] as const) {
      expect(sharingPatchOf(before, change)).toEqual(patch)
      expect(undoPatchOf(before, change)).toEqual(undo)
    }
  })
  test('SOC-151 SOC-152: «all» shares every album; choosing one then turns «all» off and leaves only that one', () => {
    const all = shareAll({ ...NOTHING_SHARED, sharedAlbumIds: ['a', 'b'] }, true)
    expect(['a', 'b', 'new'].map((id) => isAlbumShared(all, id))).toEqual([true, true, true])
    const one = toggleAlbum(all, 'b')
    expect(one).toMatchObject({ shareAllPrivateAlbums: false, sharedAlbumIds: ['b'] })
    expect(toggleAlbum(one, 'a').sharedAlbumIds).toEqual(['b', 'a'])
    expect(toggleAlbum(one, 'b').sharedAlbumIds).toEqual([])
    const ends = { a: '2026-12-24T20:00:00Z', b: '2026-12-25T20:00:00Z' }
    const ended = toggleAlbum({ ...all, sharedAlbumEnds: ends }, 'b')
    expect(ended.sharedAlbumEnds).toEqual({ b: ends.b })
    expect(toggleAlbum(ended, 'b').sharedAlbumEnds).toEqual({})
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
