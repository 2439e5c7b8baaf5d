/** One photo through all stages, on the fast path or on the plain one. */
import type { BlurSpot, Crop, FaceSpot } from '#contract/workers/image'
import { checkPixels, decode } from '../decode/decode'
import { ImageFailure } from '../failure'
import type { Frame } from '../decode/frame'
import { cropTarget, cropWindow, fitWithin, type Size, type Window } from './geometry'
import { readHeader } from '../header/header'
import type { Header } from '../header/shape'
import { discardOnTrap, hasSimd, kernels } from './kernels'
import * as planes from '../decode/planes'
import { readColourProfile, type ToSrgb } from './profile'

/** Called after each stage with the share that is done; throws to stop. */
export type Checkpoint = (share: number) => Promise<void>

export interface Job {
  readonly blob: Blob
  readonly spots: readonly BlurSpot[]
  /** Longest side of the result, in pixels. */
  readonly maxSide: number
  readonly crop?: Crop | undefined
  /** 1..100 */
  readonly quality: number
  /** Smaller and slower. */
  readonly saving: boolean
  readonly checkpoint: Checkpoint
}

interface Result {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly size: Size
  /** The whole picture as it is seen: what spots refer to. */
  readonly seen: Size
}

/** A picture that can be blurred and encoded again and again. */
export interface Prepared {
  readonly seen: Size
  render(spots: readonly BlurSpot[], quality: number): Promise<Uint8Array<ArrayBuffer>>
  /** Rejects where the detector does not run. */
  faces(): Promise<readonly FaceSpot[]>
}

const SHARE = { read: 0.1, decoded: 0.5, shaped: 0.75, blurred: 0.85, encoded: 1 } as const

/** A file that has been read. */
export interface Opened {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly header: Header
}

/** The file's bytes and header. Throws `file_unreadable` or `unreadable`. */
export async function openImageFile(blob: Blob): Promise<Opened> {
  const buffer = await blob.arrayBuffer().catch((error: unknown) => {
    throw new ImageFailure('file_unreadable', String(error))
  })
  const bytes = new Uint8Array(buffer)
  const header = readHeader(bytes)
  if (!header) throw new ImageFailure('unreadable', 'no picture of a known type')
  return { bytes, header }
}

/** A decoded picture. The consumer closes its frame. */
export interface Decoded {
  readonly frame: Frame
  readonly seen: Size
  readonly target: Size
  /** The part that is made into it; null: the whole. */
  readonly window: Window | null
  readonly profile: ToSrgb | null
}

type Start = Omit<Job, 'spots' | 'quality' | 'saving'>

/** Runs the work when it is its turn. */
export type RunInTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Decodes on the browser's threads: meanwhile the kernels can process another picture. Only the
 * decoder runs in `turn`, so that it starts as soon as the previous one ends: a moment later the
 * kernels occupy this thread. Throws `too_many_pixels`, `unreadable`, or what a checkpoint throws.
 */
export async function decodeFile(
  { bytes, header }: Opened,
  { blob, maxSide, crop, checkpoint }: Start,
  turn: RunInTurn = (work) => work(),
): Promise<Decoded> {
  checkPixels(header)
  await checkpoint(SHARE.read)
  // before the decoder takes the bytes
  const icc = await header.icc()
  const frame = await turn(() =>
    decode({ blob, bytes, header, maxSide: crop ? Infinity : maxSide, planes: hasSimd() }),
  )
  try {
    const { width, height } = frame.source
    const seen = frame.orientation >= 5 ? { width: height, height: width } : { width, height }
    const profile = frame.inFileColours ? readColourProfile(icc) : null
    await checkpoint(SHARE.decoded)
    if (crop && frame.orientation !== 1)
      throw new ImageFailure('conversion_failed', 'a picture to crop stands upright')
    return crop
      ? { frame, seen, target: cropTarget(crop), window: cropWindow(crop, seen), profile }
      : { frame, seen, target: fitWithin(seen, maxSide), window: null, profile }
  } catch (error) {
    frame.close()
    throw error
  }
}

async function shapedPlanes({ frame, target, window, profile }: Decoded): Promise<planes.Planes> {
  const k = await kernels()
  const shaped = await planes.loadPlanes(k, frame, { target, window })
  if (profile) planes.convertPlanesToSrgb(k, shaped, profile)
  return shaped
}

async function shapedPixels({ frame, target, window, profile }: Decoded): Promise<ImageData> {
  const plain = await import('../codecs/codec-plain')
  const image = await plain.resizePixels(
    plain.cropImage(plain.applyOrientation(await plain.pixelsOf(frame), frame.orientation), window),
    target,
  )
  if (profile) plain.convertImageToSrgb(image, profile)
  return image
}

async function blurring<T>(spots: readonly BlurSpot[], work: () => T): Promise<T> {
  try {
    return work()
  } catch (error) {
    if (spots.length === 0 || error instanceof ImageFailure) throw error
    throw new ImageFailure('blur_failed', String(error))
  }
}

async function finishPlain(decoded: Decoded, job: Job): Promise<Result> {
  const plain = await import('../codecs/codec-plain')
  const image = await shapedPixels(decoded)
  await job.checkpoint(SHARE.shaped)
  await blurring(job.spots, () => plain.blurImage(image, job.spots, decoded.seen))
  await job.checkpoint(SHARE.blurred)
  const bytes = await plain.encodeImage(image, job.quality)
  await job.checkpoint(SHARE.encoded)
  return { bytes, size: { width: image.width, height: image.height }, seen: decoded.seen }
}

async function finishKernels(decoded: Decoded, job: Job): Promise<Result> {
  const k = await kernels()
  const shaped = await shapedPlanes(decoded)
  await job.checkpoint(SHARE.shaped)
  await blurring(job.spots, () => planes.blurPlanes(k, shaped, job.spots, decoded.seen))
  await job.checkpoint(SHARE.blurred)
  const bytes = job.saving
    ? await (await import('../codecs/codec-saving')).encodeSmall(k, shaped, job.quality)
    : planes.encodePlanes(k, shaped, job.quality)
  await job.checkpoint(SHARE.encoded)
  return { bytes, size: decoded.target, seen: decoded.seen }
}

/**
 * From the decoded picture to the finished JPEG. The kernels have one memory: one at a time. Throws
 * ImageFailure, or what a checkpoint throws.
 */
export function finishPhoto(decoded: Decoded, job: Job): Promise<Result> {
  return hasSimd() ? discardOnTrap(() => finishKernels(decoded, job)) : finishPlain(decoded, job)
}

/** Shrinks once, to be rendered with changing spots. */
export async function preparePreview(decoded: Decoded): Promise<Prepared> {
  const { seen } = decoded
  if (!hasSimd()) {
    const plain = await import('../codecs/codec-plain')
    const image = await shapedPixels(decoded)
    const render = async (spots: readonly BlurSpot[], quality: number) => {
      const copy = new ImageData(image.data.slice(), image.width, image.height)
      await blurring(spots, () => plain.blurImage(copy, spots, seen))
      return plain.encodeImage(copy, quality)
    }
    return { seen, render, faces: () => Promise.reject(new Error('no SIMD')) }
  }
  const shaped = await discardOnTrap(() => shapedPlanes(decoded))
  const kept = planes.savePlanes(await kernels(), shaped)
  const render = (spots: readonly BlurSpot[], quality: number) =>
    discardOnTrap(async () => {
      const k = await kernels()
      const copy = planes.restorePlanes(k, kept)
      await blurring(spots, () => planes.blurPlanes(k, copy, spots, seen))
      return planes.encodePlanes(k, copy, quality)
    })
  return {
    seen,
    render,
    faces: async () => (await import('../faces/model')).detectFacesInPlanes(kept, seen),
  }
}
