import { asSpot } from '#contract/workers/image'
import type { BlurSpot, FaceSpot } from '#contract/workers/image'
import { isIos } from '../../lib/device'
import { abortError } from './image-pool'
import { lookAtPhoto } from './images'

/** Strength of a new spot: 3 on a desktop, 2 on iOS (MSG-203). */
export const newIntensity = (): 2 | 3 => (isIos() ? 2 : 3)

export interface Look {
  readonly faces: readonly FaceSpot[]
  readonly spots: readonly BlurSpot[]
  /** Width / height. */
  readonly ratio: number
  /** The photo with its spots; null without faces, or when it cannot be drawn. */
  readonly still: Blob | null
}

let last: Promise<unknown> = Promise.resolve()
/**
 * Detects the faces of a chosen photo and blurs them in a preview. Photos are looked at one after
 * the other, so that a batch leaves the workers to what the member does. Rejects when the detector
 * cannot run, or with an AbortError.
 */
export const lookForFaces = (file: Blob, signal: AbortSignal): Promise<Look> => {
  const look = last.then(async () => {
    if (signal.aborted) throw abortError()
    const intensity = newIntensity()
    const { faces, still, width, height } = await lookAtPhoto(file, intensity, signal)
    const spots = faces.map((face) => asSpot(face, intensity))
    return { faces, spots, still, ratio: width / height }
  })
  last = look.catch(() => undefined)
  return look
}
