import { Suspense, useRef, useState } from 'react'
import { updateEvent } from '#contract/events/events'
import { call } from '../../../data/http/api'
import { NBSP } from '../../../lib/text'
import { peopleChoiceFor, NOBODY } from '../../../data/media/people'
import { lazyPart } from '../../../data/start/lazy-part'
import { checkFaces } from '../../../parts/blur/check-faces'
import type { CheckedPhoto } from '../../../parts/blur/face-gate'
import { SignedImage } from '../../../parts/photo/signed-image'
import { WaitingPicture } from '../../../parts/photo/waiting-picture'
import { Button } from '../../../ui/forms/button'
import { IconTrash } from '../../../ui/icons/actions'
import { IconImage } from '../../../ui/icons/media'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import { bannerPhoto, bannerThumbnail, DRAWN_BANNERS, type DrawnBanner } from './drawn-banners'
import { useBannerUpload } from './use-banner-upload'
import styles from './form.module.css'

const WhoDialog = lazyPart(() => import('../../../parts/photo/who-dialog').then((m) => m.WhoDialog))

interface Props {
  /** The event's current banner. */
  readonly saved: string | null
  /** Missing: a new event. */
  readonly eventId: string | undefined
  readonly value: string | null
  readonly error?: string | undefined
  readonly onChange: (mediaId: string | null) => void
  readonly onBusy: (busy: boolean) => void
}

const Drawn = ({
  disabled,
  onChoose,
}: {
  disabled: boolean
  onChoose: (b: DrawnBanner) => void
}) => (
  <ul className={styles.drawn} aria-label="Bannières dessinées">
    {DRAWN_BANNERS.map((banner) => (
      <li key={banner.name}>
        <button
          type="button"
          aria-label={`Choisir la bannière «${NBSP}${banner.name}${NBSP}»`}
          disabled={disabled}
          onClick={() => onChoose(banner)}
        >
          <img src={bannerThumbnail(banner)} alt="" width={80} height={40} />
        </button>
      </li>
    ))}
  </ul>
)

const Picture = ({ local, saved }: { local: string | null; saved: string | null }) =>
  local ? (
    <img src={local} alt="Bannière choisie" />
  ) : saved ? (
    <SignedImage
      media={{ id: saved, blurhash: null }}
      alt="Bannière de la sortie"
      className={styles.picture}
    />
  ) : (
    <span className={styles.empty}>
      <IconImage size={40} />
      Ajouter une bannière
    </span>
  )

/** Uploads a banner: rotated upright and stripped of metadata on the device. */
export const BannerField = ({ saved, eventId, value, error, onChange, onBusy }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const { local, progress, failure, send, remove } = useBannerUpload({ onChange, onBusy })
  /** Chosen, and not sent before the question is answered. */
  const [asked, setAsked] = useState<CheckedPhoto | null>(null)
  const take = async (file: File): Promise<void> => {
    const [photo] = await checkFaces([file])
    if (!photo) return
    if (peopleChoiceFor('banner') === undefined) await send(() => photo)
    else setAsked(photo)
  }
  return (
    <div className={styles.fields}>
      <button
        type="button"
        className={styles.banner}
        aria-label={value ? 'Changer la bannière' : 'Ajouter une bannière'}
        disabled={progress !== null}
        onClick={() => input.current?.click()}
      >
        <Picture local={value && local} saved={value && saved} />
      </button>
      {eventId && !local ? (
        <WaitingPicture
          kind="event"
          targetId={eventId}
          label="Bannière en attente"
          then="La sortie la montrera ensuite."
          present={saved}
          onTakeBack={(banner_media_id) =>
            call(updateEvent, { params: { id: eventId }, body: { banner_media_id } })
          }
        />
      ) : null}
      {progress === null ? null : <ProgressBar value={progress} label="Envoi de la photo" />}
      {(failure ?? error) ? (
        <p className={styles.error} role="alert">
          {failure ?? error}
        </p>
      ) : null}
      <p className="quiet">Choisissez une photo, ou l’un de nos dessins.</p>
      <Drawn
        disabled={progress !== null}
        onChoose={(b) => void send(async () => ({ file: await bannerPhoto(b), spots: [] }), NOBODY)}
      />
      {value ? (
        <div className={styles.flush}>
          <Button size="sm" variant="ghost" icon={<IconTrash size={18} />} onClick={remove}>
            Retirer
          </Button>
        </div>
      ) : null}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="Choisir une bannière"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void take(file)
        }}
      />
      {asked ? (
        <Suspense fallback={null}>
          <WhoDialog
            place="banner"
            label="Qui est sur la bannière"
            level={900}
            onAdd={() => void send(() => asked)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
