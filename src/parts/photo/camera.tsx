import { useEffect, useRef } from 'react'
import { cx } from '../../lib/cx'
import styles from './camera.module.css'

export type Facing = 'environment' | 'user'
const REFUSED =
  'L’appareil photo est refusé à cette page. Autorisez-le dans les réglages du navigateur, ou choisissez une photo.'
export const CAMERA_ABSENT = 'Aucun appareil photo ne répond. Vous pouvez choisir une photo.'
export const CAMERA_UNSUPPORTED =
  'Ce navigateur ne prête pas l’appareil photo à une page. Prenez ou choisissez une photo avec le téléphone.'

/** Chromium's; no type of TypeScript's yet. */
type Capture = new (track: MediaStreamTrack) => { takePhoto(): Promise<Blob> }
export const imageCaptureClass = (): Capture | undefined =>
  (globalThis as { ImageCapture?: Capture }).ImageCapture

/**
 * A photo of the camera itself: never read from a canvas, which some browsers falsify. Rejects when
 * the camera does.
 */
export const takePicture = async (track: MediaStreamTrack): Promise<File | null> => {
  const Capturing = imageCaptureClass()
  const blob = Capturing && (await new Capturing(track).takePhoto())
  return blob ? new File([blob], 'photo.jpg', { type: blob.type || 'image/jpeg' }) : null
}

/** The device’s camera until it is closed. */
export const Finder = ({
  facing,
  onReady,
  onError,
}: {
  facing: Facing
  onReady: (track: MediaStreamTrack | null) => void
  onError: (text: string) => void
}) => {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    let stream: MediaStream | null = null
    let over = false
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop())
    const start = async (): Promise<void> => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: { facingMode: facing, width: { ideal: 2560 }, height: { ideal: 1440 } },
        })
        if (over || !video.current) return stop()
        video.current.srcObject = stream
        await video.current.play()
        onReady(stream.getVideoTracks()[0] ?? null)
      } catch (error) {
        if (!over)
          onError(
            error instanceof DOMException && error.name === 'NotAllowedError'
              ? REFUSED
              : CAMERA_ABSENT,
          )
      }
    }
    void start()
    return () => {
      over = true
      onReady(null)
      stop()
    }
  }, [facing, onReady, onError])
  return (
    <video
      ref={video}
      className={cx(styles.video, facing === 'user' && styles.mirror)}
      muted
      playsInline
      aria-label="Image de l’appareil photo"
    />
  )
}
