import type { driveMedia } from '#contract/albums'
import type * as z from 'zod/mini'
import { joinFr, NBSP, plural } from '../../../lib/text'

export const NO_ALBUM_OWN = 'Aucun album. Créez-en un pour commencer !'
export const NO_ALBUM = 'Aucun album disponible'
export const CHOOSE_ALBUM = 'Sélectionnez un album pour afficher les photos'
export const NO_PHOTO_OWN = 'Aucune photo dans cet album. Ajoutez-en !'
export const NO_PHOTO = 'Aucune photo dans cet album'
export const LOCKED = 'Album privé. Demandez l’accès au propriétaire.'
/** How far a private album is shared, for its owner: in a word, and in a sentence. */
export const sharedWord = (relations: number): string =>
  relations === 0 ? 'Non partagé' : `Partagé avec ${relations}`
export const sharedText = (relations: number): string =>
  relations === 0
    ? `Album privé${NBSP}: visible de vous seulement.`
    : `Album privé${NBSP}: visible de vous et de ${plural(relations, 'relation')}.`

/** Generic messages; those of rename, delete and removal go to the log only. */
export const ERRORS = {
  list: 'Erreur lors du chargement des albums',
  create: 'Erreur lors de la création de l’album',
  update: 'Erreur lors de la mise à jour de l’album',
  remove: 'Erreur lors de la suppression de l’album',
  media: 'Erreur lors du chargement des médias',
  add: 'Erreur lors de l’ajout des médias',
  removeMedia: 'Erreur lors de la suppression du média',
  order: 'Erreur lors de la réorganisation',
} as const

export const photoName = (index: number, total: number): string => `Photo ${index + 1} sur ${total}`
export const DELETE_PHOTO = {
  title: 'Supprimer cette photo ?',
  message:
    'La suppression est définitive : la photo quitte cet album, et rien ne pourra la faire revenir.',
  confirmLabel: 'Supprimer',
  danger: true,
} as const
export const removeAlbumQuestion = (name: string, count: number) => ({
  title: `Supprimer l’album « ${name} » ?`,
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
        title: `Rendre « ${name} » public ?`,
        message:
          'Tous les membres pourront voir cet album et toutes ses photos depuis votre profil.',
        confirmLabel: 'Rendre public',
      }
    : {
        title: `Rendre « ${name} » privé ?`,
        message:
          'Seuls les membres avec qui vous partagez cet album pourront encore le voir. Pour tous les autres, ses photos disparaissent aussitôt.',
        confirmLabel: 'Rendre privé',
      }

type Use = z.infer<typeof driveMedia>['uses'][number]
export const USE = {
  album: 'Album',
  profile: 'Profil',
  avatar: 'Avatar',
  message: 'Message',
  event: 'Sortie',
} as const satisfies Record<Use, string>
const FROM: Readonly<Record<Use, string>> = {
  album: 'de vos albums',
  profile: 'de votre profil',
  avatar: 'de vos avatars',
  message: 'de vos messages',
  event: 'de vos sorties',
}
export const usesText = (uses: readonly Use[]): string =>
  uses.length === 0 ? 'Inutilisée' : uses.map((u) => USE[u]).join(' · ')
export const eraseQuestion = (uses: readonly Use[]) => ({
  title: 'Supprimer cette photo partout ?',
  message:
    uses.length === 0
      ? 'Elle ne sert nulle part. Sa suppression est définitive.'
      : `Elle disparaîtra ${joinFr(uses.map((u) => FROM[u]))}. Sa suppression est définitive.`,
  confirmLabel: 'Supprimer partout',
  danger: true,
})
