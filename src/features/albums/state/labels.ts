import { plural } from '../../../lib/text'

export const NO_ALBUM_OWN = 'Aucun album. Créez-en un pour commencer\u00a0!'
export const NO_ALBUM = 'Aucun album disponible'
export const CHOOSE_ALBUM = 'Sélectionnez un album pour afficher les photos'
export const NO_PHOTO_OWN = 'Aucune photo dans cet album. Ajoutez-en\u00a0!'
export const NO_PHOTO = 'Aucune photo dans cet album'
export const LOCKED_ALBUM = 'Album privé.'
/** How far a private album is shared, for its owner. */
export const sharedWord = (relations: number): string =>
  relations === 0 ? 'Non partagé' : `Ouvert à ${plural(relations, 'membre')}`

/** Generic messages; those of rename, delete and removal go to the log only. */
export const ALBUM_ERRORS = {
  list: 'Erreur lors du chargement des albums',
  create: 'Erreur lors de la création de l’album',
  update: 'Erreur lors de la mise à jour de l’album',
  remove: 'Erreur lors de la suppression de l’album',
  media: 'Erreur lors du chargement des médias',
  add: 'Erreur lors de l’ajout des médias',
  author:
    'Photo non ajoutée\u00a0: la personne qui l’a choisie, ou qui est dessus, n’est plus dans ce compte. Choisissez la photo à nouveau.',
  removeMedia: 'Erreur lors de la suppression du média',
  order: 'Erreur lors de la réorganisation',
} as const

export const photoName = (index: number, total: number): string => `Photo ${index + 1} sur ${total}`
export const DELETE_PHOTO = {
  title: 'Supprimer cette photo\u00a0?',
  message:
    'La suppression est définitive\u00a0: la photo quitte cet album, et rien ne pourra la faire revenir.',
  confirmLabel: 'Supprimer',
  danger: true,
} as const
