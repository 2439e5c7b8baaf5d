import { peopleChoiceFor } from '../../../data/media/people'
import { checkFaces } from '../../../parts/blur/check-faces'
import { addPhotos, PUBLIC_TARGET } from './uploads'

/** Looks for faces on chosen photos, then uploads what the member keeps. */
export const checkAndAddPhotos = async (target: string, files: readonly File[]): Promise<void> =>
  addPhotos(
    target,
    await checkFaces(files),
    peopleChoiceFor(target === PUBLIC_TARGET ? 'public' : 'album'),
  )
