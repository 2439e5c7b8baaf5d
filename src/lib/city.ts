/** «Villeurbanne (69)» */
export const cityName = (place: {
  readonly city: string
  readonly department_code: string
}): string => (place.department_code ? `${place.city} (${place.department_code})` : place.city)
