import { deleteAlbum, updateAlbum, type Album } from '#contract/albums/albums'
import { call } from '../../../data/http/api'
import { refusalMessageOf } from '../../../data/http/api-error'
import { memberKey } from '../../../data/http/keys'
import { mutate } from '../../../data/http/mutate'
import { toast } from '../../../data/state/toasts'
import { plural } from '../../../lib/text'
import { confirm } from '../../../ui/overlay/confirm'
import { refreshOwnPhotos } from '../state/api'
import { ALBUM_ERRORS } from '../state/labels'

export const removeAlbumQuestion = (name: string, count: number) => ({
  title: `Supprimer l’album «\u00a0${name}\u00a0»\u00a0?`,
  message:
    count === 0
      ? 'Il ne contient aucune photo. Sa suppression est irréversible.'
      : `${count === 1 ? 'Sa photo sera supprimée' : `Ses ${plural(count, 'photo')} seront toutes supprimées`} avec lui. Cette suppression est irréversible.`,
  confirmLabel: 'Supprimer l’album',
  danger: true,
})
export const visibilityQuestion = (name: string, toPublic: boolean) =>
  toPublic
    ? {
        title: `Rendre «\u00a0${name}\u00a0» public\u00a0?`,
        message:
          'Tous les membres pourront voir cet album et toutes ses photos depuis votre profil.',
        confirmLabel: 'Rendre public',
      }
    : {
        title: `Rendre «\u00a0${name}\u00a0» privé\u00a0?`,
        message:
          'Seuls les membres avec qui vous partagez cet album pourront encore le voir. Pour tous les autres, ses photos disparaissent aussitôt.',
        confirmLabel: 'Rendre privé',
      }

export const setVisibility = async (album: Album): Promise<void> => {
  const isPublic = !album.isPublic
  if (!(await confirm(visibilityQuestion(album.name, isPublic)))) return
  try {
    await call(updateAlbum, { params: { id: album.id }, body: { isPublic } })
  } catch (failure) {
    toast(refusalMessageOf(failure) ?? ALBUM_ERRORS.update, { kind: 'error' })
  }
  await refreshOwnPhotos(album.accountId)
}
export const remove = async (album: Album): Promise<void> => {
  if (!(await confirm(removeAlbumQuestion(album.name, album.mediaCount)))) return
  try {
    await call(deleteAlbum, { params: { id: album.id }, query: { deleteMedia: 'true' } })
    await mutate<readonly Album[]>(
      memberKey('albums', album.accountId, 'list'),
      (list) => list?.filter((a) => a.id !== album.id),
      { revalidate: false },
    )
  } catch (error) {
    console.error(ALBUM_ERRORS.remove, error)
  }
  await refreshOwnPhotos(album.accountId)
}
