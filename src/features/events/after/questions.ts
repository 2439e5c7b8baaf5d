import type { Band, Impressions } from '#contract/events/after'
import { NBSP } from '../../../lib/text'

/** The three questions to guests, and their short names for organizers. */
export const QUESTIONS: readonly {
  readonly name: keyof Impressions
  readonly text: string
  readonly short: string
}[] = [
  {
    name: 'welcome',
    text: `L’accueil vous a mis à l’aise${NBSP}?`,
    short: 'À l’aise dès l’accueil',
  },
  {
    name: 'respect',
    text: `Vos limites ont été respectées${NBSP}?`,
    short: 'Limites respectées',
  },
  {
    name: 'again',
    text: `Vous reviendriez à une soirée comme celle-ci${NBSP}?`,
    short: 'Envie de revenir',
  },
]
export const BANDS: Readonly<Record<Band, string>> = {
  yes: 'Oui, pour la plupart',
  mixed: 'Avis partagés',
  no: 'Plutôt non',
}
