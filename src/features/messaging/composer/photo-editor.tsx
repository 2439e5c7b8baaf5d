import { Suspense, useState } from 'react'
import { isIos } from '../../../lib/device'
import { defaultIntensity } from '../../../data/media/looks'
import { lazyPart } from '../../../data/start/lazy-part'
import type { BlurResult } from '../../../parts/blur/blur-dialog'
import { useUploadAhead } from './use-upload-ahead'
import type { useDraft } from './use-draft'

const BlurDialog = lazyPart(() =>
  import('../../../parts/blur/blur-dialog').then((m) => m.BlurDialog),
)

const PeopleLine = lazyPart(() =>
  import('../../../parts/photo/people-choice').then((m) => m.PeopleLine),
)

interface Props {
  draft: ReturnType<typeof useDraft>
  /** Id of the confirmed photo that is adjusted again. */
  editing: string | null
  onEdit: (id: string | null) => void
  onConfirmed: () => void
  /** Every photo is being confirmed: the message is to be sent. */
  onSend: () => void
}

/** The blur modal: for the photo that is adjusted, else for each new one in turn. */
export const PhotoEditor = ({ draft, editing, onEdit, onConfirmed, onSend }: Props) => {
  const { photos, remove, change, addAll } = draft
  const pending = photos.filter((p) => p.pending)
  const waiting = pending.length
  /** Number of photos chosen together that have been through the blur modal. */
  const [treated, setTreated] = useState(0)
  if (waiting === 0 && treated > 0) setTreated(0)
  const edited = photos.find((p) => p.id === editing) ?? photos.find((p) => p.pending)
  /** The photo in the editor when «Envoyer» was pressed there; null: not pressed. */
  const [sent, setSent] = useState<string | null>(null)
  useUploadAhead(photos, sent !== null && sent === edited?.id, edited?.id)
  if (!edited) return null
  const confirm = (done: BlurResult): void => {
    if (edited.preview && edited.preview !== done.preview) URL.revokeObjectURL(edited.preview)
    change(edited.id, { ...done, pending: false })
    if (edited.pending) setTreated(treated + 1)
    onEdit(null)
    onConfirmed()
  }
  return (
    <Suspense fallback={null}>
      <BlurDialog
        key={edited.id}
        photo={edited}
        strength={defaultIntensity()}
        aside={<PeopleLine place="message" />}
        limited={!isIos()}
        onCancel={() => {
          onEdit(null)
          if (edited.pending) remove(edited.id)
        }}
        onConfirm={confirm}
        onSend={
          edited.pending
            ? (done) => {
                confirm(done)
                addAll(edited.id)
                onSend()
              }
            : undefined
        }
        onPress={(pressed) => setSent(pressed ? edited.id : null)}
        place={edited.pending ? { at: treated + 1, of: treated + waiting } : undefined}
        batch={
          edited.pending && waiting > 1
            ? {
                looked: pending.filter((p) => p.faces !== null).length,
                of: waiting,
                previews: pending.filter((p) => p.id !== edited.id).map((p) => p.preview),
                onAddAll: () => addAll(edited.id),
              }
            : undefined
        }
      />
    </Suspense>
  )
}
