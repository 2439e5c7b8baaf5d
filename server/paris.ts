const inParis = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const { format } = new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Paris', ...options })
  return (ms: number): string => format(ms)
}
/** YYYY-MM-DD. */
export const dayInParis = inParis('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
/** «25 novembre 2026». */
export const longDay = inParis('fr-FR', { dateStyle: 'long' })
/** «25 novembre 2026 à 21:05». */
export const longTime = inParis('fr-FR', { dateStyle: 'long', timeStyle: 'short' })
