import { useState } from 'react'
import type { Event } from '#contract/events/events'
import { checkEventConversation, type ParticipantRow } from '#contract/events/participants'
import { call } from '../../../data/http/api'
import { toast } from '../../../data/state/toasts'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { NBSP } from '../../../lib/text'
import { useOpenConversation } from '../../../parts/member/open-conversation'
import { TalkDialog } from '../../../parts/member/talk-dialog'
import { Dialog } from '../../../ui/overlay/dialog'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { ContactDialog, useEventContact } from '../event/contact'
import { isOrganizerRow } from './model'

/** The row of a participant that one writes to. */
type Partner = Pick<ParticipantRow, 'id' | 'account_handle' | 'is_creator' | 'is_co_organizer'>
interface TalkRequest {
  readonly kind: 'event' | 'private' | 'organizers' | 'organizer'
  readonly row: Partner
}

interface DialogProps {
  readonly event: Event
  readonly asked: TalkRequest
  readonly busy: boolean
  readonly onStart: () => void
  readonly onClose: () => void
}

/** Asks before a conversation with a participant who is not an organizer is created. */
const StartDialog = ({ event, asked: { kind, row }, busy, onStart, onClose }: DialogProps) => (
  <Dialog
    open
    busy={busy}
    onClose={onClose}
    size="sm"
    alert
    level={700}
    title={kind === 'event' ? 'Discussion de la sortie' : 'Discussion privée'}
    description={
      kind === 'event'
        ? `Une discussion s’ouvre entre ${row.account_handle} et les organisateurs de «${NBSP}${event.title}${NBSP}».`
        : `Écrire à ${row.account_handle}${NBSP}?`
    }
    footer={
      <DialogActions
        focusCancel
        onCancel={onClose}
        busy={busy}
        busyLabel="Ouverture…"
        onClick={onStart}
      >
        {kind === 'event' ? 'Créer une discussion' : 'Écrire'}
      </DialogActions>
    }
  />
)

const AskedDialog = (props: DialogProps) => {
  const { event, asked, onClose } = props
  if (asked.kind === 'organizer')
    return <TalkDialog handle={asked.row.account_handle} open onClose={onClose} />
  if (asked.kind === 'organizers') return <ContactDialog eventId={event.id} onClose={onClose} />
  return <StartDialog {...props} />
}

/**
 * Writing to a participant. Organizers use the event's conversation with that member; participants
 * use a direct conversation or, on an organizer's row, the one with the organizers. Opens an
 * existing conversation, else asks for a first message.
 */
export const useParticipantConversation = (
  event: Event,
): { talk: (row: Partner) => void; dialog: React.ReactNode } => {
  const [asked, setAsked] = useState<TalkRequest>()
  const { busy, run } = useAsyncAction()
  const contact = useEventContact(event.id)
  const open = useOpenConversation()
  const close = (): void => setAsked(undefined)
  const check = async (row: Partner): Promise<void> => {
    const found = await run(
      () => call(checkEventConversation, { params: { id: event.id, participantId: row.id } }),
      'Erreur lors de la vérification de la conversation',
    )
    if (found?.conversation_id) await open(found.conversation_id)
    else if (found) setAsked({ kind: event.is_organizer ? 'event' : 'private', row })
  }
  const talk = (row: Partner): void => {
    if (busy || contact.busy) return
    if (!row.account_handle)
      toast('Pseudo du participant introuvable', { kind: 'error', durationMs: 5000 })
    else if (!isOrganizerRow(row)) void check(row)
    else if (event.is_organizer) setAsked({ kind: 'organizer', row })
    else void contact.openOrAsk(() => setAsked({ kind: 'organizers', row }))
  }
  return {
    talk,
    dialog: asked ? (
      <AskedDialog
        event={event}
        asked={asked}
        busy={contact.busy}
        onStart={() => void contact.start(asked.row.id)}
        onClose={close}
      />
    ) : null,
  }
}
