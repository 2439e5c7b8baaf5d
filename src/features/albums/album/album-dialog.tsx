import { useState } from 'react'
import { createAlbum, updateAlbum, type Album } from '#contract/albums/albums'
import { ALBUM_DESCRIPTION_MAX, ALBUM_NAME_MAX } from '#contract/limits'
import { call } from '../../../data/http/api'
import { refusalMessageOf } from '../../../data/http/api-error'
import { useIdempotencyKey } from '../../../parts/form/idempotency-key'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { IconGlobe } from '../../../ui/icons/status'
import { IconLock } from '../../../ui/icons/media'
import { Segmented } from '../../../ui/forms/segmented'
import { TextArea } from '../../../ui/forms/text-area'
import { TextField } from '../../../ui/forms/text-field'
import { refreshOwnPhotos } from '../state/api'
import { ALBUM_ERRORS } from '../state/labels'
import styles from '../albums.module.css'
import { MarksField } from './marks-field'
import { useAlbumDraft, type AlbumDraft } from './use-album-draft'

const VISIBILITY = [
  { value: 'private', label: 'Privé', icon: <IconLock size={16} /> },
  { value: 'public', label: 'Public', icon: <IconGlobe size={16} /> },
] as const

/** Creates an album, or (`album`) changes its name, description and marks. */
export const AlbumDialog = ({
  accountId,
  album,
  open,
  onClose,
  onMade,
}: {
  accountId: string
  album?: Album
  open: boolean
  onClose: () => void
  onMade?: (id: string) => void
}) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={album ? 'Modifier l’album' : 'Créer un album'}
    size="sm"
  >
    <AlbumForm
      accountId={accountId}
      {...(album ? { album } : {})}
      onClose={onClose}
      {...(onMade ? { onMade } : {})}
    />
  </Dialog>
)

type Visibility = AlbumDraft['visibility']
const VisibilityField = ({
  value,
  onChange,
}: {
  value: Visibility
  onChange: (value: Visibility) => void
}) => (
  <div className={styles.visibility}>
    <Segmented label="Visibilité" options={VISIBILITY} value={value} onChange={onChange} block />
    <p className="quiet">
      {value === 'private'
        ? 'Visible des membres avec qui vous le partagez, et de ceux à qui vous ouvrez tous vos albums privés.'
        : 'Tous les membres le verront sur votre profil.'}
    </p>
  </div>
)

/** Creates or changes the album; `failure`: why it did not work. */
const useSave = (
  { accountId, album, onClose, onMade }: FormProps,
  { name, description, visibility, marks }: AlbumDraft,
  forget: () => void,
) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const makeOnce = useIdempotencyKey()
  const save = async (): Promise<void> => {
    if (name.trim() === '' || busy) return
    setBusy(true)
    setFailure(null)
    const text = {
      name: name.trim(),
      description: description.trim() || null,
      ...(marks ? { marks } : {}),
    }
    try {
      const answer = album
        ? await call(updateAlbum, { params: { id: album.id }, body: text })
        : await makeOnce({ ...text, isPublic: visibility === 'public' }, (body) =>
            call(createAlbum, { body }),
          )
      forget()
      await refreshOwnPhotos(accountId)
      onMade?.(answer.album.id)
      onClose()
    } catch (error) {
      const why = refusalMessageOf(error)
      const failed = album ? ALBUM_ERRORS.update : ALBUM_ERRORS.create
      setFailure(why ? `${failed}\u00a0: ${why}` : failed)
      setBusy(false)
    }
  }
  return { busy, failure, save }
}

interface FormProps {
  readonly accountId: string
  readonly album?: Album
  readonly onClose: () => void
  readonly onMade?: (id: string) => void
}

const AlbumForm = (props: FormProps) => {
  const { accountId, album, onClose } = props
  const { draft, change, forget } = useAlbumDraft(accountId, album)
  const { name, description, visibility, marks: chosen } = draft
  // until it is chosen, as the server would
  const isPrivate = album ? !album.isPublic : visibility === 'private'
  const marks = chosen ?? { pattern: isPrivate, pseudonym: isPrivate }
  const { busy, failure, save } = useSave(props, draft, forget)
  return (
    <form
      className={styles.form}
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      <TextField
        label="Nom"
        value={name}
        onChange={(typed) => change({ name: typed })}
        maxLength={ALBUM_NAME_MAX}
        required
        autoComplete="off"
        data-autofocus
      />
      <TextArea
        label="Description"
        required={false}
        value={description}
        onChange={(typed) => change({ description: typed })}
        maxLength={ALBUM_DESCRIPTION_MAX}
      />
      {album ? null : (
        <VisibilityField value={visibility} onChange={(picked) => change({ visibility: picked })} />
      )}
      <MarksField value={marks} onChange={(picked) => change({ marks: picked })} />
      {failure ? <Banner tone="bad">{failure}</Banner> : null}
      <div className={styles.buttons}>
        <Button
          onClick={() => {
            forget()
            onClose()
          }}
        >
          Annuler
        </Button>
        <Button type="submit" variant="primary" busy={busy} disabled={name.trim() === ''}>
          {album ? 'Enregistrer' : 'Créer'}
        </Button>
      </div>
    </form>
  )
}
