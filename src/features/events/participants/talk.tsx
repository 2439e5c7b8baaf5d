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
import { isLead } from './model'

interface Asked {
  readonly kind: 'event' | 'private' | 'organizers' | 'organizer'
  readonly row: ParticipantRow
}

/**
 * Writing to a participant. Organizers use the event's conversation with that member; participants
 * use a direct conversation or, on an organizer's row, the one with the organizers. Opens an
 * existing conversation, else asks for a first message.
 */
export const useTalk = (
  event: Event,
): { talk: (row: ParticipantRow) => void; dialog: React.ReactNode } => {
  const [asked, setAsked] = useState<Asked>()
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
  const check = async (row: ParticipantRow): Promise<void> => {
    const found = await run(
      () => call(checkEventConversation, { params: { id: event.id, participantId: row.id } }),
      (e) => refuse(e, 'Erreur lors de la vérification de la conversation'),
    )
    if (found?.conversation_id) await go(found.conversation_id)
    else if (found) setAsked({ kind: event.is_organizer ? 'event' : 'private', row })
  }
  const start = async (row: ParticipantRow): Promise<void> => {
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
  const talk = (row: ParticipantRow): void => {
    if (busy || contact.busy) return
    if (!row.account_handle)
      toast('Pseudo du participant introuvable', { kind: 'error', durationMs: 5000 })
    else if (!isLead(row)) void check(row)
    else if (event.is_organizer) setAsked({ kind: 'organizer', row })
    else void contact.openOrAsk(() => setAsked({ kind: 'organizers', row }))
  }
  if (asked?.kind === 'organizer')
    return { talk, dialog: <TalkDialog handle={asked.row.account_handle} open onClose={close} /> }
  if (asked?.kind === 'organizers')
    return {
      talk,
      dialog: (
        <ContactDialog
          eventId={event.id}
          text="Une discussion privée s’ouvre entre vous et les organisateurs de cette sortie."
          onClose={close}
        />
      ),
    }
  const dialog = asked ? (
    <Dialog
      open
      onClose={busy ? () => undefined : close}
      size="sm"
      alert
      level={700}
      title={asked.kind === 'event' ? 'Discussion de la sortie' : 'Discussion privée'}
      description={
        asked.kind === 'event'
          ? `Une discussion s’ouvre entre ${asked.row.account_handle} et les organisateurs de «${NBSP}${event.title}${NBSP}».`
          : `Créer une conversation privée avec ${asked.row.account_handle}${NBSP}?`
      }
      footer={
        <>
          <Button data-autofocus="" disabled={busy} onClick={close}>
            Annuler
          </Button>
          <Button
            variant="primary"
            busy={busy}
            busyLabel="Création..."
            onClick={() => void start(asked.row)}
          >
            {asked.kind === 'event' ? 'Créer une discussion' : 'Créer la conversation'}
          </Button>
        </>
      }
    />
  ) : null
  return { talk, dialog }
}
