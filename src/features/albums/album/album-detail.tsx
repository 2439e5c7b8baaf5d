import { lazy, Suspense, useState } from 'react'
import { mutate } from '../../../data/http/mutate'
import { deleteAlbum, updateAlbum, type Album } from '#contract/albums'
import { call } from '../../../data/http/api'
import { memberKey } from '../../../data/http/keys'
import { toast } from '../../../data/state/toasts'
import { plural } from '../../../lib/text'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { confirm } from '../../../ui/overlay/confirm'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconEdit, IconMore, IconTrash } from '../../../ui/icons/actions'
import { IconEye, IconLock } from '../../../ui/icons/media'
import { IconGlobe } from '../../../ui/icons/status'
import { Menu } from '../../../ui/overlay/menu'
import { Pill } from '../../../ui/display/pill'
import { AlbumName } from './album-name'
import { AlbumPhotos } from './album-photos'
import { refreshOwn } from '../state/api'
import { ERRORS, PRIVATE_BANNER, removeAlbumQuestion, visibilityQuestion } from '../state/labels'
import styles from '../albums.module.css'

const AlbumDialog = lazy(async () => ({ default: (await import('./album-dialog')).AlbumDialog }))
const AccessLog = lazy(async () => ({ default: (await import('./access-log')).AccessLog }))

const setVisibility = async (album: Album): Promise<void> => {
  const isPublic = !album.isPublic
  if (!(await confirm(visibilityQuestion(album.name, isPublic)))) return
  try {
    await call(updateAlbum, { params: { id: album.id }, body: { isPublic } })
  } catch {
    toast(ERRORS.update, { kind: 'error' })
  }
  await refreshOwn(album.accountId)
}
const remove = async (album: Album): Promise<void> => {
  if (!(await confirm(removeAlbumQuestion(album.name, album.mediaCount)))) return
  try {
    await call(deleteAlbum, { params: { id: album.id }, query: { deleteMedia: 'true' } })
    await mutate<readonly Album[]>(
      memberKey('albums', album.accountId, 'list'),
      (list) => list?.filter((a) => a.id !== album.id),
      { revalidate: false },
    )
  } catch (error) {
    console.error(ERRORS.remove, error)
  }
  await refreshOwn(album.accountId)
}

/** The selected album: its description, the owner's actions, its photos. */
export const AlbumDetail = ({ album, own }: { album: Album; own: boolean }) => {
  const [renaming, setRenaming] = useState(false)
  const [open, setOpen] = useState<'edit' | 'log' | null>(null)
  return (
    <section className={styles.detail} aria-label={album.name}>
      <header className={styles.head}>
        <div className={styles.facts}>
          <AlbumName album={album} editing={renaming} onEditing={own ? setRenaming : null} />
          {album.description ? <p className={styles.description}>{album.description}</p> : null}
          <p className={styles.line}>
            {album.can_view ? <span>{plural(album.mediaCount, 'photo')}</span> : null}
            <Pill icon={album.isPublic ? <IconGlobe size={14} /> : <IconLock size={14} />}>
              {album.isPublic ? 'Public' : 'Privé'}
            </Pill>
          </p>
        </div>
        {own ? (
          <div className={styles.tools}>
            <Button
              size="sm"
              icon={album.isPublic ? <IconLock size={16} /> : <IconGlobe size={16} />}
              onClick={() => void setVisibility(album)}
            >
              {album.isPublic ? 'Rendre privé' : 'Rendre public'}
            </Button>
            <Menu
              label="Actions de l’album"
              align="end"
              items={[
                { label: 'Renommer', icon: <IconEdit />, onSelect: () => setRenaming(true) },
                {
                  label: 'Modifier la description',
                  icon: <IconEdit />,
                  onSelect: () => setOpen('edit'),
                },
                ...(album.isPublic
                  ? []
                  : [{ label: 'Vu par', icon: <IconEye />, onSelect: () => setOpen('log') }]),
                'line',
                {
                  label: 'Supprimer l’album',
                  icon: <IconTrash />,
                  danger: true,
                  onSelect: () => void remove(album),
                },
              ]}
              trigger={(p) => <IconButton {...p} label="Actions de l’album" icon={<IconMore />} />}
            />
          </div>
        ) : null}
      </header>
      {own && !album.isPublic ? (
        <Banner tone="info" icon={<IconLock size={18} />}>
          {PRIVATE_BANNER}
        </Banner>
      ) : null}
      <AlbumPhotos key={album.id} album={album} own={own} />
      {own ? (
        <Suspense fallback={null}>
          {open === 'edit' ? (
            <AlbumDialog
              accountId={album.accountId}
              album={album}
              open
              onClose={() => setOpen(null)}
            />
          ) : null}
          {open === 'log' ? <AccessLog album={album} onClose={() => setOpen(null)} /> : null}
        </Suspense>
      ) : null}
    </section>
  )
}
