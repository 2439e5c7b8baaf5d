import { Suspense, useState } from 'react'
import type { Album } from '#contract/albums/albums'
import { lazyPart } from '../../data/start/lazy-part'
import { LoadFailure } from '../../parts/form/load-failure'
import { ArtPhotos } from '../../ui/art/photos'
import { Button } from '../../ui/forms/button'
import { EmptyState } from '../../ui/feedback/empty-state'
import { IconPlus } from '../../ui/icons/actions'
import { Delayed } from '../../ui/feedback/delayed'
import { Skeleton } from '../../ui/feedback/skeleton'
import { AlbumDetail } from './album/album-detail'
import { AlbumTile } from './album/album-tile'
import { isAccessLost, useAlbums } from './state/api'
import { CHOOSE_ALBUM, ALBUM_ERRORS, NO_ALBUM, NO_ALBUM_OWN } from './state/labels'
import { selectAlbum, pickAlbum, type SelectedAlbum } from './state/model'
import styles from './albums.module.css'

const AlbumDialog = lazyPart(() => import('./album/album-dialog').then((m) => m.AlbumDialog))

const OpenUntil = lazyPart(() => import('./requests/open-until').then((m) => m.OpenUntil))

interface Props {
  readonly accountId: string
  /** The album to begin with; the first visible one when missing. */
  readonly albumId?: string | undefined
  readonly own: boolean
}

const NewAlbum = ({ onCreate }: { onCreate: () => void }) => (
  <li className={styles.album}>
    <span className={styles.newAlbum}>
      <IconPlus size={22} />
    </span>
    <button type="button" className={styles.pick} onClick={onCreate}>
      Créer un album
    </button>
  </li>
)

/** The selected album: the default one is remembered as selected, and each with where it is now. */
const useChosen = (albums: readonly Album[] | undefined, albumId = '') => {
  const [chosen, setChosen] = useState<SelectedAlbum>({ id: albumId, seen: true })
  const selected = albums ? pickAlbum(albums, chosen) : null
  const select = (album: Album): void => setChosen(selectAlbum(albums ?? [], album))
  if (albums && selected) {
    const { id, seen, index, count } = selectAlbum(albums, selected)
    const isMoved = index !== chosen.index || count !== chosen.count
    if (id !== chosen.id || isMoved || (seen && !chosen.seen)) select(selected)
  }
  return { selected, select, setChosen }
}

/** Albums of a member: the list, and the selected one. */
export const Albums = ({ accountId, albumId, own }: Props) => {
  const { data, error, mutate } = useAlbums(accountId)
  const [creating, setCreating] = useState(false)
  const albums = isAccessLost(error) ? [] : data
  const { selected, select, setChosen } = useChosen(albums, albumId)
  const create = own ? (
    <Button variant="primary" icon={<IconPlus size={18} />} onClick={() => setCreating(true)}>
      Créer un album
    </Button>
  ) : null
  return (
    <section className={styles.albums} aria-labelledby={`albums-${accountId}`}>
      <h2 id={`albums-${accountId}`} className={own ? 'visually-hidden' : styles.title}>
        {own ? 'Mes albums' : 'Albums'}
      </h2>
      {!albums && error ? (
        <LoadFailure
          failure={error}
          title={ALBUM_ERRORS.list}
          titleElse={ALBUM_ERRORS.list}
          gone={NO_ALBUM}
          onRetry={() => void mutate()}
        />
      ) : null}
      {!albums && !error ? (
        <Delayed>
          <div className={styles.loading}>
            <Skeleton w="116px" h="140px" />
            <Skeleton w="116px" h="140px" />
          </div>
        </Delayed>
      ) : null}
      {albums?.length === 0 ? (
        own ? (
          <EmptyState art={<ArtPhotos />} level={3} title={NO_ALBUM_OWN} action={create} />
        ) : (
          <p className={styles.empty}>{NO_ALBUM}</p>
        )
      ) : null}
      {albums?.some((a) => a.openUntil) ? (
        <Suspense fallback={null}>
          <OpenUntil accountId={accountId} albums={albums} selected={selected} />
        </Suspense>
      ) : null}
      {albums && albums.length > 0 ? (
        <div className={styles.columns}>
          <ul className={styles.list} data-no-swipe>
            {albums.map((a) => (
              <AlbumTile
                key={a.id}
                album={a}
                selected={a.id === selected?.id}
                onSelect={() => select(a)}
              />
            ))}
            {own ? <NewAlbum onCreate={() => setCreating(true)} /> : null}
          </ul>
          {selected ? (
            <AlbumDetail key={selected.id} album={selected} own={own} />
          ) : (
            <p className={styles.empty}>{CHOOSE_ALBUM}</p>
          )}
        </div>
      ) : null}
      {creating ? (
        <Suspense fallback={null}>
          <AlbumDialog
            accountId={accountId}
            open
            onClose={() => setCreating(false)}
            onMade={(id) => setChosen({ id, seen: true })}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
