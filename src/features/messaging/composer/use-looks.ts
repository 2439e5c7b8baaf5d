import { useEffect, useRef } from 'react'
import { lookForFaces } from '../../../data/media/looks'
import { makeCopy } from '../outbox/copies'
import { drawnFile } from '../outbox/photos'
import type { Photo } from '../state/model'
import type { useDraft } from './use-draft'

/**
 * Looks for faces on each photo of a draft, once. On a new photo they are blurred at once; one that
 * the member has confirmed stays as it is.
 */
export const useLooks = (
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
      lookForFaces(file, job.signal).then(
        (look) => {
          if (job.signal.aborted) return
          const { still, spots, ratio } = look
          const preview = still
            ? URL.createObjectURL(still)
            : pending && spots.length === 0
              ? drawnFile(file)
              : null
          change(id, {
            faces: look.faces,
            ...(pending ? { spots, ratio, still, preview } : {}),
          })
          if (!pending && preview) URL.revokeObjectURL(preview)
          // while the member looks at the others: sending then waits for the line alone
          if (pending) makeCopy({ id, file, spots }).catch(() => undefined)
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
