import { Suspense, useMemo, useState } from 'react'
import { mutate } from '../../../data/http/mutate'
import { Viewer } from '../../../parts/photo/viewer'
import { PUBLIC_PHOTOS_MAX } from '#contract/limits'
import {
  addPublicPhotos,
  movePhotos,
  removePhoto,
  type ProfilePhoto,
} from '#contract/profile/photos'
import { call } from '../../../data/http/api'
import { refusalMessageOf } from '../../../data/http/api-error'
import { memberKey } from '../../../data/http/keys'
import { toast } from '../../../data/state/toasts'
import { lazyPart } from '../../../data/start/lazy-part'
import { plural } from '../../../lib/text'
import { confirm } from '../../../ui/overlay/confirm'
import { ErrorState } from '../../../ui/feedback/error-state'
import { AddPhotos } from '../upload/add-photos'
import { refreshOwnPhotos, useOwnPhotos } from '../state/api'
import { ALBUM_ERRORS } from '../state/labels'
import { moveItem, hiddenNoteOf } from '../state/model'
import { ArrangeButton } from '../grid/arrange-button'
import { PhotoGrid } from '../grid/photo-grid'
import { PUBLIC_TARGET } from '../upload/uploads'
import styles from '../albums.module.css'

const UploadList = lazyPart(() => import('../upload/upload-list').then((m) => m.UploadList))

/** What the owner can do with the public photos; the list is reloaded after each change. */
const createActions = (accountId: string, photos: readonly ProfilePhoto[]) => {
  const put = (list: readonly ProfilePhoto[]): Promise<unknown> =>
    mutate(memberKey('photos', accountId, 'own'), list, { revalidate: false })
  const attempt = async (
    act: () => Promise<unknown>,
    failed: (error: unknown) => void,
  ): Promise<void> => {
    try {
      await act()
    } catch (failure) {
      failed(failure)
    }
    await refreshOwnPhotos(accountId)
  }
  const say = (text: string) => () => toast(text, { kind: 'error' })
  const remove = async (at: number): Promise<void> => {
    const photo = photos[at]
    if (
      !photo ||
      !(await confirm({
        title: 'Retirer cette photo de votre profil\u00a0?',
        message:
          'Elle ne sera plus visible des autres membres. Si elle ne sert nulle part ailleurs, elle est supprimée définitivement.',
        confirmLabel: 'Retirer',
        danger: true,
      }))
    )
      return
    await attempt(
      () => call(removePhoto, { params: { id: accountId, photoId: photo.id } }),
      (failure) => console.error(ALBUM_ERRORS.removeMedia, failure),
    )
  }
  const move = async (from: number, to: number): Promise<void> => {
    const list = moveItem(photos, from, to)
    await put(list)
    await attempt(
      () =>
        call(movePhotos, {
          params: { id: accountId },
          body: { positions: list.map((p, position) => ({ id: p.id, position })) },
        }),
      say(ALBUM_ERRORS.order),
    )
  }
  const addPicked = (ids: readonly string[]): Promise<void> =>
    attempt(
      () => call(addPublicPhotos, { body: { media_ids: [...ids] } }),
      (failure) => toast(refusalMessageOf(failure) ?? ALBUM_ERRORS.add, { kind: 'error' }),
    )
  return { remove, move, addPicked }
}

/** The account's own public photos, shown to every member above the albums. */
export const PublicPhotos = ({ accountId }: { accountId: string }) => {
  const { data, error, mutate: reload } = useOwnPhotos(accountId)
  const [index, setIndex] = useState<number | null>(null)
  const [arranging, setArranging] = useState(false)
  const items = useMemo(
    () =>
      (data ?? []).map((p) => ({
        id: p.id,
        media: { id: p.media_id, blurhash: p.blurhash },
        ...hiddenNoteOf(p),
      })),
    [data],
  )
  const photos = useMemo(() => (data ?? []).map((p) => ({ id: p.media_id })), [data])
  const { remove, move, addPicked } = createActions(accountId, data ?? [])
  return (
    <section className={styles.public} aria-labelledby="public-photos">
      <header className={styles.top}>
        <h2 id="public-photos" className={styles.title}>
          Photos publiques
        </h2>
        {data ? (
          <span className="quiet">
            {plural(data.length, 'photo')} sur {PUBLIC_PHOTOS_MAX}
          </span>
        ) : null}
      </header>
      <p className="quiet">
        Tous les membres les voient sur votre profil, au-dessus de vos albums.
      </p>
      <div className={styles.acts}>
        <AddPhotos
          target={PUBLIC_TARGET}
          name="vos photos publiques"
          label="Ajouter aux photos publiques"
          onPick={addPicked}
        />
        {photos.length > 1 ? <ArrangeButton arranging={arranging} onChange={setArranging} /> : null}
      </div>
      <Suspense fallback={null}>
        <UploadList target={PUBLIC_TARGET} />
      </Suspense>
      {!data && error ? (
        <ErrorState text={ALBUM_ERRORS.media} onRetry={() => void reload()} />
      ) : null}
      {photos.length > 0 ? (
        <PhotoGrid
          label="Photos publiques"
          items={items}
          onOpen={setIndex}
          arranging={arranging}
          onMove={(from, to) => void move(from, to)}
          onDelete={(at) => void remove(at)}
        />
      ) : null}
      <Viewer photos={photos} index={index} onIndex={setIndex} onClose={() => setIndex(null)} />
    </section>
  )
}
