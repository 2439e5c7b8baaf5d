/** «Villeurbanne (69)» */
export const cityName = (place: {
  readonly city: string
  readonly department_code: string
}): string => (place.department_code ? `${place.city} (${place.department_code})` : place.city)

/** «à Lyon», «au Mans», «aux Andelys», «à La Rochelle». */
export const inCity = (city: string): string => {
  if (city.startsWith('Le ')) return `au ${city.slice(3)}`
  return city.startsWith('Les ') ? `aux ${city.slice(4)}` : `à ${city}`
}
