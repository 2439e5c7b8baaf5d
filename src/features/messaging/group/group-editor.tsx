import { useState } from 'react'
import { GROUP_DESCRIPTION_MAX, GROUP_TITLE_MAX } from '#contract/limits'
import type { Conversation } from '#contract/messaging/messages'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { Dialog } from '../../../ui/overlay/dialog'
import { TextArea } from '../../../ui/forms/text-area'
import { TextField } from '../../../ui/forms/text-field'
import { changeGroup, conversationErrorText } from '../list/conversation-acts'
import styles from './group.module.css'

/** Name and description; typed text survives a failed save. */
export const GroupEditor = ({ c, onClose }: { c: Conversation; onClose: () => void }) => {
  const [title, setTitle] = useState(c.title ?? '')
  const [description, setDescription] = useState(c.description ?? '')
  const [error, setError] = useState<string | null>(null)
  const { busy, run } = useAsyncAction()
  const empty = !title.trim()
  const save = (): void => {
    if (empty) return
    setError(null)
    void run(
      () => changeGroup(c.id, { title, description }).then(onClose),
      (thrown) => setError(conversationErrorText(thrown)),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Modifier le groupe"
      size="sm"
      footer={
        <DialogActions onCancel={onClose} busy={busy} onClick={save}>
          Enregistrer
        </DialogActions>
      }
    >
      <form
        className={styles.form}
        onSubmit={(e) => {
          e.preventDefault()
          save()
        }}
      >
        {error ? (
          <p className={styles.error} role="alert">
            {error}
          </p>
        ) : null}
        <TextField
          label="Nom du groupe"
          value={title}
          onChange={setTitle}
          maxLength={GROUP_TITLE_MAX}
          autoComplete="off"
          data-autofocus
          error={empty ? 'Donnez un nom au groupe.' : undefined}
        />
        <TextArea
          label="Description"
          required={false}
          value={description}
          onChange={setDescription}
          maxLength={GROUP_DESCRIPTION_MAX}
          minHeight={80}
        />
      </form>
    </Dialog>
  )
}
