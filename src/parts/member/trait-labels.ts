import type {
  CONTEXTS,
  COUPLE_PRACTICES,
  ORIENTATIONS,
  ORIGINE,
  PRACTICES,
  SILHOUETTE,
  SMOKER,
} from '#contract/profile/data'
import type { BandWords } from '../../lib/bands'

type Labels<K extends readonly string[]> = Readonly<Record<K[number], string>>

export const SMOKER_LABEL: Labels<typeof SMOKER> = {
  'non-fumeur': 'Non-fumeur',
  occasionnel: 'Fumeur occasionnel',
  vapoteur: 'Vapoteur',
  fumeur: 'Fumeur',
}
export const SILHOUETTE_LABEL: Labels<typeof SILHOUETTE> = {
  mince: 'Mince',
  athletique: 'Athlétique',
  moyenne: 'Moyenne',
  rondeurs: 'Quelques rondeurs',
  rond: 'Rond',
}
export const ORIGINE_LABEL: Labels<typeof ORIGINE> = {
  caucasien: 'Caucasien',
  africain: 'Africain',
  arabe: 'Arabe',
  asiatique: 'Asiatique',
  latine: 'Latino / Latina',
  autre: 'Autre',
}
export const ORIENTATION_LABEL: Labels<typeof ORIENTATIONS> = {
  orientation_femme: 'Femmes',
  orientation_homme: 'Hommes',
  orientation_autre: 'Autres genres',
}
const PRACTICE_LABEL: Labels<typeof PRACTICES> = {
  embrasse_hors_couple: 'Embrasser hors du couple',
  contact_hors_couple: 'Caresses hors du couple',
  rapports_hors_couple: 'Rapports hors du couple',
  candaulisme_acteur: 'Candaulisme, acteur',
  candaulisme_observateur: 'Candaulisme, observateur',
  bdsm: 'BDSM',
  plans_solo: 'Rencontres en solo',
}
/** «Hors du couple» does not apply to a single person. */
export const practiceLabels = (couple: boolean): Labels<typeof PRACTICES> =>
  couple
    ? PRACTICE_LABEL
    : {
        ...PRACTICE_LABEL,
        embrasse_hors_couple: 'Embrasser',
        contact_hors_couple: 'Caresses',
        rapports_hors_couple: 'Rapports',
      }

export const COUPLE_LABEL: Labels<typeof COUPLE_PRACTICES> = {
  curieux: 'Curieux',
  cote_a_cote: 'Côte à côte',
  melangisme: 'Mélangisme',
  echangisme: 'Échangisme',
  deux_plus_deux: 'Deux plus deux',
  pluralite: 'Pluralité',
  orgie: 'Orgie',
}
const CONTEXT_LABEL: Labels<typeof CONTEXTS> = {
  soirees_privees: 'Soirées privées',
  soirees_multi: 'Soirées à plusieurs',
  clubs: 'Clubs',
  saunas: 'Saunas',
  hotels: 'Hôtels',
  a_domicile: 'Chez nous',
  a_exterieur: 'Chez les autres',
  en_exterieur: 'En plein air',
}

export const contextLabels = (couple: boolean): Labels<typeof CONTEXTS> =>
  couple ? CONTEXT_LABEL : { ...CONTEXT_LABEL, a_domicile: 'Chez moi' }

/** Words of the five bands for what and whom one likes: those of the feelings judge a person. */
export const TASTE_WORDS: BandWords = [
  'Pas du tout',
  'Un peu',
  'Pourquoi pas',
  'Volontiers',
  'Beaucoup',
]
