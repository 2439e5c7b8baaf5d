import type { BlurSpot, Faces, FaceSpot } from '#contract/workers/image'

/** Whether a spot covers this face. */
export const isFaceCovered = (face: FaceSpot, spots: readonly BlurSpot[]): boolean =>
  spots.some(
    (s) => Math.hypot(s.x - face.x, s.y - face.y) < s.radius / 2 && s.radius > face.radius / 2,
  )
/** Number of detected faces without a spot over them. */
export const countVisibleFaces = (faces: Faces, spots: readonly BlurSpot[]): number =>
  Array.isArray(faces) ? faces.filter((face: FaceSpot) => !isFaceCovered(face, spots)).length : 0
