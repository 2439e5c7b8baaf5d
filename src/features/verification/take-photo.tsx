import { useEffect, useRef, useState } from 'react'
import type { Reply } from '#contract/route'
import { VERIFICATION_TAKE_S, type startVerification } from '#contract/verification'
import { ApiError } from '../../data/http/api-error'
import { uploadTo } from '../../data/media/upload'
import { toast, toastRefusal } from '../../data/state/toasts'
import { useAsyncAction } from '../../parts/form/use-async-action'
import { timeShort } from '../../lib/dates'
import { CAMERA_ABSENT, imageCaptureClass, Finder, takePicture } from '../../parts/photo/camera'
import { Banner } from '../../ui/feedback/banner'
import { Button } from '../../ui/forms/button'
import { IconCamera } from '../../ui/icons/media'
import { regainFocus } from '../../ui/overlay/focus-after'
import { Card } from '../../ui/layout/card'
import styles from './verification.module.css'

interface Props {
  readonly request: Reply<typeof startVerification>
  /** Gestures are being drawn. */
  readonly busy: boolean
  /** Asks for gestures again: the time of these has passed. */
  readonly onAgain: () => void
  /** Sent, or given up. */
  readonly onDone: () => void
}

/** The address of a taken photo for as long as it is shown. */
const useShown = (photo: Blob | null): string | null => {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!photo) return setUrl(null)
    const made = URL.createObjectURL(photo)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo])
  return url
}

/**
 * Whether the gestures are too old. The clock of the device may be wrong, so the ten minutes count
 * from the reply; gestures that were drawn before it end earlier, which the server says.
 */
const useLate = (): [late: boolean, setLate: () => void] => {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), VERIFICATION_TAKE_S * 1000)
    return () => clearTimeout(timer)
  }, [])
  return [late, () => setLate(true)]
}

/** The camera of this page where the browser lends it, else the one of the system. */
const Camera = ({ onPhoto }: { onPhoto: (photo: Blob) => void }) => {
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const take = async (): Promise<void> => {
    const photo = track && (await takePicture(track).catch(() => null))
    if (photo) onPhoto(photo)
    else setFailure(CAMERA_ABSENT)
  }
  if (imageCaptureClass() && failure === null)
    return (
      <>
        <div className={styles.finder}>
          <Finder facing="user" onReady={setTrack} onError={setFailure} />
        </div>
        <Button
          key="take"
          variant="primary"
          size="lg"
          icon={<IconCamera />}
          disabled={!track}
          onClick={() => void take()}
        >
          Prendre la photo
        </Button>
      </>
    )
  return (
    <>
      {failure ? <Banner tone="info">{failure}</Banner> : null}
      <input
        ref={file}
        type="file"
        hidden
        tabIndex={-1}
        accept="image/*"
        capture="user"
        aria-label="Prendre la photo"
        onChange={(event) => {
          const photo = event.target.files?.[0]
          if (photo) onPhoto(photo)
        }}
      />
      <Button
        key="take"
        variant="primary"
        size="lg"
        icon={<IconCamera />}
        onClick={() => file.current?.click()}
      >
        Prendre la photo
      </Button>
    </>
  )
}

const Send = ({
  photo,
  id,
  onBack,
  onLate,
  onDone,
}: {
  photo: Blob
  id: string
  onBack: () => void
  onLate: () => void
  onDone: () => void
}) => {
  const url = useShown(photo)
  const { busy, run } = useAsyncAction()
  const send = () =>
    run(
      async () => {
        await uploadTo(`/account/verification/${id}/photo`, photo)
        toast('Votre photo est partie. Merci.', { kind: 'success' })
        onDone()
      },
      (error) => {
        if (error instanceof ApiError && error.code === 'verification_late') onLate()
        else toastRefusal(error, 'Votre photo n’a pas pu partir. Réessayez.')
      },
    )
  return (
    <>
      {url ? <img className={styles.taken} src={url} alt="Vous, à l’instant" /> : null}
      <p className="quiet">Elle ne va qu’à l’équipe, sans floutage.</p>
      <div className={styles.buttons}>
        <Button disabled={busy} onClick={onBack}>
          Reprendre la photo
        </Button>
        <Button variant="primary" busy={busy} onClick={() => void send()}>
          Envoyer à l’équipe
        </Button>
      </div>
    </>
  )
}

/** The gestures, the camera, and the photo before it is sent. */
export const TakePhoto = ({ request, busy, onAgain, onDone }: Props) => {
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [late, setLate] = useLate()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // each step takes the pressed button of the one before along
    regainFocus(() => place.current)
  }, [photo, late])
  return (
    <Card as="section" title="À faire sur la photo">
      <div ref={place} className="stack" tabIndex={-1}>
        <ul className={styles.gestures}>
          {request.gestures.map((gesture) => (
            <li key={gesture}>{gesture}</li>
          ))}
        </ul>
        {late ? (
          <>
            <Banner tone="warn">Les dix minutes sont passées.</Banner>
            <Button variant="primary" busy={busy} onClick={onAgain}>
              Tirer d’autres gestes
            </Button>
            <Button onClick={onDone}>Plus tard</Button>
          </>
        ) : photo ? (
          <Send
            photo={photo}
            id={request.id}
            onBack={() => setPhoto(null)}
            onLate={setLate}
            onDone={onDone}
          />
        ) : (
          <>
            <Camera onPhoto={setPhoto} />
            <p className="quiet">À envoyer avant {timeShort(request.expiresAt)}.</p>
            <Button onClick={onDone}>Plus tard</Button>
          </>
        )}
      </div>
    </Card>
  )
}
