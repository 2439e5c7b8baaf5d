/** What one account shares with another, reduced to what its summary needs. */
export interface Shares {
  readonly shareNames: boolean
  readonly shareEvents: boolean
  readonly shareAllPrivateAlbums: boolean
  readonly sharedAlbumIds: readonly string[]
  /** ISO 8601 instant at which a shared album closes again, by album; absent: it has no end. */
  readonly sharedAlbumEnds: Readonly<Record<string, string>>
}
export type SharingState = 'Non' | 'Partiel' | 'Tout'

/** «Non»: nothing; «Tout»: names, events and all private albums; else «Partiel». */
export const sharingState = (s: Omit<Shares, 'sharedAlbumEnds'>): SharingState => {
  if (s.shareNames && s.shareEvents && s.shareAllPrivateAlbums) return 'Tout'
  return s.shareNames || s.shareEvents || s.shareAllPrivateAlbums || s.sharedAlbumIds.length > 0
    ? 'Partiel'
    : 'Non'
}
