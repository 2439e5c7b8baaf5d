import { useState } from 'react'
import type { Event } from '#contract/events/events'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { togglePublished } from './publish'

/** After creating a draft: publish it now, or later from its menu. */
export const CreatedDialog = ({
  event,
  onDone,
}: {
  event: Event
  onDone: (event: Event) => void
}) => {
  const [busy, setBusy] = useState(false)
  const publish = async (): Promise<void> => {
    setBusy(true)
    const published = await togglePublished(event, 'published')
    setBusy(false)
    onDone(published ?? event)
  }
  return (
    <Dialog
      open
      onClose={busy ? () => undefined : () => onDone(event)}
      title="Votre événement est créé"
      size="sm"
      level={700}
      description="Il n’est pas encore publié : vous seul le voyez. Publiez-le pour inviter et recevoir des participants ; vous pourrez aussi le faire plus tard, depuis son menu."
      footer={
        <>
          <Button data-autofocus="" disabled={busy} onClick={() => onDone(event)}>
            Fermer
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void publish()}>
            Publier
          </Button>
        </>
      }
    />
  )
}
