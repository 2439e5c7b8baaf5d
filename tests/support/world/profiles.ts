import type { Person, ProfileData } from '#contract/profile/data'

export const person = (given: Partial<Person> = {}): Person => ({
  birthDate: null,
  smoker: null,
  silhouette: null,
  origine: null,
  taille: null,
  description: null,
  firstName: null,
  orientation_femme: null,
  orientation_homme: null,
  orientation_autre: null,
  practices: {},
  comments: {},
  ...given,
})
export const profile = (given: Partial<ProfileData> = {}): ProfileData => ({
  location: null,
  description: null,
  person1: person(),
  person2: null,
  couplePractices: {},
  coupleComments: {},
  contextPractices: {},
  contextComments: {},
  ...given,
})
/** A location as a client sends it: only its id is used. */
export const placeInput = (place_id: string) => ({
  place_id,
  city: 'Ailleurs',
  department: 'Nulle part',
  department_code: '99',
  postal_code: '00000',
  country: 'XX',
  lat: 12.345678,
  lng: 98.765432,
  formatted_address: '12 rue de la Paix',
})
