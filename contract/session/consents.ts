export type ConsentPurpose = 'terms' | 'majority' | 'sensitive'

interface ConsentText {
  /**
   * Changes with every change of the texts: the stored proof of consent names it, with a hash of
   * the texts.
   */
  readonly version: string
  readonly text: string
}

/** Consents at registration: three separate boxes, none ticked beforehand, all required. */
export const CONSENTS = {
  terms: {
    version: '2026-11-01',
    text: 'J’accepte les conditions d’utilisation et les règles de la communauté.',
  },
  majority: {
    version: '2026-11-01',
    text: 'Je certifie avoir 18 ans ou plus, et je sais que certains contenus sont réservés aux adultes.',
  },
  sensitive: {
    version: '2026-11-01',
    text: 'J’accepte que les informations que je choisirai de donner sur ma vie et mon orientation sexuelles soient enregistrées et montrées aux membres selon mes réglages. Je peux les effacer ou retirer cet accord à tout moment.',
  },
} as const satisfies Record<ConsentPurpose, ConsentText>

export const CONSENT_PURPOSES = Object.keys(CONSENTS) as readonly ConsentPurpose[]
