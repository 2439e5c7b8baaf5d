/** Characters that normalisation keeps apart although people type them alike. */
const ALIKE: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '′': "'",
}
const ALIKE_PATTERN = /[œæøłđßς’‘ʼ′]/g
/** Longer keys come from hostile texts: some characters expand to eighteen. */
const KEY_MAX_CHARS = 20_000

/**
 * Removes compatibility forms, accents, case, invisible characters (soft hyphens, joiners,
 * variation selectors) and ligatures. Works character by character.
 */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(ALIKE_PATTERN, (c) => ALIKE[c] ?? c)

/** Search key of a message: `plain`, with single spaces. null: nothing to find. */
export const messageKey = (text: string): string | null =>
  plain(text).replace(/\s+/g, ' ').trim().slice(0, KEY_MAX_CHARS) || null

/**
 * Words that a match must hold: unique, without those contained in another, longest (most
 * selective) first.
 */
export const queryWords = (query: string): string[] => {
  const all = [...new Set((messageKey(query) ?? '').split(' ').filter(Boolean))].sort(
    (a, b) => b.length - a.length,
  )
  return all.filter((word, i) => !all.slice(0, i).some((longer) => longer.includes(word)))
}

const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' })

/**
 * Position of the first matching word in the text, in UTF-16 units, extended to whole graphemes;
 * null: no match.
 */
export const locateMatch = (
  text: string,
  words: readonly string[],
): [start: number, end: number] | null => {
  let key = ''
  /** For each unit of the key, the index of its source character. */
  const origin: number[] = []
  let at = 0
  for (const char of text) {
    for (const unit of plain(char).split('')) {
      const space = /\s/.test(unit)
      if (space && (key === '' || key.endsWith(' '))) continue
      key += space ? ' ' : unit
      origin.push(at)
    }
    at += char.length
  }
  let found: { from: number; to: number } | null = null
  for (const word of words) {
    const from = key.indexOf(word)
    if (from >= 0 && (!found || from < found.from)) found = { from, to: from + word.length - 1 }
  }
  if (!found) return null
  const segments = graphemes.segment(text)
  const first = segments.containing(origin[found.from] ?? 0)
  const last = segments.containing(origin[found.to] ?? 0)
  return first && last ? [first.index, last.index + last.segment.length] : null
}

const EXCERPT_CHARS = 120
/** Characters of the excerpt before the match. */
const BEFORE_CHARS = 40

/**
 * About 120 characters around a match, with «…» where the text was cut, and the position of the
 * match inside them.
 */
export const excerptAround = (
  text: string,
  [start, end]: readonly [number, number],
): { excerpt: string; match: [number, number] } => {
  const segments = graphemes.segment(text)
  const boundary = (index: number): number =>
    index >= text.length ? text.length : (segments.containing(index)?.index ?? index)
  const to = boundary(
    Math.max(end, Math.min(text.length, Math.max(0, start - BEFORE_CHARS) + EXCERPT_CHARS)),
  )
  const from = boundary(
    Math.min(start, Math.max(0, Math.min(start - BEFORE_CHARS, to - EXCERPT_CHARS))),
  )
  const lead = from > 0 ? '…' : ''
  return {
    excerpt: `${lead}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    match: [start - from + lead.length, end - from + lead.length],
  }
}
