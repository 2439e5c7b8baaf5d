import { useData } from '../../../data/http/cache'
import { mutate } from '../../../data/http/mutate'
import { updateEvent } from '#contract/events/events'
import {
  hideMyself,
  listEventParticipants,
  patchParticipant,
  type ParticipantRow,
} from '#contract/events/participants'
import { ApiError, call } from '../../../data/http/api'
import { everyPage } from '../../../data/http/every-page'
import { toast, toastRefusal } from '../../../data/state/toasts'
import { saidBy } from '../../../data/http/api-error'
import { NBSP, plural } from '../../../lib/text'
import { confirm } from '../../../ui/overlay/confirm'
import { facesKey, fetchEvent, participantsKey, refreshEvent } from '../state/keys'
import { warmPeopleList } from './list'

/** A list younger than this is not reloaded when the tab opens, ms. */
const FRESH_MS = 30_000

export type Change = Partial<Pick<ParticipantRow, 'is_vip' | 'is_hidden' | 'organizer_comment'>> & {
  readonly status?: Exclude<ParticipantRow['status'], 'waitlist'>
  readonly has_paid?: boolean
  readonly is_present?: boolean
}

/** Every page: the list is searched, sorted and counted on the device. */
const everyone = async (eventId: string): Promise<readonly ParticipantRow[]> => {
  const pages = await everyPage((query) =>
    call(listEventParticipants, { params: { id: eventId }, query }),
  )
  // a participant who moves in the order meanwhile may be on two pages
  return [...new Map(pages.flatMap((p) => p.participants).map((row) => [row.id, row])).values()]
}

export const usePeople = (eventId: string) =>
  useData<readonly ParticipantRow[]>(
    participantsKey(eventId),
    async () => (await Promise.all([everyone(eventId), warmPeopleList()]))[0],
    { dedupingInterval: FRESH_MS },
  )

/** The first confirmed participants. */
export const useFaces = (eventId: string, limit: number) =>
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

/** To the organizer who accepts a member when every place is taken: `again` when one is added. */
const askForPlaces = async (eventId: string, again: () => void): Promise<void> => {
  try {
    const answer = await fetchEvent(eventId)
    const max = answer.kind === 'open' ? answer.event.max_participants : null
    if (answer.kind !== 'open' || max === null) return
    const { participant_count: taken, counts_persons } = answer.event
    // a couple may take two
    const more = Math.max(max, taken) + (counts_persons ? 2 : 1)
    const isWanted = await confirm({
      title: `C’est complet (${taken} sur ${max}). Augmenter le nombre de places${NBSP}?`,
      message: `La sortie passera à ${plural(more, 'place')}, et ce membre sera accepté.`,
      confirmLabel: 'Augmenter et accepter',
    })
    if (!isWanted) return
    await call(updateEvent, { params: { id: eventId }, body: { max_participants: more } })
    again()
  } catch (error) {
    toastRefusal(error, 'Le nombre de places n’a pas changé. Réessayez.')
  }
}

/** Applies a change optimistically, reverts it with a message on failure, and reloads the list. */
const optimistic = async (
  eventId: string,
  id: string,
  change: Change,
  send: () => Promise<ParticipantRow>,
  again: () => void,
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
  } catch (error) {
    // the server's sentence sends its reader to the organizers, and retrying cannot help
    if (error instanceof ApiError && error.code === 'event_full') await askForPlaces(eventId, again)
    else
      toast(saidBy(error) ?? 'Impossible d’enregistrer ce changement.', {
        kind: 'error',
        durationMs: 8000,
        action: { label: 'Réessayer', onClick: again },
      })
  }
  await (change.status === undefined ? mutate(participantsKey(eventId)) : refreshEvent(eventId))
}

/** Applies an organizer's decision or note about a participant. Never rejects. */
export const changePerson = (eventId: string, id: string, change: Change): Promise<void> =>
  optimistic(
    eventId,
    id,
    change,
    async () =>
      (
        await call(patchParticipant, {
          params: { id: eventId },
          body: { participantId: id, ...change },
        })
      ).participant,
    () => void changePerson(eventId, id, change),
  )

/** The member's own «Masquer mon pseudo». Never rejects. */
export const hideOwn = (eventId: string, id: string, hidden: boolean): Promise<void> =>
  optimistic(
    eventId,
    id,
    { is_hidden: hidden },
    async () =>
      (await call(hideMyself, { params: { id: eventId }, body: { is_hidden: hidden } }))
        .participant,
    () => void hideOwn(eventId, id, hidden),
  )
