import * as z from 'zod/mini'

/**
 * Whether a link leads where it seems to: no user name before the host, and no letters that only
 * look Latin in it.
 */
const isPlainUrl = (text: string): boolean => {
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(text)?.[1] ?? ''
  return !authority.includes('@') && !/(?!\p{Script=Latin})\p{L}/u.test(authority)
}
export const paymentUrl = z
  .string()
  .check(
    z.trim(),
    z.maxLength(500),
    z.regex(
      /^https?:\/\/[^\s/]+\.[^\s]+$/i,
      'Le lien de paiement commence par http:// ou https://.',
    ),
    z.refine(
      isPlainUrl,
      'Ce lien de paiement peut tromper\u00a0: donnez l’adresse simple du site.',
    ),
  )
