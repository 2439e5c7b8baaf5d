import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Event } from '#contract/events/events'
import {
  checkEventConversation,
  startEventConversation,
  type ParticipantRow,
} from '#contract/events/participants'
import { call } from '../../../data/http/api'
import { closeAll } from '../../../data/state/panels'
import { toast } from '../../../data/state/toasts'
import { NBSP } from '../../../lib/text'
import { TalkDialog } from '../../../parts/member/talk-dialog'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { refuse, useWork } from '../state/api'
import { ContactDialog, useContact } from '../event/contact'
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
    onClose={busy ? () => undefined : onClose}
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
      <>
        <Button data-autofocus="" disabled={busy} onClick={onClose}>
          Annuler
        </Button>
        <Button variant="primary" busy={busy} busyLabel="Ouverture…" onClick={onStart}>
          {kind === 'event' ? 'Créer une discussion' : 'Écrire'}
        </Button>
      </>
    }
  />
)

const AskedDialog = (props: DialogProps) => {
  const { event, asked, onClose } = props
  if (asked.kind === 'organizer')
    return <TalkDialog handle={asked.row.account_handle} open onClose={onClose} />
  if (asked.kind === 'organizers')
    return (
      <ContactDialog
        eventId={event.id}
        text="Une discussion privée s’ouvre entre vous et les organisateurs de cette sortie."
        onClose={onClose}
      />
    )
  return <StartDialog {...props} />
}

/**
 * Writing to a participant. Organizers use the event's conversation with that member; participants
 * use a direct conversation or, on an organizer's row, the one with the organizers. Opens an
 * existing conversation, else asks for a first message.
 */
export const useTalk = (
  event: Event,
): { talk: (row: Partner) => void; dialog: React.ReactNode } => {
  const [asked, setAsked] = useState<TalkRequest>()
  const { busy, run } = useWork()
  const contact = useContact(event.id)
  const [, navigate] = useLocation()
  const close = (): void => setAsked(undefined)
  const go = async (id: string): Promise<void> => {
    close()
    await closeAll()
    navigate(`/conversations/${id}`)
    toast('Conversation ouverte', { kind: 'success' })
  }
  const check = async (row: Partner): Promise<void> => {
    const found = await run(
      () => call(checkEventConversation, { params: { id: event.id, participantId: row.id } }),
      (e) => refuse(e, 'Erreur lors de la vérification de la conversation'),
    )
    if (found?.conversation_id) await go(found.conversation_id)
    else if (found) setAsked({ kind: event.is_organizer ? 'event' : 'private', row })
  }
  const start = async (row: Partner): Promise<void> => {
    const opened = await run(
      () =>
        call(startEventConversation, {
          params: { id: event.id },
          body: { participant_id: row.id },
        }),
      (e) => refuse(e, 'Impossible de créer la discussion'),
    )
    if (opened?.conversation_id) await go(opened.conversation_id)
    else if (opened)
      toast(opened.error ?? 'Impossible de créer la conversation', {
        kind: 'error',
        durationMs: 6000,
      })
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
        busy={busy}
        onStart={() => void start(asked.row)}
        onClose={close}
      />
    ) : null,
  }
}
