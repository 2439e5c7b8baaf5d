import { useEffect, useRef, useState } from 'react'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { IconCamera } from '../../../ui/icons/media'
import { cameraErrorText, startScan } from './scan'
import styles from './check-in.module.css'

/** A code held in front of the camera counts as one arrival. */
const SAME_MS = 4_000

/** Reads codes with the camera until it is closed. */
export const CheckInCamera = ({
  onCode,
  onClose,
}: {
  onCode: (code: string) => void
  onClose: () => void
}) => {
  const video = useRef<HTMLVideoElement>(null)
  const heard = useRef(onCode)
  const [error, setError] = useState<string>()
  useEffect(() => {
    heard.current = onCode
  })
  useEffect(() => {
    const ending = new AbortController()
    let last = { text: '', at: 0 }
    const tell = (text: string): void => {
      const now = performance.now()
      const same = text === last.text && now - last.at < SAME_MS
      last = { text, at: now }
      if (!same) heard.current(text)
    }
    if (video.current)
      startScan(video.current, tell, ending.signal).catch((e: unknown) =>
        setError(cameraErrorText(e)),
      )
    return () => ending.abort()
  }, [])
  return (
    <div className={styles.camera}>
      {error ? (
        <Banner tone="warn" icon={<IconCamera size={20} />}>
          {error}
        </Banner>
      ) : (
        <video
          ref={video}
          className={styles.video}
          muted
          playsInline
          aria-label="Image de l’appareil photo"
        />
      )}
      <Button block onClick={onClose}>
        Arrêter
      </Button>
    </div>
  )
}
