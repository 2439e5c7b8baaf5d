import type { PlaceSuggestion } from '#contract/places'
import type { Location } from '#contract/profile/data'
import { fail } from '../fail'
import { gazetteer, type Place } from './gazetteer'
import { presentLocation, presentSuggestion } from './present'

export const suggestPlaces = async (input: string): Promise<PlaceSuggestion[]> =>
  (await gazetteer()).search(input).map(presentSuggestion)

const find = async (id: string): Promise<Place> =>
  (await gazetteer()).find(id) ?? fail('place_unknown')

/**
 * A commune by its INSEE code, as a profile stores it: the finest location of a member that is ever
 * shown. Fails with `place_unknown`.
 */
export const locate = async (placeId: string): Promise<Location> =>
  presentLocation(await find(placeId))
