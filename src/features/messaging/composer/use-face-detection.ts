import { useEffect, useRef } from 'react'
import { detectFaces } from '../../../data/media/looks'
import { keepCopy } from '../outbox/copies'
import { createPreviewUrl } from '../outbox/photos'
import type { Photo } from '../state/model'
import type { useDraft } from './use-draft'

/**
 * Looks for faces on each photo of a draft, once. On a new photo they are blurred at once; one that
 * the member has confirmed stays as it is.
 */
export const useFaceDetection = (
  photos: readonly Photo[],
  change: ReturnType<typeof useDraft>['change'],
): void => {
  const looking = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const { current: jobs } = looking
    const end = (id: string): void => {
      jobs.get(id)?.abort()
      jobs.delete(id)
    }
    for (const id of jobs.keys()) if (!photos.some((p) => p.id === id)) end(id)
    for (const { id, file, faces, pending } of photos) {
      if (faces !== null || jobs.has(id)) continue
      const job = new AbortController()
      jobs.set(id, job)
      // made while the member looks at the others: sending then waits for the line alone
      detectFaces(file, job.signal, { make: pending }).then(
        ({ faces, spots, photo, ratio }) => {
          if (job.signal.aborted) return
          if (!pending) return change(id, { faces })
          if (photo) keepCopy(id, { spots, blob: photo })
          // a chosen file has the pixels of its camera, too many to be drawn for a thumbnail
          const preview = photo
            ? URL.createObjectURL(photo)
            : spots.length === 0
              ? createPreviewUrl(file)
              : null
          change(id, { faces, spots, ratio, still: photo, preview })
        },
        () => {
          if (!job.signal.aborted) change(id, { faces: 'failed' })
        },
      )
    }
  }, [photos, change])
  useEffect(() => {
    const { current: jobs } = looking
    return () => {
      for (const job of jobs.values()) job.abort()
      jobs.clear()
    }
  }, [])
}
