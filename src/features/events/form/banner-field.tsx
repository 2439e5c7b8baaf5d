import { useEffect, useRef, useState } from 'react'
import { convertPhoto } from '../../../data/media/images'
import { uploadMedia } from '../../../data/media/upload'
import { SignedImage } from '../../../parts/photo/signed-image'
import { Button } from '../../../ui/forms/button'
import { IconTrash } from '../../../ui/icons/actions'
import { IconImage } from '../../../ui/icons/media'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import { sentence } from '../state/api'
import styles from './form.module.css'

interface Props {
  /** The event's current banner. */
  readonly saved: string | null
  readonly value: string | null
  readonly error?: string | undefined
  readonly onChange: (mediaId: string | null) => void
  readonly onBusy: (busy: boolean) => void
}

/** Uploads a banner: rotated upright and stripped of metadata on the device. */
export const BannerField = ({ saved, value, error, onChange, onBusy }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const [local, setLocal] = useState<string | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState<string>()
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  useEffect(
    () => () => {
      if (local) URL.revokeObjectURL(local)
    },
    [local],
  )

  const send = async (file: File): Promise<void> => {
    const ending = (stop.current = new AbortController())
    setFailure(undefined)
    setProgress(0)
    onBusy(true)
    try {
      const photo = await convertPhoto(file, { signal: ending.signal })
      if (photo.status === 'refused') return setFailure(photo.message)
      const blob = photo.status === 'converted' ? photo.blob : file
      const { mediaId } = await uploadMedia(blob, {
        filename: 'banniere.jpg',
        onProgress: setProgress,
        signal: ending.signal,
      })
      setLocal(URL.createObjectURL(blob))
      onChange(mediaId)
    } catch (thrown) {
      if (!ending.signal.aborted)
        setFailure(sentence(thrown, 'La photo n’a pas pu être envoyée. Réessayez.'))
    } finally {
      if (!ending.signal.aborted) {
        setProgress(null)
        onBusy(false)
      }
    }
  }
  return (
    <div className={styles.fields}>
      <div className={styles.banner}>
        {value && local ? (
          <img src={local} alt="Bannière choisie" />
        ) : value && saved ? (
          <SignedImage
            media={{ id: saved, blurhash: null }}
            alt="Bannière de la sortie"
            className={styles.picture}
          />
        ) : (
          <IconImage size={40} />
        )}
      </div>
      {progress === null ? null : <ProgressBar value={progress} label="Envoi de la photo" />}
      {(failure ?? error) ? (
        <p className={styles.error} role="alert">
          {failure ?? error}
        </p>
      ) : null}
      <div className={styles.row}>
        <Button
          size="sm"
          icon={<IconImage size={18} />}
          busy={progress !== null}
          onClick={() => input.current?.click()}
        >
          {value ? 'Changer la bannière' : 'Ajouter une bannière'}
        </Button>
        {value ? (
          <Button
            size="sm"
            variant="ghost"
            icon={<IconTrash size={18} />}
            onClick={() => {
              setLocal(null)
              onChange(null)
            }}
          >
            Retirer
          </Button>
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="Choisir une bannière"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void send(file)
        }}
      />
    </div>
  )
}
