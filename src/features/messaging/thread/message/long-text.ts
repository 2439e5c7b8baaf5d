/** Characters per line of the widest bubble, approximately. */
const LINE = 64
/** A message of more lines than LONG_LINES is cut to SHOWN_LINES. */
const LONG_LINES = 24
const SHOWN_LINES = 20
const linesOf = (line: string): number => Math.max(1, Math.ceil(line.length / LINE))

/**
 * The beginning of a very long message, or null when it is shown whole. Computed from the text and
 * never measured, so that the row's height is known before it renders.
 */
export const truncateLongText = (text: string): string | null => {
  if (text.length <= LONG_LINES && !text.includes('\n')) return null
  const lines = text.split('\n')
  if (lines.reduce((n, line) => n + linesOf(line), 0) <= LONG_LINES) return null
  const shown: string[] = []
  let left = SHOWN_LINES
  for (const line of lines) {
    if (linesOf(line) > left) {
      const part = line.slice(0, left * LINE)
      const space = part.lastIndexOf(' ')
      // cut neither inside a word nor inside a character
      if (part)
        shown.push(
          (space > part.length / 2 ? part.slice(0, space) : part).replace(/[\uD800-\uDBFF]$/, ''),
        )
      break
    }
    shown.push(line)
    left -= linesOf(line)
  }
  return `${shown.join('\n').trimEnd()}…`
}
