import type { RouteInput } from '#contract/route'
import type { setSharing } from '#contract/sharing'
import type { Shares } from '../../../lib/sharing'

export const NOTHING_SHARED: Shares = {
  shareNames: false,
  shareEvents: false,
  shareAllPrivateAlbums: false,
  sharedAlbumIds: [],
  sharedAlbumEnds: {},
}

export const sharesOf = (s: Shares): Shares => ({
  shareNames: s.shareNames,
  shareEvents: s.shareEvents,
  shareAllPrivateAlbums: s.shareAllPrivateAlbums,
  sharedAlbumIds: [...s.sharedAlbumIds],
  sharedAlbumEnds: { ...s.sharedAlbumEnds },
})

/** The master toggle: on, every private album is shared and its own toggle locked. */
export const shareAll = (s: Shares, on: boolean): Shares => ({ ...s, shareAllPrivateAlbums: on })
/** One album: while all are shared, choosing one turns «all» off and leaves only that one. */
export const toggleAlbum = (s: Shares, id: string): Shares => {
  const ends = (isKept: (album: string) => boolean): Shares['sharedAlbumEnds'] =>
    Object.fromEntries(Object.entries(s.sharedAlbumEnds).filter(([album]) => isKept(album)))
  if (s.shareAllPrivateAlbums)
    return {
      ...s,
      shareAllPrivateAlbums: false,
      sharedAlbumIds: [id],
      sharedAlbumEnds: ends((album) => album === id),
    }
  if (!s.sharedAlbumIds.includes(id)) return { ...s, sharedAlbumIds: [...s.sharedAlbumIds, id] }
  return {
    ...s,
    sharedAlbumIds: s.sharedAlbumIds.filter((other) => other !== id),
    sharedAlbumEnds: ends((album) => album !== id),
  }
}
export const isAlbumShared = (s: Shares, id: string): boolean =>
  s.shareAllPrivateAlbums || s.sharedAlbumIds.includes(id)

/** One switch of the sharing screen. */
export type SharingChange =
  | { readonly kind: 'names' | 'events' | 'all-albums'; readonly on: boolean }
  | { readonly kind: 'album'; readonly id: string; readonly name: string }
export const applySharing = (s: Shares, change: SharingChange): Shares => {
  switch (change.kind) {
    case 'names':
      return { ...s, shareNames: change.on }
    case 'events':
      return { ...s, shareEvents: change.on }
    case 'all-albums':
      return shareAll(s, change.on)
    case 'album':
      return toggleAlbum(s, change.id)
  }
}

/** What a save sends: only what the member has touched. */
export type SharingPatch = RouteInput<typeof setSharing>['body']
const albumPatch = (id: string, on: boolean): SharingPatch =>
  on ? { addedAlbumIds: [id] } : { removedAlbumIds: [id] }
export const sharingPatchOf = (before: Shares, change: SharingChange): SharingPatch => {
  switch (change.kind) {
    case 'names':
      return { shareNames: change.on }
    case 'events':
      return { shareEvents: change.on }
    case 'all-albums':
      return { shareAllPrivateAlbums: change.on }
    case 'album':
      return before.shareAllPrivateAlbums
        ? { shareAllPrivateAlbums: false, sharedAlbumIds: [change.id] }
        : albumPatch(change.id, !before.sharedAlbumIds.includes(change.id))
  }
}
/** «Annuler» of a change. */
export const undoPatchOf = (before: Shares, change: SharingChange): SharingPatch => {
  if (change.kind !== 'album') return sharingPatchOf(before, { ...change, on: !change.on })
  const wasShared = before.sharedAlbumIds.includes(change.id)
  if (!before.shareAllPrivateAlbums) {
    const end = before.sharedAlbumEnds[change.id]
    return {
      ...albumPatch(change.id, wasShared),
      ...(wasShared && end !== undefined ? { addedAlbumEnds: { [change.id]: end } } : {}),
    }
  }
  // with «all» every album is shared again; naming the others would renew what had ended
  return { shareAllPrivateAlbums: true, ...(wasShared ? {} : albumPatch(change.id, false)) }
}
