import { useEffect } from 'react'
import type { Album } from '#contract/albums/albums'
import { albumAccess } from '#contract/albums/shares'
import { call } from '../../../data/http/api'
import { memberKey } from '../../../data/http/keys'
import { mutate } from '../../../data/http/mutate'
import { hub } from '../../../data/hub/hub'
import { photosKey } from '../state/api'
import type { PhotoPages } from '../state/model'
import { untilText } from '../../../lib/until'

/** Between two looks while the clock of the device is ahead of the server's, ms. */
const AGAIN_MS = 5_000
/** Longest delay of a timer, ms. */
const TIMER_MAX_MS = 2 ** 31 - 1

const closed = (album: Album): Album => ({
  ...album,
  name: 'Album privé',
  description: null,
  mediaCount: 0,
  can_view: false,
  preview: [],
})

/** Drops the photos of an album and their links, wherever they are shown. */
const forget = async ({ accountId, id, preview }: Album): Promise<void> => {
  const ids = preview.map((m) => m.id)
  await mutate<PhotoPages>(
    photosKey(accountId, id),
    (known) => {
      ids.push(...Object.values(known?.pages ?? {}).flatMap((page) => page.map((m) => m.id)))
      return undefined
    },
    { revalidate: false },
  )
  void hub().dropLinks(ids)
}

/**
 * Closes the albums whose access has expired. The server decides; without network, the clock does.
 * The list is loaded again, once the server can be reached: a closed album has another id, and can
 * be requested.
 */
const close = async (accountId: string, albums: readonly Album[]): Promise<void> => {
  const now = Date.now()
  const over = albums.filter(
    (a) => a.can_view && a.openUntil !== undefined && Date.parse(a.openUntil) <= now,
  )
  const open = await Promise.all(
    over.map(({ id }) =>
      call(albumAccess, { params: { id } }).then(
        ({ canView }) => canView,
        () => false,
      ),
    ),
  )
  const gone = over.filter((_, i) => !open[i])
  if (gone.length === 0) return
  const ids = new Set(gone.map((a) => a.id))
  await mutate<readonly Album[]>(memberKey('albums', accountId, 'list'), (list) =>
    list?.map((a) => (ids.has(a.id) ? closed(a) : a)),
  )
  await Promise.all(gone.map(forget))
}

/** Says until when the selected album is open, and closes each album in time. */
export const OpenUntil = ({
  accountId,
  albums,
  selected,
}: {
  accountId: string
  albums: readonly Album[]
  selected: Album | null
}) => {
  useEffect(() => {
    const ends = albums.flatMap((a) => (a.can_view && a.openUntil ? Date.parse(a.openUntil) : []))
    if (ends.length === 0) return undefined
    const end = Math.min(...ends)
    let isStopped = false
    let timer: ReturnType<typeof setTimeout>
    const wait = (ms: number): void => {
      timer = setTimeout(() => void look(), Math.min(Math.max(ms, 0), TIMER_MAX_MS))
    }
    const look = async (): Promise<void> => {
      const left = end - Date.now()
      if (left <= 0) await close(accountId, albums)
      if (!isStopped) wait(left > 0 ? left : AGAIN_MS)
    }
    wait(end - Date.now())
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [accountId, albums])
  return selected?.can_view && selected.openUntil ? (
    <p className="quiet">Ouvert pour vous {untilText(selected.openUntil)}.</p>
  ) : null
}
