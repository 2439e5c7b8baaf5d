import { useEffect, useState } from 'react'
import { convertPhoto } from '../../../data/media/images'
import type { CheckedPhoto } from '../../../parts/blur/face-gate'

export interface CropSource {
  readonly url: string
  readonly bitmap: ImageBitmap
  /** What the picture is cut from. */
  readonly blob: Blob
}
const UNREADABLE = 'Image illisible'

/**
 * A chosen photo made upright, blurred, in sRGB and without metadata by the image worker, ready to
 * be drawn. `failure`: why it cannot be.
 */
export const useCropSource = ({
  file,
  spots,
}: CheckedPhoto): { source: CropSource | null; failure: string | null } => {
  const [source, setSource] = useState<CropSource | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    let made: CropSource | null = null
    const load = async (): Promise<void> => {
      const photo = await convertPhoto(file, { spots, saving: false, signal: stop.signal })
      if (photo.status !== 'converted')
        return setFailure(photo.status === 'refused' ? photo.message : UNREADABLE)
      const { blob } = photo
      const bitmap = await createImageBitmap(blob)
      if (stop.signal.aborted) return bitmap.close()
      made = { url: URL.createObjectURL(blob), bitmap, blob }
      setSource(made)
    }
    load().catch(() => {
      if (!stop.signal.aborted) setFailure(UNREADABLE)
    })
    return () => {
      stop.abort()
      if (made) {
        URL.revokeObjectURL(made.url)
        made.bitmap.close()
      }
    }
  }, [file, spots])
  return { source, failure }
}
