/** Joins the folded lines of a text: one that starts with spaces continues the line before it. */
export const unfold = (text: string): string => text.replace(/\n +/g, ' ')

/** French typography: curly apostrophes, spaces that do not break before ; : ! ? and inside «». */
export const typeset = (text: string): string =>
  text
    .replace(/'/g, '’')
    .replace(/ ([;:!?»])/g, '\u00a0$1')
    .replace(/«(?=\S)\s?/g, '«\u00a0')
    .replace(/(?<=[^\s\u00a0])»/g, '\u00a0»')
    .replace(/(\d) (?=h\b|\d)/g, '$1\u00a0')
