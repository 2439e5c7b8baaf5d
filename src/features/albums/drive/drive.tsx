import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type * as z from 'zod/mini'
import { deleteMedia, listDrive, type driveMedia } from '#contract/albums/albums'
import type { PanelProps } from '../../../data/state/panels'
import { call } from '../../../data/http/api'
import { session } from '../../../data/session/session'
import { plural } from '../../../lib/text'
import { ArtPhotos } from '../../../ui/art/photos'
import { Button } from '../../../ui/forms/button'
import { confirm } from '../../../ui/overlay/confirm'
import { Drawer } from '../../../ui/overlay/drawer'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { ErrorState } from '../../../ui/feedback/error-state'
import { refreshOwnPhotos } from '../state/api'
import { driveTarget, forgetTarget, submitPicked } from './drive-target'
import { ALBUM_ERRORS } from '../state/labels'
import { eraseQuestion, usesText } from './labels'
import { pictureRef } from '../state/model'
import { PhotoGrid } from '../grid/photo-grid'
import styles from '../albums.module.css'

type Own = z.infer<typeof driveMedia>
/** Maximum number of photos per call. */
const PICK_MAX = 100

/** One's own media, newest first, page after page. */
const useDrive = () => {
  const [state, setState] = useState<{
    media: readonly Own[]
    total: number
    more: boolean
  } | null>(null)
  const [failed, setFailed] = useState(false)
  const busy = useRef(false)
  const next = useCallback(async (media: readonly Own[]): Promise<void> => {
    if (busy.current) return
    busy.current = true
    const last = media.at(-1)
    try {
      const answer = await call(listDrive, { query: last ? { before: last.id } : {} })
      setState({ media: [...media, ...answer.media], total: answer.total, more: answer.hasMore })
      setFailed(false)
    } catch {
      setFailed(true)
    } finally {
      busy.current = false
    }
  }, [])
  useEffect(() => void next([]), [next])
  const drop = (id: string): void =>
    setState((s) => s && { ...s, media: s.media.filter((m) => m.id !== id), total: s.total - 1 })
  return { state, failed, next, drop }
}

/** The photos of the drive, which of them are picked, and what can be done with them. */
const useSelection = (onClose: () => void) => {
  const { accountId } = useSnapshot(session)
  const { state, failed, next, drop } = useDrive()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const items = useMemo(
    () =>
      Array.from({ length: state?.total ?? 0 }, (_, i) => {
        const m = state?.media[i]
        return (
          m && {
            id: m.id,
            media: { id: pictureRef(m, 'thumbnail'), blurhash: m.blurhash },
            note: usesText(m.uses),
          }
        )
      }),
    [state],
  )
  const toggle = (at: number): void => {
    const id = state?.media[at]?.id
    if (!id) return
    setChosen((now) => {
      const ids = new Set(now)
      if (!ids.delete(id) && ids.size < PICK_MAX) ids.add(id)
      return ids
    })
  }
  const erase = async (at: number): Promise<void> => {
    const photo = state?.media[at]
    if (!photo || !(await confirm(eraseQuestion(photo.uses)))) return
    try {
      await call(deleteMedia, { params: { id: photo.id } })
      drop(photo.id)
      setChosen((now) => new Set([...now].filter((id) => id !== photo.id)))
    } catch (error) {
      console.error(ALBUM_ERRORS.removeMedia, error)
    }
    if (accountId) await refreshOwnPhotos(accountId)
  }
  const give = async (): Promise<void> => {
    setBusy(true)
    // in the panel's order
    await submitPicked((state?.media ?? []).filter((m) => chosen.has(m.id)).map((m) => m.id))
    onClose()
  }
  return { state, failed, next, items, chosen, busy, toggle, erase, give }
}

/**
 * The account's photos: shows where each is used, picks several for an album, deletes one
 * everywhere.
 */
export const Drive = ({ open, level, onClose }: PanelProps) => {
  const { name } = useSnapshot(driveTarget)
  const { state, failed, next, items, chosen, busy, toggle, erase, give } = useSelection(onClose)
  useEffect(() => {
    if (!open) forgetTarget()
  }, [open])
  return (
    <Drawer
      open={open}
      level={level}
      onClose={onClose}
      title="Mes photos"
      size="md"
      subtitle={
        name
          ? `Choisissez les photos à ajouter à ${name}`
          : 'Tout ce que vous avez envoyé, et où chaque photo sert'
      }
      footer={
        name ? (
          <Button
            variant="primary"
            block
            busy={busy}
            disabled={chosen.size === 0}
            onClick={() => void give()}
          >
            {chosen.size === 0 ? 'Ajouter' : `Ajouter ${plural(chosen.size, 'photo')}`}
          </Button>
        ) : undefined
      }
    >
      {failed ? (
        <ErrorState text={ALBUM_ERRORS.media} onRetry={() => void next(state?.media ?? [])} />
      ) : null}
      {state?.total === 0 ? (
        <EmptyState
          art={<ArtPhotos />}
          level={3}
          title="Aucune photo pour le moment"
          text="Vos photos d’albums, de messages et de profil se retrouveront ici."
        />
      ) : null}
      {items.length > 0 ? (
        <div className={styles.drive}>
          <p className="quiet">{plural(items.length, 'photo')}</p>
          <PhotoGrid
            label="Mes photos"
            items={items}
            onOpen={name ? toggle : () => undefined}
            onDelete={(at) => void erase(at)}
            {...(name ? { chosen } : {})}
            onNeed={(_, to) => {
              if (state?.more && to > state.media.length - 1) void next(state.media)
            }}
          />
        </div>
      ) : null}
    </Drawer>
  )
}
