import { Suspense, useEffect, useMemo, useState } from 'react'
import { addAlbumMedia, type Album, type AlbumMedia } from '#contract/albums/albums'
import { logAlbumAccess } from '#contract/albums/shares'
import { call } from '../../../data/http/api'
import { refusalMessageOf } from '../../../data/http/api-error'
import { Viewer } from '../../../parts/photo/viewer'
import { toast } from '../../../data/state/toasts'
import { lazyPart } from '../../../data/start/lazy-part'
import { confirm } from '../../../ui/overlay/confirm'
import { ErrorState } from '../../../ui/feedback/error-state'
import { Unbroken } from '../../../ui/layout/unbroken'
import { Button } from '../../../ui/forms/button'
import { IconCheck } from '../../../ui/icons/base'
import {
  removePhotoOptimistic,
  refreshOwnPhotos,
  removePhoto,
  saveOrder,
  usePhotos,
} from '../state/api'
import { DELETE_PHOTO, ALBUM_ERRORS, LOCKED_ALBUM, NO_PHOTO, NO_PHOTO_OWN } from '../state/labels'
import { flattenPages, movePositions, pictureRef, gridItemsOf } from '../state/model'
import { PhotoGrid } from '../grid/photo-grid'
import styles from '../albums.module.css'
import { withDe } from '../../../lib/text'

const UploadList = lazyPart(() => import('../upload/upload-list').then((m) => m.UploadList))
const AskAccess = lazyPart(() => import('../requests/ask-access').then((m) => m.AskAccess))

/** What the owner can do with the photos of an album; undefined: not loaded yet. */
const createActions = ({ id, accountId }: Album, photos: readonly (AlbumMedia | undefined)[]) => {
  const loaded = photos.flatMap((m) => m ?? [])
  const complete = loaded.length === photos.length
  const remove = async (at: number): Promise<void> => {
    const photo = photos[at]
    if (!photo || !(await confirm(DELETE_PHOTO))) return
    try {
      await (complete
        ? removePhotoOptimistic(accountId, id, loaded, photo.id)
        : removePhoto(id, photo.id))
    } catch (failure) {
      console.error(ALBUM_ERRORS.removeMedia, failure)
    }
    void refreshOwnPhotos(accountId)
  }
  const move = async (from: number, to: number): Promise<void> => {
    if (!complete) return
    const { list, changed } = movePositions(loaded, from, to)
    await saveOrder(accountId, id, list, changed).catch(() =>
      toast(ALBUM_ERRORS.order, { kind: 'error' }),
    )
  }
  return { remove, move }
}

/** What needs none of the album's photos. */
export const albumActions = ({ id, accountId }: Album) => {
  const addPicked = async (mediaIds: readonly string[]): Promise<void> => {
    try {
      await call(addAlbumMedia, { params: { id }, body: { mediaIds: [...mediaIds] } })
    } catch (failure) {
      toast(refusalMessageOf(failure) ?? ALBUM_ERRORS.add, { kind: 'error' })
    }
    await refreshOwnPhotos(accountId)
  }
  return { addPicked }
}

const Arranging = ({ onDone }: { onDone: () => void }) => (
  <div className={styles.arranging}>
    <p className="quiet">
      Touchez une photo puis sa nouvelle place, ou faites-la glisser. Au clavier&nbsp;: Entrée pour
      la saisir et la poser, flèches pour la déplacer.
    </p>
    <Button size="sm" variant="primary" icon={<IconCheck size={18} />} onClick={onDone}>
      Terminer
    </Button>
  </div>
)

/** Photos of the selected album; its owner can add, move and delete them. */
export const AlbumPhotos = ({
  album,
  own,
  arranging,
  onArranged,
}: {
  album: Album
  own: boolean
  arranging: boolean
  onArranged: () => void
}) => {
  const { id, accountId } = album
  const { data, error, refused, need, reload } = usePhotos(accountId, album.can_view ? id : null)
  const [index, setIndex] = useState<number | null>(null)
  const photos = useMemo(() => (data ? flattenPages(data) : []), [data])
  const items = useMemo(() => gridItemsOf(photos), [photos])
  const shown = useMemo(
    () => photos.map((m) => m && { id: pictureRef(m, 'url'), foreign: !own }),
    [photos, own],
  )
  const complete = !photos.includes(undefined)
  useEffect(() => {
    if (!own && album.can_view) void call(logAlbumAccess, { params: { id } }).catch(() => undefined)
  }, [own, album.can_view, id])
  // the viewer preloads the next photo
  useEffect(() => {
    if (index !== null) void need(Math.max(0, index - 1), index + 2)
  }, [index, need])
  useEffect(() => {
    if (arranging) void need(0, photos.length)
  }, [arranging, need, photos.length])

  if (!album.can_view || refused)
    return (
      <div className={styles.locked}>
        <p>{LOCKED_ALBUM}</p>
        <Suspense fallback={null}>{album.request ? <AskAccess album={album} /> : null}</Suspense>
      </div>
    )
  const { remove, move } = createActions(album, photos)
  return (
    <>
      {own ? (
        <Suspense fallback={null}>
          <UploadList target={id} />
        </Suspense>
      ) : null}
      {arranging ? <Arranging onDone={onArranged} /> : null}
      {!data && error ? <ErrorState text={ALBUM_ERRORS.media} onRetry={reload} /> : null}
      {data && photos.length === 0 ? (
        <p className={styles.empty}>
          <Unbroken text={own ? NO_PHOTO_OWN : NO_PHOTO} />
        </p>
      ) : null}
      {photos.length > 0 ? (
        <PhotoGrid
          key={id}
          label={`Photos ${withDe(album.name)}`}
          items={items}
          onOpen={setIndex}
          onNeed={(from, to) => void need(from, to)}
          arranging={arranging && complete}
          onMove={(from, to) => void move(from, to)}
          onDelete={own ? (at) => void remove(at) : undefined}
        />
      ) : null}
      <Viewer photos={shown} index={index} onIndex={setIndex} onClose={() => setIndex(null)} />
    </>
  )
}
