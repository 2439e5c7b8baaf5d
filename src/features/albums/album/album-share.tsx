import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { ALBUM_ACCESS_MS, type AccessFor } from '#contract/albums/requests'
import type { Album } from '#contract/albums/albums'
import {
  createAlbumShare,
  deleteAlbumShare,
  listAlbumShares,
  updateAlbumShare,
} from '#contract/albums/shares'
import type { Exposure } from '#contract/sharing'
import { listRelations } from '#contract/relations'
import { call } from '../../../data/http/api'
import { refusalMessageOf } from '../../../data/http/api-error'
import { useData } from '../../../data/http/cache'
import { mutate } from '../../../data/http/mutate'
import { memberListKey, memberKey, refreshLists } from '../../../data/http/keys'
import { closeAll } from '../../../data/state/panels'
import { toast } from '../../../data/state/toasts'
import { NBSP, plural } from '../../../lib/text'
import { AccountAvatar } from '../../../parts/member/avatar'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { ErrorState } from '../../../ui/feedback/error-state'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { Button } from '../../../ui/forms/button'
import { IconButton } from '../../../ui/forms/icon-button'
import { Switch } from '../../../ui/forms/switch'
import { IconClock } from '../../../ui/icons/status'
import { Drawer } from '../../../ui/overlay/drawer'
import { Menu } from '../../../ui/overlay/menu'
import { untilText } from '../../../lib/until'
import { hiddenNoteOf } from '../state/model'
import { useViewers } from './use-viewers'
import styles from '../albums.module.css'

const sharedText = (members: number): string =>
  members === 0
    ? `Album privé${NBSP}: visible de vous seulement.`
    : `Album privé${NBSP}: visible de vous et de ${plural(members, 'membre')}.`

const FOR: readonly (readonly [AccessFor, string])[] = [
  ['hour', `1${NBSP}heure`],
  ['day', `1${NBSP}jour`],
  ['week', `1${NBSP}semaine`],
  ['always', 'Sans limite'],
]
const sharesOf = async (album: Album) =>
  (await call(listAlbumShares, { query: { type: 'outgoing', album_id: album.id } })).shares
/** `isShared`: the relation can open the album already. */
const share = async (
  album: Album,
  accountId: string,
  how: AccessFor | null,
  isShared: boolean,
): Promise<void> => {
  const known = isShared
    ? (await sharesOf(album)).find((s) => s.account_id === accountId)
    : undefined
  if (!how) {
    if (known) await call(deleteAlbumShare, { params: { id: known.id } })
    return
  }
  const ms = ALBUM_ACCESS_MS[how]
  // the date is for an older server, during a deployment: this device's clock may be wrong
  const end = {
    for: how,
    expires_at: ms === null ? null : new Date(Date.now() + ms).toISOString(),
  }
  await (known
    ? call(updateAlbumShare, { params: { id: known.id }, body: end })
    : call(createAlbumShare, { body: { album_id: album.id, account_id: accountId, ...end } }))
}

/** How long a relation may see the album; choosing one shares it. */
const Duration = ({
  handle,
  limit,
  on,
  onChoose,
}: {
  handle: string
  /** When the share ends; null: it does not. */
  limit: string | null
  on: boolean
  onChoose: (how: AccessFor) => void
}) => (
  <Menu
    label={`Durée du partage avec ${handle}`}
    align="end"
    items={FOR.map(([how, label]) => ({
      label,
      onSelect: () => onChoose(how),
      ...(how === 'always' ? { checked: on && limit === null } : {}),
    }))}
    trigger={(p) => (
      <IconButton {...p} label={`Durée du partage avec ${handle}`} icon={<IconClock />} />
    )}
  />
)

/**
 * What a member sees from now on: who may open an album need not see its photos. Only those of the
 * collage are known here.
 */
const seenText = (handle: string, { name: said, preview, mediaCount }: Album): string => {
  const name = `«${NBSP}${said}${NBSP}»`
  const hidden = preview.filter((photo) => hiddenNoteOf(photo).note !== undefined).length
  const isAll = preview.length === mediaCount
  if (hidden === 0 && isAll) return `${handle} peut voir ${name}.`
  return hidden === mediaCount
    ? `${handle} peut ouvrir ${name}, mais n’y voit rien pour l’instant${NBSP}: les photos sont masquées ou attendent un accord.`
    : `${handle} peut ouvrir ${name}. Les photos masquées, ou en attente d’un accord, ne s’y voient pas.`
}

type Viewer = { readonly all: boolean; readonly face: Exposure['relation'] }

/** One relation: the switch shares the album with it, or takes it back, at once. */
const ShareRow = ({
  album,
  face,
  viewer,
  end,
}: {
  album: Album
  face: Exposure['relation']
  /** Absent: cannot open the album. */
  viewer: Viewer | undefined
  end: string | null
}) => {
  const { with_account_id: id, with_account_handle: handle } = face
  const [saving, setSaving] = useState(false)
  const change = async (how: AccessFor | null): Promise<void> => {
    setSaving(true)
    try {
      await share(album, id, how, viewer !== undefined)
      toast(
        how ? seenText(handle, album) : `${handle} ne voit plus «${NBSP}${album.name}${NBSP}».`,
        { kind: 'success' },
      )
    } catch (failure) {
      toast(refusalMessageOf(failure) ?? 'Le partage n’a pas changé. Réessayez.', { kind: 'error' })
    }
    await Promise.all([refreshLists(), mutate(memberKey('sharing', id))])
    setSaving(false)
  }
  const until = viewer && end ? `Ouvert ${untilText(end)}` : undefined
  return (
    <li>
      <AccountAvatar account={{ ...face, account_handle: handle }} size={40} />
      <Switch
        label={handle}
        hint={viewer?.all ? 'Voit tous vos albums privés' : until}
        checked={viewer !== undefined}
        disabled={viewer?.all}
        busy={saving}
        onChange={(on) => void change(on ? 'always' : null)}
      />
      {viewer?.all ? null : (
        <Duration
          handle={handle}
          limit={end}
          on={viewer !== undefined}
          onChoose={(how) => void change(how)}
        />
      )}
    </li>
  )
}

/** «Partager»: who can open the album, and until when. */
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
  const { data, error } = useData(
    memberListKey('relations'),
    async () => (await call(listRelations, {})).relations,
  )
  const { data: shares, error: endsError } = useData(memberListKey('outgoing', album.id), () =>
    sharesOf(album),
  )
  const endOf = (id: string): string | null =>
    shares?.find((s) => s.account_id === id)?.expires_at ?? null
  // an album can be open to a member who is no relation: a request was granted
  const known = new Set(data?.map((r) => r.with_account_id))
  const people = data &&
    viewers && [
      ...data,
      ...[...viewers.values()].flatMap(({ face }) => (known.has(face.with_account_id) ? [] : face)),
    ]
  const isLoaded = data && viewers && shares
  const failed = !isLoaded && (error || unseen || endsError)
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={`Partager «${NBSP}${album.name}${NBSP}»`}
      subtitle={viewers && sharedText(viewers.size)}
    >
      {failed ? (
        <ErrorState
          text={
            error
              ? 'Vos relations n’ont pas pu être chargées.'
              : 'Les partages n’ont pas pu être chargés.'
          }
          onRetry={() => void refreshLists()}
        />
      ) : null}
      {!failed && !isLoaded ? <SkeletonRows count={4} /> : null}
      {isLoaded && people?.length === 0 ? (
        <EmptyState
          level={3}
          title="Pas encore de relation"
          text="On partage un album avec les personnes avec qui on est en relation."
          action={
            <Button
              variant="primary"
              onClick={() => void closeAll().then(() => navigate('/connection'))}
            >
              Inviter une relation
            </Button>
          }
        />
      ) : null}
      {isLoaded && people ? (
        <ul className={styles.shares}>
          {people.map((face) => (
            <ShareRow
              key={face.with_account_id}
              album={album}
              face={face}
              viewer={viewers.get(face.with_account_id)}
              end={endOf(face.with_account_id)}
            />
          ))}
        </ul>
      ) : null}
    </Drawer>
  )
}
