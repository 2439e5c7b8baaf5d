import { UPLOAD_MAX_BYTES } from '#contract/limits'
import { PREVIEW_MAX_SIDE_PX } from '#contract/workers/image'
import type { BlurSpot, ImageInfo, FaceDetection } from '#contract/workers/image'
import type { createImagePool } from './image-pool'
import { PreviewFailure, valueOrPreviewFailure } from './photo-preview'
import { savesData } from './upload-speed'

/** What is read from a chosen file in the shared workers, without making a photo of it. */
export const createPhotoReading = (pool: Pick<ReturnType<typeof createImagePool>, 'run'>) => {
  /**
   * Displayed size and type, from the header alone. Rejects with a PreviewFailure, or an
   * AbortError.
   */
  const inspectPhoto = async (file: Blob, signal?: AbortSignal): Promise<ImageInfo> =>
    valueOrPreviewFailure(await pool.run((api) => api.inspect(file), signal))

  /**
   * Faces of a photo, in one of the shared workers: they keep the detector between photos.
   * `intensity`: the photo with a spot on each face is made as well, as `convertPhoto` makes it.
   * Rejects with a PreviewFailure, or an AbortError.
   */
  const lookAtPhoto = async (
    file: Blob,
    intensity: BlurSpot['intensity'] | null,
    signal?: AbortSignal,
  ): Promise<FaceDetection<Blob>> => {
    if (file.size > UPLOAD_MAX_BYTES) throw new PreviewFailure('file_too_large')
    const make = intensity && { intensity, saving: savesData() }
    const look = { maxSide: PREVIEW_MAX_SIDE_PX, make }
    return valueOrPreviewFailure(
      await pool.run((api, id) => api.lookForFaces(id, file, look), signal),
    )
  }

  /** A chosen file without the place where it was taken. Rejects with a PreviewFailure. */
  const storablePhoto = async (file: Blob): Promise<Blob> =>
    valueOrPreviewFailure(await pool.run((api) => api.withoutPlace(file)))

  return { inspectPhoto, lookAtPhoto, storablePhoto }
}
