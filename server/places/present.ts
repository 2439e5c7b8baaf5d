import type { PlaceSuggestion } from '#contract/places'
import type { Location } from '#contract/profile/data'
import type { PlaceMatch, Commune } from './gazetteer'

const fullName = (place: Commune): string =>
  place.department === place.name ? place.name : `${place.name}, ${place.department}`
/** «Lyon (69)»: a city with several postal codes gets its department's number. */
const codeOf = (place: Commune): string =>
  place.postalCodes.length > 1
    ? place.departmentCode
    : (place.postalCodes[0] ?? place.departmentCode)

export const presentSuggestion = ({ place, postalCode }: PlaceMatch): PlaceSuggestion => ({
  place_id: place.id,
  city: place.name,
  department: place.department,
  department_code: place.departmentCode,
  postal_code: postalCode ?? place.postalCodes[0] ?? '',
  description: `${fullName(place)} (${postalCode ?? codeOf(place)})`,
})

export const presentLocation = (place: Commune): Location => ({
  place_id: place.id,
  city: place.name,
  department: place.department,
  department_code: place.departmentCode,
  postal_code: place.postalCodes[0] ?? '',
  country: 'FR',
  lat: place.lat,
  lng: place.lng,
  formatted_address: `${place.name} (${codeOf(place)}), France`,
})
