import type { Event } from '#contract/events/events'
import { checkInCode } from '#contract/events/check-in'
import { call } from '../../../data/http/api'
import {
  claimDeviceDb,
  KEPT_STORES,
  keptDbName,
  type KeptStore,
} from '../../../data/device/device-db'
import { openKeyValueStore, type ObjectStore } from '../../../data/device/key-value-store'
import { DAY_MS } from '#contract/limits'
import { session } from '../../../data/session/state'
import { updateKeptCheckIn } from './kept-check-ins'

/** What a confirmed participant needs at the check-in without network: no names, no photos. */
export interface KeptEvent {
  readonly id: string
  readonly slug: string | null
  readonly title: string
  readonly start: string
  readonly end: string | null
  readonly place: Event['location']
  /** Once it has been revealed. */
  readonly address: Event['private_location']
  /** When the address has to be forgotten; null: with the event. */
  readonly addressUntil?: string | null
  /** The code that organizers scan. */
  readonly code: string | null
  readonly savedAt: number
}

/** Kept until a day after the end. */
const isOver = ({ start, end }: Pick<KeptEvent, 'start' | 'end'>): boolean =>
  Date.parse(end ?? start) + DAY_MS < Date.now()

const hasEndedAddress = ({ address, addressUntil }: KeptEvent): boolean =>
  address !== null && Boolean(addressUntil) && Date.parse(addressUntil ?? '') <= Date.now()

const mayKeep = (event: Event): boolean =>
  event.user_participation_status === 'accepted' &&
  event.status === 'published' &&
  !isOver({ start: event.start_date, end: event.end_date })

/** Opened for each use: a connection that stays open would hold up the deletion at sign-out. */
const withStore = async <T>(
  mode: 'readonly' | 'readwrite',
  work: (events: ObjectStore) => Promise<T>,
): Promise<T | undefined> => {
  const { accountId, phase } = session
  if (!accountId || phase === 'signed-out') return undefined
  claimDeviceDb(accountId)
  let isGone = false
  const db = await openKeyValueStore<KeptStore>(keptDbName(accountId), KEPT_STORES, () => {
    isGone = true
  })
  try {
    // the session may have ended while the database was being opened
    if (isGone || session.accountId !== accountId) return undefined
    return await db.run(mode, (store) => work(store('events')))
  } finally {
    db.close()
  }
}

/** Events on this device, the next first; ended ones are removed. */
export const readKeptEvents = async (): Promise<readonly KeptEvent[]> => {
  const all = ((await withStore('readonly', (s) => s.all())) ?? []) as readonly KeptEvent[]
  const over = all.filter(isOver)
  const ended = all.filter((e) => !isOver(e) && hasEndedAddress(e))
  if (ended.length > 0)
    await withStore('readwrite', async (s) => {
      for (const e of ended) await s.put(e.id, { ...e, address: null } satisfies KeptEvent)
    })
  if (over.length > 0)
    await withStore('readwrite', async (s) => {
      for (const { id } of over) await s.remove(id)
    })
  return all
    .filter((e) => !isOver(e))
    .map((e) => (hasEndedAddress(e) ? { ...e, address: null } : e))
    .toSorted((a, b) => a.start.localeCompare(b.start))
}
/** By id or code. */
export const readKeptEvent = async (ref: string): Promise<KeptEvent | null> =>
  (await readKeptEvents()).find((e) => e.id === ref || e.slug === ref) ?? null

/** The member may no longer read this event, or it was deleted. */
const dropKept = (ref: string): Promise<unknown> =>
  withStore('readwrite', async (s) => {
    for (const e of (await s.all()) as readonly KeptEvent[])
      if (e.id === ref || e.slug === ref) await s.remove(e.id)
  })

const keep = async (event: Event): Promise<void> => {
  const known = await readKeptEvent(event.id)
  const code =
    known?.code ??
    (await call(checkInCode, { params: { id: event.id } }).then(
      (reply) => reply.code,
      () => null,
    ))
  await withStore('readwrite', (s) =>
    s.put(event.id, {
      id: event.id,
      slug: event.slug,
      title: event.title,
      start: event.start_date,
      end: event.end_date,
      place: event.location,
      address: event.private_location,
      addressUntil: event.address_until,
      code,
      savedAt: Date.now(),
    } satisfies KeptEvent),
  )
}

let turn: Promise<unknown> = Promise.resolve()
/** Keeps or removes an event as the server has just shown it; `null`: no longer readable. */
export const updateKeptEvent = (ref: string, event: Event | null): Promise<unknown> => {
  const { accountId } = session
  updateKeptCheckIn(ref, event)
  // one after the other: an older answer must not come back over a newer one
  turn = turn
    .then(() => {
      if (session.accountId !== accountId) return undefined
      return event && mayKeep(event) ? keep(event) : dropKept(event?.id ?? ref)
    })
    .catch(() => undefined)
  return turn
}
