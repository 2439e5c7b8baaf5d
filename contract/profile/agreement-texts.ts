/**
 * What a person agrees to, as the screens show it: `answer` in the list, `adding` where the persons
 * on a photo are named. The stored agreement names the version, with a hash of the text.
 */
export const AGREEMENT_TEXTS = {
  answer: {
    version: '2026-11-25',
    text: 'J’accepte que cette photo, où l’on me voit, soit montrée à d’autres membres. Je peux retirer cet accord à tout moment.',
  },
  adding: {
    version: '2026-11-27',
    text: 'Là où l’on me voit, j’accepte que la photo soit montrée à d’autres membres. Je peux retirer cet accord à tout moment.',
  },
} as const

/** `adding` until 2026-11-27; the archive still quotes it. */
export const FORMER_AGREEMENT_TEXTS: readonly string[] = [
  'Je suis sur cette photo : en l’ajoutant, j’accepte qu’elle soit montrée à d’autres membres. Je peux retirer cet accord à tout moment.',
]
