import { Suspense, useRef, useState, type ReactNode } from 'react'
import { convertPhoto } from '../../../data/media/images'
import { peopleChoiceFor } from '../../../data/media/people'
import { uploadMedia } from '../../../data/media/upload'
import { lazyPart } from '../../../data/start/lazy-part'
import { checkFaces } from '../../../parts/blur/check-faces'
import type { CheckedPhoto } from '../../../parts/blur/face-gate'
import { Button } from '../../../ui/forms/button'
import { IconCamera } from '../../../ui/icons/media'
import { isAcceptedFile } from '../thread/accept'
import { conversationErrorText } from '../list/conversation-acts'
import styles from './group.module.css'

const WhoDialog = lazyPart(() => import('../../../parts/photo/who-dialog').then((m) => m.WhoDialog))

interface Props {
  face?: ReactNode
  avatar: string | null
  onChange: (mediaId: string | null) => Promise<void> | void
  onError: (text: string) => void
}

/**
 * Upload of a group's picture (`face`: the current one); processed on the device like every photo.
 */
export const GroupPicture = ({ face, avatar, onChange, onError }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  /** Chosen, and not sent before the question is answered. */
  const [asked, setAsked] = useState<CheckedPhoto | null>(null)
  const take = async (chosen: File | undefined): Promise<void> => {
    if (!chosen || !isAcceptedFile(chosen)) return
    const [photo] = await checkFaces([chosen])
    if (!photo) return
    if (peopleChoiceFor('group') === undefined) await send(photo)
    else setAsked(photo)
  }
  const send = async ({ file, spots }: CheckedPhoto): Promise<void> => {
    setBusy(true)
    try {
      const made = await convertPhoto(file, { spots })
      if (made.status === 'refused') return onError(made.message)
      const { mediaId } = await uploadMedia(made.status === 'converted' ? made.blob : file, {
        filename: 'photo.jpg',
        people: peopleChoiceFor('group'),
      })
      await onChange(mediaId)
    } catch (error) {
      onError(conversationErrorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.picture}>
      {face}
      <Button
        size="sm"
        icon={<IconCamera size={18} />}
        busy={busy}
        onClick={() => input.current?.click()}
      >
        {avatar ? 'Changer la photo' : 'Ajouter une photo'}
      </Button>
      {avatar ? (
        <Button
          size="sm"
          variant="ghost"
          onClick={() =>
            void Promise.resolve(onChange(null)).catch((error: unknown) =>
              onError(conversationErrorText(error)),
            )
          }
        >
          Retirer
        </Button>
      ) : null}
      <input
        ref={input}
        type="file"
        hidden
        aria-hidden="true"
        tabIndex={-1}
        accept="image/*,.tif,.tiff,.heic,.heif"
        onChange={(e) => {
          const file = e.target.files?.[0]
          void take(file)
          e.target.value = ''
        }}
      />
      {asked ? (
        <Suspense fallback={null}>
          <WhoDialog
            place="group"
            level={900}
            onAdd={() => void send(asked)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
