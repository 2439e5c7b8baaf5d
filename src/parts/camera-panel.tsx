import { useEffect, useRef, useState } from 'react'
import { forgetCamera, givePhoto } from '../data/camera'
import { cx } from '../lib/cx'
import { plural } from '../lib/text'
import { Banner } from '../ui/banner'
import { Button } from '../ui/button'
import { Drawer } from '../ui/drawer'
import { IconButton } from '../ui/icon-button'
import { IconCamera, IconFlip } from '../ui/icons/media'
import { useMediaQuery } from '../ui/use-media-query'
import styles from './camera-panel.module.css'

type Facing = 'environment' | 'user'
const REFUSED = 'L’appareil photo est refusé à cette page. Autorisez-le dans les réglages du navigateur, ou choisissez une photo.'
const ABSENT = 'Aucun appareil photo ne répond. Vous pouvez choisir une photo.'
const QUALITY = 0.95

/** What the video shows now, as a JPEG file. */
const shoot = async (video: HTMLVideoElement): Promise<File | null> => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight })
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  return blob && new File([blob], 'photo.jpg', { type: 'image/jpeg' })
}

/** The device's camera until it is closed; «shooting» stays possible. */
const Finder = ({ facing, onReady, onError }: { facing: Facing; onReady: (video: HTMLVideoElement | null) => void; onError: (text: string) => void }) => {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    let stream: MediaStream | null = null
    let over = false
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop())
    const start = async (): Promise<void> => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: facing, width: { ideal: 2560 }, height: { ideal: 1440 } } })
        if (over || !video.current) return stop()
        video.current.srcObject = stream
        await video.current.play()
        onReady(video.current)
      } catch (error) {
        if (!over) onError(error instanceof DOMException && error.name === 'NotAllowedError' ? REFUSED : ABSENT)
      }
    }
    void start()
    return () => {
      over = true
      onReady(null)
      stop()
    }
  }, [facing, onReady, onError])
  return <video ref={video} className={cx(styles.video, facing === 'user' && styles.mirror)} muted playsInline aria-label="Image de l’appareil photo" />
}

/** «Prendre une photo»: with the camera, without a trace in the gallery of the phone; else a file. The whole screen below 1280 px. */
export const CameraPanel = ({ open, level, onClose }: { open: boolean; level: number; onClose: () => void }) => {
  const wide = useMediaQuery('(min-width: 1280px)')
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [error, setError] = useState<string>()
  const [facing, setFacing] = useState<Facing>('environment')
  const [taken, setTaken] = useState(0)
  const file = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!open) forgetCamera()
  }, [open])
  const keep = (photos: readonly File[]): void => {
    givePhoto(photos)
    setTaken((n) => n + photos.length)
  }
  const take = async (): Promise<void> => {
    const photo = video && (await shoot(video))
    if (photo) keep([photo])
  }
  return (
    <Drawer open={open} onClose={onClose} level={level} title="Prendre une photo" subtitle="Rien n’est gardé dans la galerie de votre appareil." size="md" full={!wide} flush>
      <div className={styles.panel}>
        {error ? <div className={styles.error}><Banner tone="warn" icon={<IconCamera size={20} />}>{error}</Banner></div> : open ? <Finder facing={facing} onReady={setVideo} onError={setError} /> : null}
        <input
          ref={file} type="file" hidden tabIndex={-1} accept="image/*" capture="environment" aria-label="Choisir une photo"
          onChange={(event) => { keep([...(event.target.files ?? [])]); event.target.value = '' }}
        />
        <div className={styles.bar}>
          {error ? <Button variant="primary" onClick={() => file.current?.click()}>Choisir une photo</Button> : (
            <>
              <IconButton label="Changer d’appareil" variant="soft" icon={<IconFlip />} onClick={() => setFacing(facing === 'user' ? 'environment' : 'user')} />
              <IconButton label="Déclencher" variant="accent" size="lg" icon={<IconCamera />} disabled={!video} onClick={() => void take()} data-autofocus="" />
            </>
          )}
          <Button onClick={onClose}>Terminer</Button>
        </div>
        <p className={styles.count} role="status">{taken > 0 ? `${plural(taken, 'photo')} ajoutée${taken > 1 ? 's' : ''}` : ''}</p>
      </div>
    </Drawer>
  )
}
