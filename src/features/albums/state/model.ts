import type { Album, AlbumMedia } from '#contract/albums/albums'
import { ALBUM_MEDIA_PAGE } from '#contract/limits'
import { session } from '../../../data/session/state'
import { withDe, NBSP } from '../../../lib/text'

/** The selected album: its id, whether it was visible to the viewer when selected, and where it was. */
export interface SelectedAlbum {
  readonly id: string
  readonly seen: boolean
  readonly index?: number
  /** How many albums there were. */
  readonly count?: number
}
export const selectAlbum = (albums: readonly Album[], album: Album): SelectedAlbum => ({
  id: album.id,
  seen: album.can_view,
  index: albums.indexOf(album),
  count: albums.length,
})

/**
 * A closed album has another id than the same album when it is open: it is found again by its place,
 * which does not change.
 */
const atPlace = (albums: readonly Album[], chosen: SelectedAlbum | null): Album | undefined =>
  chosen?.index !== undefined && !chosen.seen && albums.length === chosen.count
    ? albums[chosen.index]
    : undefined

/**
 * The album to show: the selected one while it exists and is as visible as it was, else the first
 * visible one.
 */
export const pickAlbum = (albums: readonly Album[], chosen: SelectedAlbum | null): Album | null => {
  const found = albums.find((a) => a.id === chosen?.id) ?? atPlace(albums, chosen)
  if (found && (found.can_view || !chosen?.seen)) return found
  return albums.find((a) => a.can_view) ?? null
}

/** The name to save; null when it is empty or unchanged. */
export const changedName = (text: string, current: string): string | null => {
  const name = text.trim()
  return name === '' || name === current ? null : name
}

/** A copy of the list with one item moved. */
export const moveItem = <T>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined || from in list) next.splice(to, 0, item as T)
  return next
}

/**
 * Moves a photo and returns the changed positions: photos between the two indexes swap theirs. All
 * are renumbered when positions were not strictly increasing (several photos added at one position).
 */
export const movePositions = <T extends { readonly position: number }>(
  list: readonly T[],
  from: number,
  to: number,
): { readonly list: readonly T[]; readonly changed: readonly T[] } => {
  const moved = moveItem(list, from, to)
  const growing = list.every(
    (item, i) => i === 0 || item.position > (list[i - 1]?.position ?? Infinity),
  )
  const next = moved.map((item, i) => ({
    ...item,
    position: growing ? (list[i]?.position ?? i) : i,
  }))
  const [low, high] = [Math.min(from, to), Math.max(from, to)]
  return { list: next, changed: growing ? next.slice(low, high + 1) : next }
}

export const GRID_GAP_PX = 4
const TILE_MIN_PX = 200
const PHONE_COLUMNS = 3
/** Three columns on a phone, elsewhere as many as fit with tiles of at least 200 px. */
export const columnsOf = (widthPx: number, desktop: boolean): number =>
  desktop
    ? Math.max(1, Math.floor((widthPx + GRID_GAP_PX) / (TILE_MIN_PX + GRID_GAP_PX)))
    : PHONE_COLUMNS

/** Index that a key leads to in a grid; unchanged at an edge. null: other keys. */
export const arrowTarget = (
  key: string,
  at: number,
  columns: number,
  count: number,
): number | null => {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: count - 1,
  }
  const to = steps[key]
  if (to === undefined) return null
  return to < 0 || to >= count ? at : to
}

/** Pages that contain the photos at these indexes. */
export const pagesOf = (from: number, to: number): number[] => {
  const first = Math.floor(from / ALBUM_MEDIA_PAGE)
  return Array.from(
    { length: Math.max(0, Math.floor(Math.max(from, to - 1) / ALBUM_MEDIA_PAGE) - first + 1) },
    (_, i) => first + i,
  )
}

/** Loaded pages of an album, and its number of photos. */
export interface PhotoPages {
  readonly total: number
  readonly pages: Readonly<Record<number, readonly AlbumMedia[]>>
}
/** The photos in order; undefined: not loaded yet. */
export const flattenPages = ({ total, pages }: PhotoPages): (AlbumMedia | undefined)[] =>
  Array.from(
    { length: total },
    (_, i) => pages[Math.floor(i / ALBUM_MEDIA_PAGE)]?.[i % ALBUM_MEDIA_PAGE],
  )
/** The reverse of `flattenPages`. */
export const paginate = (list: readonly AlbumMedia[]): PhotoPages => ({
  total: list.length,
  pages: Object.fromEntries(
    pagesOf(0, list.length).map((p) => [
      p,
      list.slice(p * ALBUM_MEDIA_PAGE, (p + 1) * ALBUM_MEDIA_PAGE),
    ]),
  ),
})

/**
 * Address of a photo: as given when it is absolute or under /api/, else derived from its id
 * (SOC-108).
 */
export const pictureRef = (
  media: Pick<AlbumMedia, 'id' | 'url' | 'thumbnailUrl'>,
  form: 'url' | 'thumbnail',
): string => {
  const given = form === 'url' ? media.url : media.thumbnailUrl
  return /^https?:\/\//i.test(given) || given.startsWith('/api/')
    ? given
    : `/api/media/${media.id}/${form}`
}

interface GridItem {
  readonly id: string
  readonly note?: string
  readonly media: { readonly id: string; readonly blurhash: string | null }
}
const shown = new WeakMap<AlbumMedia, GridItem>()
/** Why others do not see an own photo, on its tile. */
export const hiddenNoteOf = ({ people }: Pick<AlbumMedia, 'people'>): { note?: string } => {
  if (people?.claimed) return { note: `Masquée${NBSP}: un membre dit y être` }
  const missing = (people?.subjects ?? []).filter((s) => s.state !== 'yes')
  if (missing.length === 0) return {}
  const names = missing.map((s) => {
    const one = session.account?.identities.find((i) => i.id === s.identity_id)
    return withDe(one?.firstname ?? one?.identity_handle ?? '')
  })
  return { note: `En attente de l’accord ${names.join(' et ')}` }
}
/**
 * Grid items of photos: the same object for the same photo, so that a newly loaded page renders
 * only its own tiles.
 */
export const gridItemsOf = (
  photos: readonly (AlbumMedia | undefined)[],
): (GridItem | undefined)[] =>
  photos.map((photo) => {
    if (!photo) return undefined
    const known = shown.get(photo) ?? {
      id: photo.id,
      media: { id: pictureRef(photo, 'thumbnail'), blurhash: photo.blurhash },
      ...hiddenNoteOf(photo),
    }
    shown.set(photo, known)
    return known
  })
