import type { FastifyBaseLogger } from 'fastify'
import type { PlaceSuggestion } from '#contract/places'
import type { Location } from '#contract/profile/data'
import { fail } from '../fail'
import { loadGazetteer, GazetteerError, type Gazetteer, type Commune } from './gazetteer'
import { presentLocation, presentSuggestion } from './present'

/** Retry-After: an operator has to put the file back. */
const RETRY_S = 60

/**
 * The communes, or 503 `places_unavailable`. A server without their file starts anyway: messages,
 * photos and the events that exist need none, and to refuse an unattended start would take them
 * from all members.
 */
const places = (): Promise<Gazetteer> =>
  loadGazetteer().catch((error: unknown) =>
    error instanceof GazetteerError
      ? fail('places_unavailable', undefined, RETRY_S)
      : Promise.reject(error),
  )

/** Loads the communes before a member needs them; a fault is one line of the log. */
export const preloadPlaces = (log: Pick<FastifyBaseLogger, 'error'>): Promise<void> =>
  loadGazetteer().then(
    () => undefined,
    (error: unknown) => log.error(error instanceof Error ? error.message : String(error)),
  )

export const suggestPlaces = async (input: string): Promise<PlaceSuggestion[]> =>
  (await places()).search(input).map(presentSuggestion)

const find = async (id: string): Promise<Commune> =>
  (await places()).find(id) ?? fail('place_unknown')

/**
 * A commune by its INSEE code, as a profile stores it: the finest location of a member that is ever
 * shown. Fails with `place_unknown`, or `places_unavailable`.
 */
export const resolveLocation = async (placeId: string): Promise<Location> =>
  presentLocation(await find(placeId))
