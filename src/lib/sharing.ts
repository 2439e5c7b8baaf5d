/** What one account shares with another, reduced to what its summary needs. */
export interface Shares {
  readonly shareNames: boolean
  readonly shareEvents: boolean
  readonly shareAllPrivateAlbums: boolean
  readonly sharedAlbumIds: readonly string[]
}
export type SharingState = 'Non' | 'Partiel' | 'Tout'

/** «Non»: nothing; «Tout»: names, events and all private albums; else «Partiel». */
export const sharingState = (s: Shares): SharingState => {
  if (s.shareNames && s.shareEvents && s.shareAllPrivateAlbums) return 'Tout'
  return s.shareNames || s.shareEvents || s.shareAllPrivateAlbums || s.sharedAlbumIds.length > 0
    ? 'Partiel'
    : 'Non'
}
