import { useState } from 'react'
import { listAlbums } from '#contract/albums/albums'
import { createAlbumShare, deleteAlbumShare, listAlbumShares } from '#contract/albums/shares'
import { getSharing } from '#contract/sharing'
import { call } from '../../data/http/api'
import { ApiError, refusalMessageOf } from '../../data/http/api-error'
import { useData } from '../../data/http/cache'
import { memberKey, refreshLists, refreshMember } from '../../data/http/keys'
import { session } from '../../data/session/session'
import { closeAll, type PanelProps } from '../../data/state/panels'
import { toast } from '../../data/state/toasts'
import { NBSP, plural } from '../../lib/text'
import { Button } from '../../ui/forms/button'
import { Switch } from '../../ui/forms/switch'
import { EmptyState } from '../../ui/feedback/empty-state'
import { ErrorState } from '../../ui/feedback/error-state'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { Drawer } from '../../ui/overlay/drawer'
import styles from './share.module.css'

interface Choice {
  readonly id: string
  readonly name: string
  readonly photos: number
}

/** Own private albums. */
const useAlbums = () =>
  useData(memberKey('albums', session.accountId ?? '', 'private'), async () =>
    (await call(listAlbums, { query: { includePrivate: 'true' } })).albums.filter(
      (a) => !a.isPublic,
    ),
  )

interface Shared {
  /** Every private album. */
  readonly all: boolean
  /** Ids of the shares, by album. */
  readonly shareOf: ReadonlyMap<string, string>
}
/** The albums that a member may open. */
const loadShared = async (accountId: string): Promise<Shared> => {
  const [sharing, { shares }] = await Promise.all([
    call(getSharing, { params: { id: accountId } }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }),
    call(listAlbumShares, { query: { type: 'outgoing', account_id: accountId } }),
  ])
  return {
    all: sharing?.shareAllPrivateAlbums ?? false,
    shareOf: new Map(shares.map((s) => [s.album_id, s.id])),
  }
}

/** Shares an album with a member, or takes it back; the albums that they may open then. */
const share = async (accountId: string, albumId: string, known: Shared, on: boolean) => {
  const shareOf = new Map(known.shareOf)
  const id = shareOf.get(albumId)
  if (on) {
    const body = { album_id: albumId, account_id: accountId }
    shareOf.set(albumId, (await call(createAlbumShare, { body })).share.id)
  } else if (id) {
    await call(deleteAlbumShare, { params: { id } })
    shareOf.delete(albumId)
  }
  return { ...known, shareOf }
}

/** «Partager un album» of a conversation: each switch applies at once. */
export const ShareAlbumPanel = ({
  id,
  handle,
  ...drawer
}: PanelProps & { id: string; handle: string }) => {
  const albums = useAlbums()
  const shared = useData(['shared-albums', id], () => loadShared(id))
  const [saving, setSaving] = useState<string | null>(null)
  const change = async (album: Choice, on: boolean): Promise<void> => {
    if (!shared.data) return
    setSaving(album.id)
    try {
      await shared.mutate(share(id, album.id, shared.data, on), { revalidate: false })
      toast(
        on
          ? `${handle} peut voir «${NBSP}${album.name}${NBSP}».`
          : `${handle} ne voit plus «${NBSP}${album.name}${NBSP}».`,
        { kind: 'success' },
      )
    } catch (error) {
      toast(refusalMessageOf(error) ?? 'Le partage n’a pas changé. Réessayez.', { kind: 'error' })
    }
    setSaving(null)
    await Promise.all([refreshMember(id), refreshLists()])
  }
  const isFailed = (albums.error && !albums.data) || (shared.error && !shared.data)
  return (
    <Drawer {...drawer} title={`Partager un album avec ${handle}`}>
      {isFailed ? (
        <ErrorState
          text="Vos albums n’ont pas pu être chargés."
          onRetry={() => void Promise.all([albums.mutate(), shared.mutate()])}
        />
      ) : null}
      {!isFailed && (!albums.data || !shared.data) ? <SkeletonRows count={3} /> : null}
      {albums.data?.length === 0 ? (
        <EmptyState
          level={3}
          title="Pas encore d’album privé"
          text="Un album privé n’est vu que des membres à qui vous le montrez."
          action={
            <Button href="/albums" onClick={() => void closeAll()}>
              Mes albums
            </Button>
          }
        />
      ) : null}
      {albums.data && shared.data ? (
        <ul className={styles.albums} aria-label="Vos albums privés">
          {albums.data.map(({ id: albumId, name, mediaCount: photos }) => (
            <li key={albumId}>
              <Switch
                label={name}
                hint={shared.data?.all ? 'Voit tous vos albums privés' : plural(photos, 'photo')}
                checked={shared.data?.all === true || shared.data?.shareOf.has(albumId) === true}
                disabled={shared.data?.all}
                busy={saving === albumId}
                onChange={(on) => void change({ id: albumId, name, photos }, on)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </Drawer>
  )
}
