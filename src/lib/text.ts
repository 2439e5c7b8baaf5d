/** Non-breaking space: before : ; ! ? » % €, after «, between a number and its unit. */
export const NBSP = '\u00a0'

let grouped: Intl.NumberFormat | undefined

/** French typography for our own strings (never for what members write): ’ and non-breaking spaces. */
export function frenchTypography(text: string): string {
  return text
    .replace(/'/g, '’')
    .replace(/ ([:;!?»%€])/g, `${NBSP}$1`)
    .replace(/« /g, `«${NBSP}`)
}

/** A whole number as in France: 5 000. */
export function formatNumber(value: number): string {
  // nothing to group, and creating a formatter is slow
  if (Number.isInteger(value) && value >= 0 && value < 1_000) return String(value)
  return (grouped ??= new Intl.NumberFormat('fr-FR')).format(value)
}

/** «0 photo», «1 photo», «3 photos», «1 200 photos»; French is singular below 2. `many` defaults to `one` + s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)}${NBSP}${Math.abs(count) < 2 ? one : many}`
}

/** A count for a badge: «99+» above the cap. */
export function cappedCount(count: number, cap: number): string {
  return count > cap ? `${cap}+` : String(count)
}

/** Lower case without accents, for comparing and sorting what people type. */
export function foldAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
}

/** «a», «a et b», «a, b et c». */
export function joinFr(words: readonly string[]): string {
  const last = words.at(-1)
  if (last === undefined) return ''
  return words.length === 1 ? last : `${words.slice(0, -1).join(', ')} et ${last}`
}

/** The end of a text, of at most `max` characters, from the beginning of a word: «…Et merci pour la ». */
export const textEnd = (text: string, max: number): string => {
  if (text.length <= max) return text
  const end = text.slice(-max)
  return `…${end.slice(end.slice(0, -1).indexOf(' ') + 1)}`
}

const isElided = (name: string): boolean => /^(?:[aeiou]|y[^aeiou])/.test(foldAccents(name))
/**
 * «de Léa», «d’Antoine»: before a vowel, and before a y that is one (Yves, not Yann). An h stays: no
 * rule tells «d’Hélène» from «de Hugo», and both are read.
 */
export const withDe = (name: string): string => (isElided(name) ? `d’${name}` : `de ${name}`)
/** «que Léa», «qu’Antoine», as above. */
export const withQue = (name: string): string => (isElided(name) ? `qu’${name}` : `que ${name}`)
