import { useEffect, useState } from 'react'
import { Attachments } from './attachments'
import { PhotoEditor } from './photo-editor'
import { UnblurredQuestion } from './unblurred-question'
import type { useDraft } from './use-draft'
import { useFaceDetection } from './use-face-detection'
import type { useSubmit } from './use-submit'

interface Props {
  draft: ReturnType<typeof useDraft>
  submit: ReturnType<typeof useSubmit>
  onConfirmed: () => void
}

/** Everything about the photos of a draft; loaded with the first one. */
export const PhotoDesk = ({ draft, submit, onConfirmed }: Props) => {
  const [editing, setEditing] = useState<string | null>(null)
  const { photos, setBrief, remove, change } = draft
  const [sending, setSending] = useState(false)
  useFaceDetection(photos, change)
  const isConfirmed = photos.every((p) => !p.pending)
  useEffect(() => {
    if (!sending || !isConfirmed) return undefined
    // a task of its own: the editor has just closed, which is one already
    const timer = setTimeout(() => {
      setSending(false)
      // behind a message that is on its way: closing the page must not lose these photos
      void submit.submit({ queued: true })
    })
    return () => clearTimeout(timer)
  }, [sending, isConfirmed, submit])
  return (
    <>
      <Attachments
        // the message is made in the next task: thumbnails drawn until then are 150 of the 636
        // elements that the browser styles while the editor closes (20 photos)
        photos={sending ? [] : photos.filter((p) => !p.pending)}
        onBrief={setBrief}
        onEdit={setEditing}
        onRemove={remove}
      />
      <PhotoEditor
        draft={draft}
        editing={editing}
        onEdit={setEditing}
        onConfirmed={onConfirmed}
        onSend={() => setSending(true)}
      />
      {submit.question.asked ? (
        <UnblurredQuestion
          asked={submit.question.asked}
          onBlur={setEditing}
          onSend={submit.sendAsIs}
          onClose={submit.question.drop}
        />
      ) : null}
    </>
  )
}
