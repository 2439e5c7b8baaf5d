import type { ReactNode } from 'react'

/** One pass, no backtracking: a scheme, then anything but blanks, brackets and quotes. */
const LINK = /https?:\/\/[^\s<>"'`]{1,2000}/gi
const MARKS = '.,;:!?»”’…)]}'
/** Further URLs of a message stay plain text. */
const LINKS_MAX = 200

const safe = (text: string): string | null => {
  try {
    const url = new URL(text)
    return (url.protocol === 'http:' || url.protocol === 'https:') && !url.username && !url.password
      ? url.href
      : null
  } catch {
    return null
  }
}

/**
 * Length of a URL without the punctuation around it; a closing bracket stays when it was opened
 * inside.
 */
const withoutMarks = (text: string): number => {
  let end = text.length
  let open = 0
  for (const c of text) open += c === '(' ? 1 : c === ')' ? -1 : 0
  while (end > 0 && MARKS.includes(text.charAt(end - 1))) {
    if (text.charAt(end - 1) === ')') {
      if (open >= 0) break
      open += 1
    }
    end -= 1
  }
  return end
}

/**
 * Text with clickable http(s) URLs; everything else stays text (MSG-063). Links send no referrer.
 */
export const linkify = (text: string): ReactNode => {
  if (!text.includes('://')) return text
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(LINK)) {
    const shown = match[0].slice(0, withoutMarks(match[0]))
    const href = safe(shown)
    if (!href) continue
    if (parts.length >= 2 * LINKS_MAX) break
    parts.push(
      text.slice(from, match.index),
      <a key={match.index} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {shown}
      </a>,
    )
    from = match.index + shown.length
  }
  if (from === 0) return text
  parts.push(text.slice(from))
  return parts
}
