import { proxy, ref } from 'valtio'
import { entryList, recordCheckIns } from '#contract/events/check-in'
import type { ErrorCode } from '#contract/errors'
import type { Reply } from '#contract/route'
import { call, isTransientFailure } from '../../../data/http/api'
import { loadEveryPage } from '../../../data/http/every-page'
import { session } from '../../../data/session/session'
import { storage } from '../../../data/device/storage'
import { toast } from '../../../data/state/toasts'
import { ApiError, serverMessageOf } from '../../../data/http/api-error'
import { checkInEndsAt } from '../../../lib/event-dates'
import {
  checkInQueueKey,
  removeKeptCheckIn,
  keepCheckIn,
  readKeptCheckIn,
} from '../offline/kept-check-ins'
import type { Event } from '#contract/events/events'

type Listed = Reply<typeof entryList>['entries'][number]
/** Lists that a device kept before departures were noted have no `is_gone`. */
export type GuestEntry = Omit<Listed, 'is_gone'> & Partial<Pick<Listed, 'is_gone'>>
/** Not there, there, was there and has left. */
export type GuestState = 'absent' | 'here' | 'gone'
/** An arrival, a departure or its undoing, with the phone's time (ISO). */
interface Noted {
  readonly participant_id: string
  readonly is_present: boolean
  readonly is_gone?: boolean
  readonly at: string
}

export const presenceOf = ({
  is_present,
  is_gone,
}: Pick<GuestEntry, 'is_present' | 'is_gone'>): GuestState =>
  is_present ? (is_gone === true ? 'gone' : 'here') : 'absent'

/** Entries as this phone knows them: the server's, overlaid with what was recorded here since. */
export const overlayQueue = (
  entries: readonly GuestEntry[],
  queue: readonly Noted[],
): readonly GuestEntry[] => {
  if (queue.length === 0) return entries
  const last = new Map(queue.map((n) => [n.participant_id, n]))
  return entries.map((e) => {
    const noted = last.get(e.participant_id)
    return noted ? { ...e, is_present: noted.is_present, is_gone: noted.is_gone === true } : e
  })
}

export type Verdict =
  | { readonly kind: 'in' | 'again' | 'back'; readonly entry: GuestEntry }
  | { readonly kind: 'unknown' }
const VERDICTS = { absent: 'in', here: 'again', gone: 'back' } as const
/** Result of looking up a scanned code in the list. */
export const verdictOf = (entry: GuestEntry | undefined): Verdict =>
  entry ? { kind: VERDICTS[presenceOf(entry)], entry } : { kind: 'unknown' }

/** SHA-256 of a code in hex: the list holds it instead of the code. */
export const digestOf = async (code: string): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code.trim())))]
    .map((b) => b.toString(16).padStart(2, '0'))
    .join('')

const isEntry = (e: unknown): e is GuestEntry =>
  typeof e === 'object' &&
  e !== null &&
  'participant_id' in e &&
  typeof e.participant_id === 'string' &&
  'digest' in e &&
  typeof e.digest === 'string' &&
  'handle' in e &&
  typeof e.handle === 'string' &&
  'persons' in e &&
  typeof e.persons === 'number' &&
  'is_present' in e &&
  typeof e.is_present === 'boolean'
const isNoted = (n: unknown): n is Noted =>
  typeof n === 'object' &&
  n !== null &&
  'participant_id' in n &&
  typeof n.participant_id === 'string' &&
  'is_present' in n &&
  typeof n.is_present === 'boolean' &&
  'at' in n &&
  typeof n.at === 'string'
const listOf = <T>(value: unknown, is: (one: unknown) => one is T): readonly T[] =>
  Array.isArray(value) ? value.filter(is) : []

/** Maximum number of records per call (contract). */
const BATCH = 500
interface CheckInState {
  /** null: nothing loaded yet. */
  entries: readonly GuestEntry[] | null
  queue: readonly Noted[]
  /** Whether the last call failed for lack of network. */
  offline: boolean
  failed: string | null
}
interface CheckInBook {
  /** When the device drops the list, ms. */
  until: number
  readonly state: CheckInState
  load(): Promise<void>
  note(participantId: string, presence: GuestState): void
  flush(): Promise<void>
}
type EventOfBook = Pick<Event, 'id' | 'start_date' | 'end_date'>

const CLOSED: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'not_found',
  'forbidden',
  'organizers_only_event',
  'event_declined',
  'event_cancelled_for_you',
  'event_waits',
])
/**
 * No longer an organizer, or the event was deleted: the server will accept no record. A proof of age
 * that ran out, or a suspension, is no such answer.
 */
const isClosed = (error: unknown): boolean => error instanceof ApiError && CLOSED.has(error.code)
/**
 * The server does not show the list to this member. A failure without its sentence comes from a
 * proxy or a timeout, and at the entrance a list that was dropped cannot be loaded again.
 */
const isRefusal = (error: unknown): boolean =>
  !isTransientFailure(error) && serverMessageOf(error) !== null
/** The server cannot read a record. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 413)

const keyOf = (noted: Noted): string => `${noted.participant_id} ${noted.at}`
const without = (queue: readonly Noted[], sent: readonly Noted[]): readonly Noted[] => {
  const keys = new Set(sent.map(keyOf))
  return queue.filter((noted) => !keys.has(keyOf(noted)))
}

/** List and unsent records, restored from the device and stored again on each change. */
const storedState = (account: string, event: string) => {
  const queueKey = checkInQueueKey(account, event)
  const kept = readKeptCheckIn(account, event)
  const storedQueue = (): readonly Noted[] => listOf(storage.get(queueKey), isNoted)
  const state = proxy<CheckInState>({
    entries: kept === undefined ? null : ref(listOf(kept, isEntry)),
    queue: ref(storedQueue()),
    offline: false,
    failed: null,
  })
  return {
    state,
    setEntries: (entries: readonly GuestEntry[], until: number): void => {
      state.entries = ref(entries)
      keepCheckIn(account, event, { until, entries })
    },
    forget: (): void => {
      state.entries = null
      removeKeptCheckIn(account, event)
    },
    /** Changes what is stored now: another tab may have noted or sent some meanwhile. */
    changeQueue: (to: (queue: readonly Noted[]) => readonly Noted[]): readonly Noted[] => {
      const queue = to(storedQueue())
      state.queue = ref(queue)
      if (queue.length > 0) storage.set(queueKey, queue)
      else storage.remove(queueKey)
      return queue
    },
  }
}

/** All pages: whoever is on the list must be found without network. */
const allEntries = async (id: string): Promise<readonly GuestEntry[]> =>
  (await loadEveryPage((query) => call(entryList, { params: { id }, query }))).flatMap(
    (p) => p.entries,
  )

const toastError = (text: string): void => void toast(text, { kind: 'error', durationMs: 8000 })

const open = (account: string, event: string): CheckInBook => {
  const { state, setEntries, changeQueue, forget } = storedState(account, event)
  let sending: Promise<void> | null = null
  const mine = (): boolean => session.accountId === account
  const send = async (): Promise<void> => {
    let size = BATCH
    while (mine()) {
      const batch = changeQueue((queue) => queue).slice(0, size)
      if (batch.length === 0) return
      try {
        const { results } = await call(recordCheckIns, {
          params: { id: event },
          body: { entries: batch },
        })
        // signed out in the meantime: the names must not come back
        if (!mine()) return
        const refused = results.filter((r) => !r.accepted)
        if (refused.length > 0) toastError(refused[0]?.error ?? 'Une entrée n’a pas été acceptée.')
        if (state.entries) setEntries(overlayQueue(state.entries, batch), book.until)
        changeQueue((queue) => without(queue, batch))
        state.offline = false
        if (refused.length > 0) await load()
      } catch (error) {
        // the session expired: the device keeps what is unsent for the same member
        if (!mine()) return
        if (!isClosed(error) && !isUnreadable(error)) {
          state.offline = true
          return
        }
        // a record that the server cannot read must not take the others with it
        if (!isClosed(error) && batch.length > 1) {
          size = 1
          continue
        }
        changeQueue((queue) => (isClosed(error) ? [] : without(queue, batch)))
        toastError(serverMessageOf(error) ?? 'Les entrées n’ont pas pu être enregistrées.')
      }
    }
  }
  const load = async (): Promise<void> => {
    try {
      const entries = await allEntries(event)
      if (!mine()) return
      setEntries(entries, book.until)
      state.offline = false
      state.failed = null
    } catch (error) {
      if (isRefusal(error)) forget()
      else state.offline = true
      state.failed =
        serverMessageOf(error) ??
        'La liste des entrées n’a pas pu être chargée. Vérifiez votre connexion.'
    }
  }
  const flush = async (): Promise<void> => {
    sending ??= send().finally(() => {
      sending = null
    })
    await sending
  }
  const book: CheckInBook = {
    until: 0,
    state,
    load,
    flush,
    note: (participant_id, presence) => {
      const noted = {
        participant_id,
        is_present: presence !== 'absent',
        is_gone: presence === 'gone',
        at: new Date().toISOString(),
      }
      changeQueue((queue) => [...queue, noted])
      void flush()
    },
  }
  return book
}

const books = new Map<string, CheckInBook>()
/** For the signed-in member, kept for the life of the page. */
const bookOf = (event: string): CheckInBook => {
  const account = session.accountId ?? ''
  const key = `${account}:${event}`
  const known = books.get(key) ?? open(account, event)
  books.set(key, known)
  return known
}
/** The check-in list of an event. */
export const openCheckInBook = (event: EventOfBook): CheckInBook => {
  const book = bookOf(event.id)
  book.until = checkInEndsAt(event)
  return book
}
/** Sends what was noted without network, also when the event cannot be read at the moment. */
export const sendArrivals = (event: string): Promise<void> => bookOf(event).flush()
