import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Event } from '#contract/events/events'
import { onEvent, onResync } from '../../../data/hub/hub'
import {
  openCheckInBook,
  digestOf,
  verdictOf,
  overlayQueue,
  type GuestEntry,
  type GuestState,
  type Verdict,
} from './book'

/** Result of the last scan or press, until it is closed. */
export type CheckInResult =
  | Verdict
  | { readonly kind: 'undone' | 'gone' | 'stays'; readonly entry: GuestEntry }
/** What a press makes of a participant, and what is then said. */
const SAID = { absent: 'undone', gone: 'gone', here: 'stays' } as const
/** Retry interval for unsent records; they are also sent when the network returns. */
const RETRY_MS = 10_000

/** The check-in list of an event, kept up to date, and what the organizer can do with it. */
export const useCheckIn = (event: Event) => {
  const book = openCheckInBook(event)
  const { entries: known, queue, offline, failed } = useSnapshot(book.state)
  const [answer, setAnswer] = useState<CheckInResult>()
  const entries = useMemo(
    () => (known === null ? null : overlayQueue(known, queue)),
    [known, queue],
  )
  useEffect(() => {
    const refresh = (): void => void book.flush().then(book.load)
    let soon: ReturnType<typeof setTimeout> | undefined
    refresh()
    const timer = setInterval(() => {
      if (book.state.queue.length > 0) void book.flush()
    }, RETRY_MS)
    addEventListener('online', refresh)
    const leave = [
      onResync(refresh),
      onEvent((e) => {
        if (
          e.name !== 'account.event.changed' ||
          (e.payload as { eventId: string }).eventId !== event.id
        )
          return
        clearTimeout(soon)
        soon = setTimeout(refresh, 400)
      }),
    ]
    return () => {
      clearInterval(timer)
      clearTimeout(soon)
      removeEventListener('online', refresh)
      for (const off of leave) off()
    }
  }, [book, event.id])

  const admit = (entry: GuestEntry | undefined): void => {
    const verdict = verdictOf(entry)
    const enters = verdict.kind === 'in' || verdict.kind === 'back'
    if (enters) book.note(verdict.entry.participant_id, 'here')
    setAnswer(verdict)
    if ('vibrate' in navigator) navigator.vibrate(enters ? 60 : [60, 60, 60])
  }
  return {
    entries,
    unsent: queue.length,
    offline,
    failed,
    answer,
    reload: () => void book.load(),
    admit,
    admitCode: async (code: string): Promise<void> => {
      const digest = await digestOf(code)
      // read now, not at render time: an arrival may have been added since
      admit(
        overlayQueue(book.state.entries ?? [], book.state.queue).find((e) => e.digest === digest),
      )
    },
    mark: (entry: GuestEntry, presence: GuestState): void => {
      book.note(entry.participant_id, presence)
      setAnswer({ kind: SAID[presence], entry })
    },
    closeAnswer: () => setAnswer(undefined),
  }
}
