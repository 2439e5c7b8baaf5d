import type { PeoplePlace } from '../../data/media/people'
import { Dialog } from '../../ui/overlay/dialog'
import { DialogActions } from '../../ui/overlay/dialog-actions'
import { PeopleLine } from './people-choice'

/** Asks a couple about the persons on a chosen photo before its upload. */
export const WhoDialog = ({
  place,
  label,
  level,
  onAdd,
  onClose,
}: {
  place: PeoplePlace
  label?: string
  level?: number
  onAdd: () => void
  onClose: () => void
}) => (
  <Dialog
    open
    onClose={onClose}
    title="Ajouter la photo"
    size="sm"
    {...(level ? { level } : {})}
    footer={
      <DialogActions
        onCancel={onClose}
        onClick={() => {
          onAdd()
          onClose()
        }}
      >
        Ajouter
      </DialogActions>
    }
  >
    <PeopleLine place={place} {...(label ? { label } : {})} />
  </Dialog>
)
