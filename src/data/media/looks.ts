import { blurSpotOfFace } from '#contract/workers/image'
import type { BlurSpot, FaceSpot } from '#contract/workers/image'
import { isIos } from '../../lib/device'
import { abortError } from './image-pool'
import { lookAtPhoto } from './images'

/** Strength of a new spot: 3 on a desktop, 2 on iOS (MSG-203). */
export const defaultIntensity = (): 2 | 3 => (isIos() ? 2 : 3)

export interface DetectedFaces {
  readonly faces: readonly FaceSpot[]
  readonly spots: readonly BlurSpot[]
  /** Width / height. */
  readonly ratio: number
  /**
   * The photo as it is sent with these spots; null when it was not asked for, or cannot be made.
   */
  readonly photo: Blob | null
}

const NOTHING: Promise<unknown> = Promise.resolve()
let before: readonly Promise<unknown>[] = [NOTHING, NOTHING]
/**
 * Detects the faces of a chosen photo. Photos are looked at in their order, so that a batch leaves
 * the workers to what the member does; one is decoded while the detector looks at the other. `make`:
 * makes the photo as well. Rejects when the detector cannot run, or with an AbortError.
 */
export const detectFaces = (
  file: Blob,
  signal: AbortSignal,
  { make = false } = {},
): Promise<DetectedFaces> => {
  const [earlier = NOTHING, last = NOTHING] = before
  const look = earlier.then(async () => {
    if (signal.aborted) throw abortError()
    const intensity = defaultIntensity()
    const looked = await lookAtPhoto(file, make ? intensity : null, signal)
    const { faces, photo, width, height } = looked
    const spots = faces.map((face) => blurSpotOfFace(face, intensity))
    return { faces, spots, photo, ratio: width / height }
  })
  before = [last, look.catch(() => undefined)]
  return look
}
