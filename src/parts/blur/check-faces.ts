import { actWithPart } from '../../data/start/lazy-part'
import type { CheckedPhoto } from './face-gate'

/**
 * Looks for faces on chosen photos before they are uploaded. Photos without any pass; for the others
 * the editor opens with the faces blurred. Resolves with the photos that the member keeps, in their
 * order; with none when the session has changed meanwhile.
 */
export const checkFaces = async (files: readonly File[]): Promise<readonly CheckedPhoto[]> =>
  (await actWithPart(
    () => import('./face-check'),
    (code) => code.runFaceCheck(files),
  )) ?? []
