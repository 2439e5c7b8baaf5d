import { useState } from 'react'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { Dialog } from '../../../ui/overlay/dialog'
import { TextArea } from '../../../ui/forms/text-area'

interface Props {
  readonly title: string
  readonly value: string
  readonly maxLength: number
  readonly placeholder?: string | undefined
  readonly onSave: (text: string) => void
  readonly onClose: () => void
}

/** The comment that goes with a slider. Mounted while it is open. */
export const CommentDialog = ({
  title,
  value,
  maxLength,
  placeholder = 'Ajoutez un commentaire…',
  onSave,
  onClose,
}: Props) => {
  const [text, setText] = useState(value)
  const save = (): void => {
    onSave(text.trim())
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      level={700}
      footer={
        <DialogActions onCancel={onClose} onClick={save}>
          Valider
        </DialogActions>
      }
    >
      <TextArea
        label="Commentaire"
        labelHidden
        value={text}
        onChange={setText}
        placeholder={placeholder}
        maxLength={maxLength}
        counter
        data-autofocus=""
      />
    </Dialog>
  )
}
