import { getProfile, saveProfile, type ProfileData } from '#contract/profile/data'
import { person, placeInput, profile } from '../../support/world/profiles'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

export let t: TestApp

export const save = (m: Member, data: unknown) =>
  m.call(saveProfile, { body: { data: data as ProfileData } })

export const look = (m: Member, id: string) => m.call(getProfile, { params: { id } })

export const full = (): ProfileData =>
  profile({
    location: placeInput('69266'),
    description: 'Deux curieux.',
    couplePractices: { melangisme: 80, orgie: 0 },
    coupleComments: { melangisme: 'Avec plaisir' },
    contextPractices: { saunas: null, clubs: 60 },
    contextComments: { clubs: 'Le samedi' },
    person1: person({
      birthDate: '1987-03-14',
      smoker: 'vapoteur',
      silhouette: 'moyenne',
      origine: 'latine',
      taille: '1,70',
      description: 'Rieuse',
      firstName: 'CNRY-Zyqara',
      orientation_femme: 0,
      orientation_homme: 100,
      practices: { bdsm: 20 },
      comments: { bdsm: 'Un peu', orientation_homme: 'Surtout' },
    }),
    person2: person({ birthDate: '1984-09-02', firstName: 'CNRY-Hugo' }),
  })

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
}
