import { Suspense, useState } from 'react'
import type { Album } from '#contract/albums/albums'
import { actWithPart, lazyPart } from '../../../data/start/lazy-part'
import { plural } from '../../../lib/text'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconDrag, IconEdit, IconMore, IconShare, IconTrash } from '../../../ui/icons/actions'
import { IconEye, IconLock } from '../../../ui/icons/media'
import { IconGlobe } from '../../../ui/icons/status'
import { Menu, type MenuEntry } from '../../../ui/overlay/menu'
import { AddPhotos } from '../upload/add-photos'
import { AlbumName } from './album-name'
import { albumActions, AlbumPhotos } from './album-photos'
import { useViewers } from './use-viewers'
import { sharedWord } from '../state/labels'
import styles from '../albums.module.css'

const AlbumDialog = lazyPart(() => import('./album-dialog').then((m) => m.AlbumDialog))
const AlbumShare = lazyPart(() => import('./album-share').then((m) => m.AlbumShare))
const AccessLog = lazyPart(() => import('./access-log').then((m) => m.AccessLog))

/** Its questions and calls come with the first use. */
const act = (what: 'setVisibility' | 'remove', album: Album): Promise<void> =>
  actWithPart(
    () => import('./album-acts'),
    (acts) => acts[what](album),
  )

type Opened = 'edit' | 'log' | 'share'

const menuOf = (
  album: Album,
  {
    open,
    rename,
    arrange,
  }: { open: (what: Opened) => void; rename: () => void; arrange: () => void },
): MenuEntry[] => [
  { label: 'Renommer', icon: <IconEdit />, onSelect: rename },
  { label: 'Modifier la description', icon: <IconEdit />, onSelect: () => open('edit') },
  ...(album.mediaCount > 1
    ? [{ label: 'Déplacer les photos', icon: <IconDrag />, onSelect: arrange }]
    : []),
  {
    label: album.isPublic ? 'Rendre privé' : 'Rendre public',
    icon: album.isPublic ? <IconLock /> : <IconGlobe />,
    onSelect: () => void act('setVisibility', album),
  },
  ...(album.isPublic ? [] : [{ label: 'Vu par', icon: <IconEye />, onSelect: () => open('log') }]),
  'line',
  {
    label: 'Supprimer l’album',
    icon: <IconTrash />,
    danger: true,
    onSelect: () => void act('remove', album),
  },
]

/** What opens over the album of its owner. */
const Over = ({
  album,
  open,
  onClose,
}: {
  album: Album
  open: Opened | null
  onClose: () => void
}) => {
  // the drawer is mounted from its first opening on, so that it can slide out
  const [shared, setShared] = useState(false)
  if (open === 'share' && !shared) setShared(true)
  return (
    <Suspense fallback={null}>
      {open === 'edit' ? (
        <AlbumDialog accountId={album.accountId} album={album} open onClose={onClose} />
      ) : null}
      {open === 'log' ? <AccessLog album={album} onClose={onClose} /> : null}
      {shared ? <AlbumShare album={album} open={open === 'share'} onClose={onClose} /> : null}
    </Suspense>
  )
}

/** The selected album: one line with its name and the owner's actions, then its photos. */
export const AlbumDetail = ({ album, own }: { album: Album; own: boolean }) => {
  const [renaming, setRenaming] = useState(false)
  const [arranging, setArranging] = useState(false)
  const [open, setOpen] = useState<Opened | null>(null)
  const { viewers } = useViewers(album, own)
  const { addPicked } = albumActions(album)
  return (
    <section className={styles.detail} aria-label={album.name}>
      <header className={styles.head}>
        <div className={styles.names}>
          <AlbumName album={album} editing={renaming} onEditing={own ? setRenaming : null} />
          {album.isPublic || renaming ? null : <IconLock size={16} label="Privé" />}
          <p className={styles.line}>
            {album.can_view ? <span>{plural(album.mediaCount, 'photo')}</span> : null}
            {album.isPublic ? <span>Public</span> : null}
            {own && viewers && !album.isPublic ? <span>{sharedWord(viewers.size)}</span> : null}
          </p>
        </div>
        {own && !renaming ? (
          <div className={styles.tools}>
            {album.isPublic ? null : (
              <IconButton
                label="Partager l’album"
                icon={<IconShare />}
                onClick={() => setOpen('share')}
              />
            )}
            <AddPhotos target={album.id} name={`«\u00a0${album.name}\u00a0»`} onPick={addPicked} />
            <Menu
              label="Actions de l’album"
              align="end"
              items={menuOf(album, {
                open: setOpen,
                rename: () => setRenaming(true),
                arrange: () => setArranging(true),
              })}
              trigger={(p) => <IconButton {...p} label="Actions de l’album" icon={<IconMore />} />}
            />
          </div>
        ) : null}
        {album.description ? <p className={styles.description}>{album.description}</p> : null}
      </header>
      <AlbumPhotos
        key={album.id}
        album={album}
        own={own}
        arranging={arranging}
        onArranged={() => setArranging(false)}
      />
      {own ? <Over album={album} open={open} onClose={() => setOpen(null)} /> : null}
    </section>
  )
}
