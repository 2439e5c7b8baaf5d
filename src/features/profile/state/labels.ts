import type { Gender } from '#contract/common'
import { dateTime, daysAgo, timeLong, type Instant } from '../../../lib/dates'

/** The traits whose word differs for a woman. Another gender keeps the general form. */
const OF_A_WOMAN: Readonly<Record<string, string>> = {
  'Non-fumeur': 'Non-fumeuse',
  'Fumeur occasionnel': 'Fumeuse occasionnelle',
  Vapoteur: 'Vapoteuse',
  Fumeur: 'Fumeuse',
  Rond: 'Ronde',
  Caucasien: 'Caucasienne',
  Africain: 'Africaine',
  'Latino / Latina': 'Latina',
}
const OF_A_MAN: Readonly<Record<string, string>> = { 'Latino / Latina': 'Latino' }
/** The label of a trait for a person of this gender. */
export const genderedTrait = (trait: string, gender: Gender): string => {
  if (gender === 'other') return trait
  return (gender === 'woman' ? OF_A_WOMAN : OF_A_MAN)[trait] ?? trait
}

/** The last connection as a sentence: «Vu aujourd’hui à 0 h 13». */
export const lastSeenSentence = (at: Instant | null, now: Instant = Date.now()): string => {
  if (at === null || dateTime(at) === '') return 'Dernière connexion inconnue'
  const day = ['aujourd’hui', 'hier'][daysAgo(at, now)]
  return day ? `Vu ${day} à ${timeLong(at)}` : `Vu le ${dateTime(at)}`
}
