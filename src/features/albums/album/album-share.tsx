import { useState } from 'react'
import useSWR, { mutate } from 'swr'
import { createAlbumShare, deleteAlbumShare, listAlbumShares, type Album } from '#contract/albums'
import { listRelations } from '#contract/relations'
import { call } from '../../../data/http/api'
import { refusedBy } from '../../../data/http/api-error'
import { listKey, memberKey, refreshLists } from '../../../data/http/keys'
import { toast } from '../../../data/state/toasts'
import { NBSP } from '../../../lib/text'
import { AccountAvatar } from '../../../parts/member/avatar'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { ErrorState } from '../../../ui/feedback/error-state'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { Switch } from '../../../ui/forms/switch'
import { Drawer } from '../../../ui/overlay/drawer'
import { sharedText } from '../state/labels'
import { useViewers } from './use-viewers'
import styles from '../albums.module.css'

const share = async (album: Album, accountId: string, on: boolean): Promise<void> => {
  if (on) {
    await call(createAlbumShare, { body: { album_id: album.id, account_id: accountId } })
    return
  }
  const { shares } = await call(listAlbumShares, { query: { type: 'outgoing' } })
  const known = shares.find((s) => s.album_id === album.id && s.account_id === accountId)
  if (known) await call(deleteAlbumShare, { params: { id: known.id } })
}

/** «Partager»: each switch shares the album with one relation, or takes it back, at once. */
export const AlbumShare = ({
  album,
  open,
  onClose,
}: {
  album: Album
  open: boolean
  onClose: () => void
}) => {
  const { viewers, error: unseen } = useViewers(album, true)
  const { data, error } = useSWR(
    listKey('relations'),
    async () => (await call(listRelations, {})).relations,
  )
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set())
  const change = async (id: string, handle: string, on: boolean): Promise<void> => {
    setSaving((ids) => new Set(ids).add(id))
    try {
      await share(album, id, on)
      toast(
        on
          ? `${handle} peut voir «${NBSP}${album.name}${NBSP}».`
          : `${handle} ne voit plus «${NBSP}${album.name}${NBSP}».`,
        { kind: 'success' },
      )
    } catch (failure) {
      toast(refusedBy(failure) ?? 'Le partage n’a pas changé. Réessayez.', { kind: 'error' })
    }
    await Promise.all([refreshLists(), mutate(memberKey('sharing', id))])
    setSaving((ids) => new Set([...ids].filter((other) => other !== id)))
  }
  const failed = (error && !data) || (unseen && !viewers)
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={`Partager «${NBSP}${album.name}${NBSP}»`}
      subtitle={viewers && sharedText(viewers.size)}
    >
      {failed ? (
        <ErrorState
          text="Vos relations n’ont pas pu être chargées."
          onRetry={() => void refreshLists()}
        />
      ) : null}
      {!failed && (!data || !viewers) ? <SkeletonRows count={4} /> : null}
      {data?.length === 0 ? (
        <EmptyState
          level={3}
          title="Pas encore de relation"
          text="On partage un album avec les personnes avec qui on est en relation."
        />
      ) : null}
      {data && viewers ? (
        <ul className={styles.shares}>
          {data.map(({ with_account_id: id, with_account_handle: handle, ...face }) => (
            <li key={id}>
              <AccountAvatar account={{ account_handle: handle, ...face }} size={40} />
              <Switch
                label={handle}
                hint={viewers.get(id)?.all ? 'Voit tous vos albums privés' : undefined}
                checked={viewers.has(id)}
                disabled={viewers.get(id)?.all}
                busy={saving.has(id)}
                onChange={(on) => void change(id, handle, on)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </Drawer>
  )
}
