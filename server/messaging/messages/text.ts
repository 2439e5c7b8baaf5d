/**
 * Opening bidi controls and what closes them: embeddings and overrides by U+202C, isolates by
 * U+2069.
 */
const OPENS: Readonly<Record<string, string>> = {
  '\u202a': '\u202c',
  '\u202b': '\u202c',
  '\u202d': '\u202c',
  '\u202e': '\u202c',
  '\u2066': '\u2069',
  '\u2067': '\u2069',
  '\u2068': '\u2069',
}
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/

/**
 * Removes unbalanced bidi controls: they would reverse the text after the message and make an
 * address read as another.
 */
const balanced = (text: string): string => {
  if (!DIRECTION.test(text)) return text
  const chars = [...text]
  const open: { at: number; closes: string }[] = []
  const kept = new Set<number>()
  chars.forEach((c, i) => {
    const closes = OPENS[c]
    if (closes) open.push({ at: i, closes })
    else if (c === '\u202c' || c === '\u2069') {
      const last = open.at(-1)
      if (last?.closes !== c) return
      open.pop()
      kept.add(last.at).add(i)
    }
  })
  return chars.filter((c, i) => !DIRECTION.test(c) || kept.has(i)).join('')
}

/** More marks than any language puts on one letter: they would overlap neighbouring lines. */
const MARKS = /(\p{M}{8})\p{M}+/gu
/** At least one visible character: joiners, selectors, fillers and blanks alone make no message. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0\u2800]/u

/**
 * A message as it is stored: trimmed, without lone surrogates and unbalanced bidi controls, at most
 * eight marks per letter. Empty when nothing would be visible.
 */
export const normalizeMessageText = (text: string): string => {
  const clean = balanced(text.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replace(MARKS, '$1')
    .trim()
  return VISIBLE.test(clean) ? clean : ''
}
