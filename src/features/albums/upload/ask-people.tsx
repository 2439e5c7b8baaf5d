import type { ReactNode } from 'react'
import { PeopleLine } from '../../../parts/photo/people-choice'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { Dialog } from '../../../ui/overlay/dialog'
import { PUBLIC_TARGET } from './uploads'

/** Where photos come from. */
export interface PhotoSource {
  readonly label: string
  readonly icon: ReactNode
  readonly onSelect: () => void
}

/**
 * On a phone, the question who is on the photos, when a couple adds some: a line above them would
 * take their place.
 */
export const AskPeople = ({
  target,
  source,
  onClose,
}: {
  target: string
  /** Where the photos come from, chosen next. */
  source: PhotoSource
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
          source.onSelect()
          onClose()
        }}
      >
        {source.label}
      </DialogActions>
    }
  >
    <PeopleLine
      place={target === PUBLIC_TARGET ? 'public' : 'album'}
      label="Qui est sur ces photos"
    />
  </Dialog>
)
