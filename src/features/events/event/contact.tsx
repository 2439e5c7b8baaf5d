import { useState } from 'react'
import { checkOrganizersConversation, startEventConversation } from '#contract/events/participants'
import { call } from '../../../data/http/api'
import { toast } from '../../../data/state/toasts'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { useOpenConversation } from '../../../parts/member/open-conversation'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { DialogActions } from '../../../ui/overlay/dialog-actions'

/** Opens the conversation with the organizers, or of them with a participant. */
export const useEventContact = (eventId: string) => {
  const { busy, run } = useAsyncAction()
  const open = useOpenConversation()
  return {
    busy,
    start: async (participantId?: string): Promise<void> => {
      const body = participantId === undefined ? {} : { participant_id: participantId }
      const opened = await run(
        () => call(startEventConversation, { params: { id: eventId }, body }),
        'Impossible de créer la discussion',
      )
      if (opened?.conversation_id) await open(opened.conversation_id)
      else if (opened)
        toast(opened.error ?? 'Impossible de créer la conversation', {
          kind: 'error',
          durationMs: 6000,
        })
    },
    openOrAsk: async (ask: () => void): Promise<void> => {
      const known = await run(
        () => call(checkOrganizersConversation, { params: { id: eventId } }),
        'Erreur lors de la vérification de la conversation',
      )
      if (known?.conversation_id) await open(known.conversation_id)
      else if (known) ask()
    },
  }
}

/** «Contacter les organisateurs» */
export const ContactDialog = ({
  eventId,
  title = 'Contacter les organisateurs',
  text = 'Une discussion privée s’ouvre entre vous et les organisateurs de cette sortie.',
  onClose,
}: {
  eventId: string
  title?: string
  text?: string
  onClose: () => void
}) => {
  const { busy, start } = useEventContact(eventId)
  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title={title}
      description={text}
      size="sm"
      alert
      level={700}
      footer={
        <DialogActions focusCancel onCancel={onClose} busy={busy} onClick={() => void start()}>
          Créer une discussion
        </DialogActions>
      }
    />
  )
}

/** «Parler aux organisateurs»: opens the existing conversation, or asks for a first message. */
export const ContactButton = ({ eventId }: { eventId: string }) => {
  const { busy, openOrAsk } = useEventContact(eventId)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button block busy={busy} onClick={() => void openOrAsk(() => setAsking(true))}>
        Parler aux organisateurs
      </Button>
      {asking ? <ContactDialog eventId={eventId} onClose={() => setAsking(false)} /> : null}
    </>
  )
}
