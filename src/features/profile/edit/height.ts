import { NBSP } from '../../../lib/text'

/** Metres of what was typed: a comma is a dot, above 10 it is centimetres; null when it is no height at all. */
export const parseHeight = (text: string | null): number | null => {
  const value = Number.parseFloat((text ?? '').trim().replace(',', '.'))
  if (!Number.isFinite(value) || value <= 0) return null
  return value > 10 ? value / 100 : value
}

/** «1,70 m», or null when it cannot be read. */
export const heightText = (text: string | null): string | null => {
  const metres = parseHeight(text)
  return metres === null ? null : `${metres.toFixed(2).replace('.', ',')}${NBSP}m`
}

/** What is wrong with a typed height, in words; undefined when nothing is (an empty one is not given). */
export const heightError = (text: string | null): string | undefined => {
  if (!text?.trim()) return undefined
  const metres = parseHeight(text)
  return metres === null ||
    metres < 1 ||
    metres > 2.5 ||
    /[^\d.,\s]/.test(text.replace(/\s*c?m\s*$/i, ''))
    ? 'Écrivez la taille comme 1,70 ou 170.'
    : undefined
}
