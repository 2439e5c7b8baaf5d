import { useEffect, useRef, useState } from 'react'
import type { BlurSpot } from '#contract/workers/image'
import { previewPhoto } from '../../data/media/images'
import type { PhotoPreview } from '../../data/media/photo-preview'
import { nextPaint } from '../../data/start/phases'

const isAbort = (e: unknown): boolean => e instanceof DOMException && e.name === 'AbortError'
const words = (e: unknown): string =>
  e instanceof Error && e.message.startsWith('Prévisualisation')
    ? e.message
    : 'Prévisualisation indisponible (type)'

interface Preview {
  readonly url: string
  readonly blob: Blob
  /** The spots that it was drawn with. */
  readonly spots: readonly BlurSpot[]
}

/**
 * The photo as the conversion will render it with these spots. `drawn`: the preview is up to date.
 * `take` transfers the object URL (otherwise revoked on unmount) and its bytes. `problem`: sentence
 * to show over the preview (MSG-195).
 */
export const useBlurPreview = (file: File, spots: readonly BlurSpot[]) => {
  const [preview, setPreview] = useState<PhotoPreview | null>(null)
  const [shown, setShown] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const owned = useRef<string | null>(null)

  useEffect(() => {
    const ending = new AbortController()
    let open: PhotoPreview | null = null
    // the task that opens the editor styles the whole page: no worker is started in it
    const begin = () => nextPaint().then(() => previewPhoto(file, { signal: ending.signal }))
    begin().then(
      (p) => {
        if (ending.signal.aborted) return p.close()
        open = p
        setPreview(p)
      },
      (e: unknown) => {
        if (!isAbort(e)) setProblem(words(e))
      },
    )
    return () => {
      ending.abort()
      // nor is one ended in the task that closes it
      setTimeout(() => open?.close())
    }
  }, [file])

  useEffect(() => {
    if (!preview) return undefined
    let current = true
    const render = spots.length === 0 ? Promise.resolve(preview.blob) : preview.blur(spots)
    render.then(
      (blob) => {
        if (!current) return
        if (owned.current) URL.revokeObjectURL(owned.current)
        owned.current = URL.createObjectURL(blob)
        setProblem(null)
        setShown({ url: owned.current, blob, spots })
      },
      (e: unknown) => {
        if (current && !isAbort(e)) setProblem('Prévisualisation indisponible (flou)')
      },
    )
    return () => {
      current = false
    }
  }, [preview, spots])
  useEffect(
    () => () => {
      if (owned.current) URL.revokeObjectURL(owned.current)
    },
    [],
  )

  return {
    size: preview ? { width: preview.width, height: preview.height } : null,
    url: shown?.url ?? null,
    problem,
    drawn: shown?.spots === spots,
    fail: setProblem,
    /** Detects faces on the device; null while no photo is loaded. */
    faces: preview ? preview.faces : null,
    take: (): { readonly preview: string | null; readonly still: Blob | null } => {
      const url = owned.current
      owned.current = null
      return { preview: url, still: url ? (shown?.blob ?? null) : null }
    },
  }
}
