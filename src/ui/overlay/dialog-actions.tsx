import type { ComponentProps } from 'react'
import { Button } from '../forms/button'

type DialogActionsProps = ComponentProps<typeof Button> & {
  onCancel: () => void
  /** The focus begins on «Annuler». */
  focusCancel?: boolean | undefined
}

/** The footer of a dialog: «Annuler», and the one action that it asks about. */
export function DialogActions({ onCancel, focusCancel, busy, ...action }: DialogActionsProps) {
  return (
    <>
      <Button data-autofocus={focusCancel ? '' : undefined} disabled={busy} onClick={onCancel}>
        Annuler
      </Button>
      <Button variant="primary" busy={busy} {...action} />
    </>
  )
}
