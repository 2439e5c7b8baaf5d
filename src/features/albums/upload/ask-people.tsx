import { PeopleLine } from '../../../parts/photo/people-choice'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { Dialog } from '../../../ui/overlay/dialog'
import { PUBLIC } from './uploads'

/** On a phone a couple says who is on its photos when it adds some: above them the line takes their place. */
export const AskPeople = ({
  target,
  label,
  onDone,
  onClose,
}: {
  target: string
  /** Of the button. */
  label: string
  onDone: () => void
  onClose: () => void
}) => (
  <Dialog
    open
    onClose={onClose}
    title="Ajouter des photos"
    size="sm"
    footer={
      <DialogActions
        onCancel={onClose}
        onClick={() => {
          onDone()
          onClose()
        }}
      >
        {label}
      </DialogActions>
    }
  >
    <PeopleLine place={target === PUBLIC ? 'public' : 'album'} label="Qui est sur ces photos" />
  </Dialog>
)
