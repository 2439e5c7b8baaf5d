import { useRef } from 'react'
import { SignedImage } from '../../../parts/photo/signed-image'
import { Button } from '../../../ui/forms/button'
import { IconTrash } from '../../../ui/icons/actions'
import { IconImage } from '../../../ui/icons/media'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import { useBannerUpload } from './use-banner-upload'
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
  const { local, progress, failure, send, remove } = useBannerUpload({ onChange, onBusy })
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
          <Button size="sm" variant="ghost" icon={<IconTrash size={18} />} onClick={remove}>
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
