import { UPLOAD_MAX_BYTES } from '#contract/limits'
import { PREVIEW_MAX_SIDE_PX } from '#contract/workers/image'
import type { BlurSpot, FaceSpot, Outcome } from '#contract/workers/image'
import type { createImagePool } from './image-pool'
import { PreviewFailure, valueOrPreviewFailure } from './photo-preview'

export interface LookedAt {
  readonly faces: readonly FaceSpot[]
  /** The preview with the faces blurred; null without faces, or when blurring failed. */
  readonly still: Blob | null
  readonly width: number
  readonly height: number
}

/**
 * Faces of a photo, and its preview with `asSpot` of each blurred, in one of the shared workers:
 * they keep the detector between photos. Rejects with a PreviewFailure, or an AbortError.
 */
export const createLook =
  (pool: Pick<ReturnType<typeof createImagePool>, 'run'>) =>
  async (
    file: Blob,
    asSpot: (face: FaceSpot) => BlurSpot,
    signal?: AbortSignal,
  ): Promise<LookedAt> => {
    if (file.size > UPLOAD_MAX_BYTES) throw new PreviewFailure('file_too_large')
    return valueOrPreviewFailure(
      await pool.run(async (api, id): Promise<Outcome<LookedAt>> => {
        const opened = await api.openPreview(id, file, PREVIEW_MAX_SIDE_PX)
        if (!opened.ok) return opened
        try {
          const { width, height } = opened.value
          const found = await api.findFaces(id)
          if (!found.ok) return found
          const faces = found.value
          const blurred = faces.length > 0 ? await api.previewBlur(id, faces.map(asSpot)) : null
          const still = blurred?.ok ? blurred.value.blob : null
          return { ok: true, value: { faces, still, width, height } }
        } finally {
          await api.closePreview(id)
        }
      }, signal),
    )
  }
