import type { Photo } from '../state/model'
import { countVisibleFaces } from '../../../parts/blur/visible-faces'

/** Photos of a message that the member must confirm before it is sent. */
export interface Unblurred {
  /** With a detected face that no spot covers. */
  readonly visible: readonly Photo[]
  /** That the detector has not looked at, and neither has the member placed a spot. */
  readonly unseen: readonly Photo[]
}
export const unblurredOf = (photos: readonly Photo[]): Unblurred | null => {
  const visible = photos.filter((p) => countVisibleFaces(p.faces, p.spots) > 0)
  const unseen = photos.filter((p) => !Array.isArray(p.faces) && p.spots.length === 0)
  return visible.length + unseen.length > 0 ? { visible, unseen } : null
}
