import { proxy } from 'valtio'
import type { BlurSpot, Faces } from '#contract/workers/image'

/** A photo to upload. With spots it never leaves unblurred. */
export interface CheckedPhoto {
  readonly file: File
  readonly spots: readonly BlurSpot[]
}
export interface FoundPhoto extends CheckedPhoto {
  readonly id: string
  readonly faces: Faces
}
/** In the order asked; null: the member has taken the photo back. */
export type EditedPhotos = readonly (CheckedPhoto | null)[]
interface OpenEditor {
  readonly photos: readonly FoundPhoto[]
  answer(photos: EditedPhotos): void
}

/** What the editor is open for; `FaceGateHost` shows it. */
export const faceGate = proxy<{ asked: OpenEditor | null }>({ asked: null })
