import type { Shares } from '../../../lib/sharing'
import { isAlbumShared, type SharingChange } from './sharing-model'

/** What a change means for the other member, in one sentence. */
export const sharingSentence = (
  handle: string,
  /** «votre prénom» or «vos prénoms». */
  names: string,
  change: SharingChange,
  before: Shares,
  next: Shares,
): string => {
  switch (change.kind) {
    case 'names':
      return `${handle} ${change.on ? 'peut' : 'ne peut plus'} lire ${names}`
    case 'events':
      return change.on ? `${handle} voit vos sorties` : `${handle} ne voit plus vos sorties`
    case 'all-albums':
      return change.on
        ? `Tous vos albums privés sont partagés avec ${handle}`
        : `Vos albums privés ne sont plus tous partagés avec ${handle}`
    case 'album':
      if (before.shareAllPrivateAlbums)
        return `Seul «\u00a0${change.name}\u00a0» est encore partagé avec ${handle}`
      return isAlbumShared(next, change.id)
        ? `«\u00a0${change.name}\u00a0» est partagé avec ${handle}`
        : `«\u00a0${change.name}\u00a0» n’est plus partagé avec ${handle}`
  }
}
