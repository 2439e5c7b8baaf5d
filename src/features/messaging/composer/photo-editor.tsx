import { lazy, Suspense, useState } from 'react'
import { isIos } from '../../../lib/device'
import type { useDraft } from './use-draft'

const BlurDialog = lazy(async () => ({ default: (await import('./blur-dialog')).BlurDialog }))

interface Props {
  draft: ReturnType<typeof useDraft>
  /** Id of the confirmed photo that is adjusted again. */
  editing: string | null
  onEdit: (id: string | null) => void
  onConfirmed: () => void
}

/** The blur modal: for the photo that is adjusted, else for each new one in turn. */
export const PhotoEditor = ({ draft, editing, onEdit, onConfirmed }: Props) => {
  const { photos, remove, change, addAll } = draft
  const waiting = photos.filter((p) => p.pending).length
  /** Number of photos chosen together that have been through the blur modal. */
  const [treated, setTreated] = useState(0)
  if (waiting === 0 && treated > 0) setTreated(0)
  const edited = photos.find((p) => p.id === editing) ?? photos.find((p) => p.pending)
  if (!edited) return null
  return (
    <Suspense fallback={null}>
      <BlurDialog
        key={edited.id}
        photo={edited}
        strength={isIos() ? 2 : 3}
        limited={!isIos()}
        onCancel={() => {
          onEdit(null)
          if (edited.pending) remove(edited.id)
        }}
        onConfirm={(done) => {
          if (edited.preview && edited.preview !== done.preview) URL.revokeObjectURL(edited.preview)
          change(edited.id, { ...done, pending: false })
          if (edited.pending) setTreated(treated + 1)
          onEdit(null)
          onConfirmed()
        }}
        place={edited.pending ? { at: treated + 1, of: treated + waiting } : undefined}
        onAddAll={edited.pending && waiting > 1 ? () => addAll(edited.id) : undefined}
      />
    </Suspense>
  )
}
