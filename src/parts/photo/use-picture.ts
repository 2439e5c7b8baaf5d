import { useEffect, useEffectEvent, useState } from 'react'
import { useSignedUrl } from '../../data/media/media-urls'
import { pictureBytes } from '../../data/media/picture-bytes'
import { useDelayedFlag } from '../../ui/feedback/use-delayed-flag'
import { VIEWER_LINK, viewerSource } from './viewer-source'

const SPINNER_MS = 1_000

/** The picture behind `url` as an object URL, while `wanted`. */
const useBytes = (url: string | null, wanted: boolean, onFail: () => void): string | null => {
  const [blob, setBlob] = useState<string | null>(null)
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    if (!wanted || !url) return undefined
    const stop = new AbortController()
    let made: string | null = null
    const show = async (): Promise<void> => {
      try {
        const bytes = await pictureBytes(url, stop.signal)
        if (stop.signal.aborted) return
        made = URL.createObjectURL(bytes)
        setBlob(made)
      } catch {
        if (!stop.signal.aborted) fail()
      }
    }
    void show()
    return () => {
      stop.abort()
      if (made) URL.revokeObjectURL(made)
      setBlob(null)
    }
  }, [wanted, url])
  return blob
}

/**
 * What to show of one picture: its address, an error, a spinner after 1 s. After a failure it tries
 * a new link, then the bytes, then gives up. `refused`: it is no longer shown to this member.
 */
export const usePicture = (id: string | null) => {
  const link = useSignedUrl(id, VIEWER_LINK)
  const [step, setStep] = useState(0)
  const [ready, setReady] = useState(false)
  const source = viewerSource(link.state, step)
  const failed = source === 'failed'
  const waiting = useDelayedFlag(!ready && !failed, SPINNER_MS)
  const blob = useBytes(link.url, source === 'blob', () => setStep((n) => n + 1))
  return {
    src: source === 'blob' ? blob : link.url,
    failed,
    refused: link.state === 'error' && link.refused === true,
    waiting: waiting && !failed,
    onLoad: () => setReady(true),
    onError: () => {
      if (step === 0) link.invalidate()
      setStep((n) => n + 1)
    },
    retry: () => {
      setStep(0)
      setReady(false)
      if (link.state === 'error') link.retry()
      else link.invalidate()
    },
  }
}
