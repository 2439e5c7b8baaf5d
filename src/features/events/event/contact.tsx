import { useState } from 'react'
import { useLocation } from 'wouter'
import { checkOrganizersConversation, startEventConversation } from '#contract/events/participants'
import { call } from '../../../data/http/api'
import { closeAll } from '../../../data/state/panels'
import { toast } from '../../../data/state/toasts'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { refuse, useWork } from '../state/api'

/** Navigates to a conversation that was just found or created. */
const useGoTo = (): ((id: string) => Promise<void>) => {
  const [, navigate] = useLocation()
  return async (id) => {
    await closeAll()
    navigate(`/conversations/${id}`)
    toast('Conversation ouverte', { kind: 'success' })
  }
}

/** Opens the conversation with the organizers and navigates to it. */
export const useContact = (
  eventId: string,
): { busy: boolean; start: () => Promise<void>; openOrAsk: (ask: () => void) => Promise<void> } => {
  const { busy, run } = useWork()
  const goTo = useGoTo()
  return {
    busy,
    start: async () => {
      const opened = await run(
        () => call(startEventConversation, { params: { id: eventId }, body: {} }),
        (e) => refuse(e, 'Impossible de créer la discussion'),
      )
      if (opened?.conversation_id) await goTo(opened.conversation_id)
      else if (opened)
        toast(opened.error ?? 'Impossible de créer la conversation', {
          kind: 'error',
          durationMs: 6000,
        })
    },
    openOrAsk: async (ask) => {
      const known = await run(
        () => call(checkOrganizersConversation, { params: { id: eventId } }),
        (e) => refuse(e, 'Erreur lors de la vérification de la conversation'),
      )
      if (known?.conversation_id) await goTo(known.conversation_id)
      else if (known) ask()
    },
  }
}

/** «Contacter les organisateurs» */
export const ContactDialog = ({
  eventId,
  title = 'Contacter les organisateurs',
  text,
  onClose,
}: {
  eventId: string
  title?: string
  text: string
  onClose: () => void
}) => {
  const { busy, start } = useContact(eventId)
  return (
    <Dialog
      open
      onClose={busy ? () => undefined : onClose}
      title={title}
      description={text}
      size="sm"
      alert
      level={700}
      footer={
        <>
          <Button data-autofocus="" disabled={busy} onClick={onClose}>
            Annuler
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void start()}>
            Créer une discussion
          </Button>
        </>
      }
    />
  )
}

/** «Parler aux organisateurs»: opens the existing conversation, or asks for a first message. */
export const ContactButton = ({ eventId }: { eventId: string }) => {
  const { busy, openOrAsk } = useContact(eventId)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button block busy={busy} onClick={() => void openOrAsk(() => setAsking(true))}>
        Parler aux organisateurs
      </Button>
      {asking ? (
        <ContactDialog
          eventId={eventId}
          text="Une discussion privée s’ouvre entre vous et les organisateurs de cette sortie."
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
