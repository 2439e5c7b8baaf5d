import { useData } from '../../../data/http/cache'
import { mutate } from '../../../data/http/mutate'
import {
  hideMyself,
  listEventParticipants,
  patchParticipant,
  type ParticipantRow,
} from '#contract/events/participants'
import { ApiError, call } from '../../../data/http/api'
import { loadEveryPage } from '../../../data/http/every-page'
import { toast } from '../../../data/state/toasts'
import { serverMessageOf } from '../../../data/http/api-error'
import { facesKey, participantsKey, refreshEvent } from '../state/keys'
import { ensurePlaces } from './add-places'
import { preloadPeopleList } from './list'

/** A list younger than this is not reloaded when the tab opens, ms. */
const FRESH_MS = 30_000

export type ParticipantChange = Partial<
  Pick<ParticipantRow, 'is_vip' | 'is_hidden' | 'organizer_comment'>
> & {
  readonly status?: Exclude<ParticipantRow['status'], 'waitlist'>
  readonly has_paid?: boolean
  readonly is_present?: boolean
}

/** Every page: the list is searched, sorted and counted on the device. */
const everyone = async (eventId: string): Promise<readonly ParticipantRow[]> => {
  const pages = await loadEveryPage((query) =>
    call(listEventParticipants, { params: { id: eventId }, query }),
  )
  // a participant who moves in the order meanwhile may be on two pages
  return [...new Map(pages.flatMap((p) => p.participants).map((row) => [row.id, row])).values()]
}

export const usePeople = (eventId: string) =>
  useData<readonly ParticipantRow[]>(
    participantsKey(eventId),
    async () => (await Promise.all([everyone(eventId), preloadPeopleList()]))[0],
    { dedupingInterval: FRESH_MS },
  )

/** The first confirmed participants. */
export const useFirstParticipants = (eventId: string, limit: number) =>
  useData<readonly ParticipantRow[]>(facesKey(eventId), async () => {
    const query = { limit, status: 'accepted' as const }
    return (await call(listEventParticipants, { params: { id: eventId }, query })).participants
  })

type People = readonly ParticipantRow[] | undefined
const replaced = (
  rows: People,
  id: string,
  make: (row: ParticipantRow) => ParticipantRow,
): readonly ParticipantRow[] => (rows ?? []).map((row) => (row.id === id ? make(row) : row))

/** Adds a member who was just invited at the top of the list. */
export const addPerson = (eventId: string, row: ParticipantRow): void =>
  void mutate<readonly ParticipantRow[]>(
    participantsKey(eventId),
    (rows) => (rows ? [row, ...rows.filter((r) => r.id !== row.id)] : rows),
    { revalidate: false },
  )

/** Applies a change optimistically, reverts it on failure, and reloads the list. Rejects with the failure. */
const optimistic = async (
  eventId: string,
  id: string,
  change: ParticipantChange,
  send: () => Promise<ParticipantRow>,
): Promise<void> => {
  try {
    await mutate<readonly ParticipantRow[], ParticipantRow>(participantsKey(eventId), send(), {
      // the displayed list includes changes still in flight
      optimisticData: (kept, shown) =>
        replaced(shown ?? kept, id, (row) => ({ ...row, ...change })),
      populateCache: (row, rows) => replaced(rows, id, () => row),
      rollbackOnError: true,
      revalidate: false,
    })
  } finally {
    void (change.status === undefined ? mutate(participantsKey(eventId)) : refreshEvent(eventId))
  }
}

/**
 * Stores an organizer's decision or notes about a participant. When every place is taken, the
 * organizer is asked for more: false when nothing is stored then. Rejects with a failure.
 */
export const storePerson = async (
  eventId: string,
  row: ParticipantRow,
  change: ParticipantChange,
): Promise<boolean> => {
  try {
    await optimistic(eventId, row.id, change, async () => {
      const body = { participantId: row.id, ...change }
      return (await call(patchParticipant, { params: { id: eventId }, body })).participant
    })
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'event_full') throw error
    return (await ensurePlaces(eventId, row, error)) && storePerson(eventId, row, change)
  }
}

export const storeErrorText = (error: unknown): string =>
  serverMessageOf(error) ?? 'Impossible d’enregistrer ce changement.'
const sayFailed = (error: unknown, again: () => void): void =>
  void toast(storeErrorText(error), {
    kind: 'error',
    durationMs: 8000,
    action: { label: 'Réessayer', onClick: again },
  })

/** The same, with a message on failure. Never rejects. */
export const changePerson = (
  eventId: string,
  row: ParticipantRow,
  change: ParticipantChange,
): Promise<void> =>
  storePerson(eventId, row, change).then(
    () => undefined,
    (error: unknown) => sayFailed(error, () => void changePerson(eventId, row, change)),
  )

/** The member's own «Masquer mon pseudo». Never rejects. */
export const hideOwnHandle = (eventId: string, id: string, hidden: boolean): Promise<void> =>
  optimistic(
    eventId,
    id,
    { is_hidden: hidden },
    async () =>
      (await call(hideMyself, { params: { id: eventId }, body: { is_hidden: hidden } }))
        .participant,
  ).catch((error: unknown) => sayFailed(error, () => void hideOwnHandle(eventId, id, hidden)))
