import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  leaveEvent,
  participateInEvent,
  type Event,
  type EventItem,
  listInvitedEvents,
} from '#contract/events/events'
import { patchParticipant } from '#contract/events/participants'
import { storage } from '../../data/device/storage'
import { call } from '../../data/http/api'
import { refusalMessageOf } from '../../data/http/api-error'
import { useData } from '../../data/http/cache'
import { mutate } from '../../data/http/mutate'
import { toast } from '../../data/state/toasts'
import { isFull } from '../../lib/places'
import { confirmRefusal } from '../../parts/member/confirm-refusal'
import { Button } from '../../ui/forms/button'
import { regainFocus } from '../../ui/overlay/focus-after'
import styles from './news.module.css'

/** What a yes leads to: a place, the waiting list, or nothing. */
export type Room = 'place' | 'list' | 'none'
const roomOf = (e: EventItem): Room => {
  if (!isFull(e)) return 'place'
  return e.has_waitlist ? 'list' : 'none'
}

/**
 * By the id of events whose invitation waits for an answer, what a yes leads to; from the list of the
 * «Invitations» tab, under the same key.
 */
export const useOpenInvitations = (asked: boolean): ReadonlyMap<string, Room> => {
  const { data } = useData(
    asked ? ['event-lists', 'invitations', ''] : null,
    async () => (await call(listInvitedEvents, { query: {} })).events,
  )
  const open = data?.filter((e) => e.participant_status === 'invited') ?? []
  return new Map(open.map((e) => [e.id, roomOf(e)]))
}

const HELD = 'C’est noté. La réponse part dès que vous êtes tous les deux d’accord.'

const refresh = (): Promise<unknown> =>
  mutate((key) => Array.isArray(key) && String(key[0]).startsWith('event'))

/** What the page of an event keeps in the cache of swr. */
type Known = { readonly kind: string; readonly event?: Pick<Event, 'id'> } | undefined
/** The page of the event opens with the answer in it. null: it has to be loaded. */
const showOnPage = (eventId: string, event: Event | null): Promise<unknown> =>
  mutate<Known>(
    (key) => Array.isArray(key) && key[0] === 'event',
    (known) =>
      known?.event?.id === eventId ? (event ? { kind: 'open', event } : undefined) : known,
    { revalidate: false },
  )

/** An answer that a reload interrupted is sent again within this time, ms. */
const RESUMED_MS = 10 * 60_000
const keepAnswer = (eventId: string, which: 'yes' | 'no'): void =>
  storage.set(`answer:${eventId}`, [which, Date.now()])
const forgetAnswer = (eventId: string): void => storage.remove(`answer:${eventId}`)
const keptAnswer = (eventId: string): 'yes' | 'no' | null => {
  const kept = storage.get(`answer:${eventId}`)
  const [which, at] = Array.isArray(kept) ? (kept as unknown[]) : []
  const isRecent = typeof at === 'number' && Date.now() - at < RESUMED_MS
  return isRecent && (which === 'yes' || which === 'no') ? which : null
}

const YES: Readonly<Record<string, string>> = {
  accepted: 'Vous participez',
  pending_approval: 'Demande transmise aux organisateurs',
  waitlist: 'Vous êtes en liste d’attente',
}

/** What was answered, in place of the buttons. `pressed`: one of these had the focus. */
export const Done = ({ text, pressed }: { text: string; pressed: boolean }) => {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (pressed) regainFocus(() => place.current)
  }, [pressed])
  return (
    <p ref={place} className={styles.done} role="status" tabIndex={-1}>
      {text}
    </p>
  )
}

/** Yes or no to an invitation, from its row, which then says what was answered. */
export const Answers = ({
  eventId,
  open,
  room = 'place',
}: {
  eventId: string
  open: boolean
  room?: Room | undefined
}) => {
  const [busy, setBusy] = useState<'yes' | 'no' | null>(null)
  const [done, setDone] = useState('')
  const [pressed, setPressed] = useState(false)
  const answer = async (which: 'yes' | 'no'): Promise<void> => {
    setBusy(which)
    keepAnswer(eventId, which)
    const sent = [{ params: { id: eventId } }, { keepalive: true }] as const
    try {
      if (which === 'no') {
        const { event, held } = await call(leaveEvent, ...sent)
        if (!held) await showOnPage(eventId, event)
        toast(held ? HELD : 'Votre réponse est transmise.', { kind: 'success' })
        if (!held) setDone('Invitation déclinée')
      } else {
        const { event, held } = await call(participateInEvent, ...sent)
        if (event) await showOnPage(eventId, event)
        if (held) toast(HELD, { kind: 'success' })
        else setDone(YES[String(event?.user_participation_status)] ?? '')
        // realtime announces a confirmed place on every open screen of the account
        if (event?.user_participation_status === 'pending_approval')
          toast('Votre demande est transmise aux organisateurs.', { kind: 'success' })
        if (event?.user_participation_status === 'waitlist')
          toast('Vous êtes en liste d’attente.', { kind: 'success' })
      }
    } catch (failure) {
      toast(refusalMessageOf(failure) ?? 'Votre réponse n’est pas partie. Réessayez.', {
        kind: 'error',
      })
    }
    forgetAnswer(eventId)
    await refresh()
    setBusy(null)
  }
  const press = (which: 'yes' | 'no'): void => {
    setPressed(true)
    void answer(which)
  }
  const resume = useEffectEvent((): void => {
    const which = keptAnswer(eventId)
    if (which && busy === null) void answer(which)
  })
  useEffect(() => {
    if (open) resume()
  }, [open])
  // while the list is fetched again, the buttons show which one was pressed
  if (done && busy === null) return <Done text={done} pressed={pressed} />
  if (!open) return null
  return (
    <div className={styles.answers}>
      {room === 'none' ? (
        <span className={styles.full}>Complet</span>
      ) : (
        <Button
          size="sm"
          variant="primary"
          busy={busy === 'yes'}
          disabled={busy === 'no'}
          onClick={() => press('yes')}
        >
          {room === 'list' ? 'Rejoindre la liste d’attente' : 'Je participe'}
        </Button>
      )}
      <Button size="sm" busy={busy === 'no'} disabled={busy === 'yes'} onClick={() => press('no')}>
        Non merci
      </Button>
    </div>
  )
}

/** An organizer's decision about a request, from its row; the row then says what was decided. */
export const DecideRequest = ({ eventId, pendingId }: { eventId: string; pendingId: string }) => {
  const [busy, setBusy] = useState<'accepted' | 'declined' | null>(null)
  const [done, setDone] = useState<'accepted' | 'declined' | null>(null)
  const decide = async (status: 'accepted' | 'declined'): Promise<void> => {
    if (status === 'declined' && !(await confirmRefusal())) return
    setBusy(status)
    try {
      await call(patchParticipant, {
        params: { id: eventId },
        body: { participantId: pendingId, status },
      })
      setDone(status)
    } catch (failure) {
      toast(refusalMessageOf(failure) ?? 'Votre réponse n’est pas partie. Réessayez.', {
        kind: 'error',
      })
    }
    await refresh()
    setBusy(null)
  }
  if (done)
    return <Done pressed text={done === 'accepted' ? 'Demande acceptée' : 'Demande refusée'} />
  return (
    <div className={styles.answers}>
      <Button
        size="sm"
        variant="primary"
        busy={busy === 'accepted'}
        disabled={busy === 'declined'}
        onClick={() => void decide('accepted')}
      >
        Accepter
      </Button>
      <Button
        size="sm"
        busy={busy === 'declined'}
        disabled={busy === 'accepted'}
        onClick={() => void decide('declined')}
      >
        Refuser
      </Button>
    </div>
  )
}
