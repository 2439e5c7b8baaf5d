import { placeDetails, searchPlaces } from '#contract/places'
import type { Server } from '../plugins/serve'
import { resolveLocation, suggestPlaces } from './service'

export const servePlaces = (server: Server): void => {
  // one call per keystroke, at most five a second (debounced by 200 ms)
  server.serve(searchPlaces, {
    limits: [{ name: 'places', points: 300, perS: 60, by: 'account' }],
    handler: async ({ query }) => ({ predictions: await suggestPlaces(query.input) }),
  })
  server.serve(placeDetails, async ({ query }) => ({
    result: await resolveLocation(query.place_id),
  }))
}
