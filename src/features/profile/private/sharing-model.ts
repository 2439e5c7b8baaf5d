import type { Shares } from '../../../lib/sharing'

export const NOTHING_SHARED: Shares = {
  shareNames: false,
  shareEvents: false,
  shareAllPrivateAlbums: false,
  sharedAlbumIds: [],
}

export const sharesOf = (s: Shares): Shares => ({
  shareNames: s.shareNames,
  shareEvents: s.shareEvents,
  shareAllPrivateAlbums: s.shareAllPrivateAlbums,
  sharedAlbumIds: [...s.sharedAlbumIds],
})

/** Whether anything differs; the order of the albums does not matter. */
export const isSharingDirty = (saved: Shares, draft: Shares): boolean =>
  saved.shareNames !== draft.shareNames ||
  saved.shareEvents !== draft.shareEvents ||
  saved.shareAllPrivateAlbums !== draft.shareAllPrivateAlbums ||
  [...saved.sharedAlbumIds].sort().join() !== [...draft.sharedAlbumIds].sort().join()

/** The master toggle: on, every private album is shared and its own toggle locked. */
export const shareAll = (s: Shares, on: boolean): Shares => ({ ...s, shareAllPrivateAlbums: on })
/** One album: while all are shared, choosing one turns «all» off and leaves only that one. */
export const pickAlbum = (s: Shares, id: string): Shares => {
  if (s.shareAllPrivateAlbums) return { ...s, shareAllPrivateAlbums: false, sharedAlbumIds: [id] }
  return {
    ...s,
    sharedAlbumIds: s.sharedAlbumIds.includes(id)
      ? s.sharedAlbumIds.filter((other) => other !== id)
      : [...s.sharedAlbumIds, id],
  }
}
export const isAlbumShared = (s: Shares, id: string): boolean =>
  s.shareAllPrivateAlbums || s.sharedAlbumIds.includes(id)
