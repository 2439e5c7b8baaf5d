import type { ReactNode } from 'react'

/** One pass, no backtracking: a scheme, then what is neither blank nor a bracket or quote. */
const LINK = /https?:\/\/[^\s<>"'`]{1,2000}/gi
const TRAILING = /[.,;:!?»”’)\]}]+$/

const safe = (text: string): string | null => {
  try {
    const url = new URL(text)
    return (url.protocol === 'http:' || url.protocol === 'https:') && !url.username ? url.href : null
  } catch {
    return null
  }
}

/** Text with its http(s) addresses made clickable; everything else stays text (MSG-063). Links tell nothing of where they stood. */
export const linkify = (text: string): ReactNode => {
  if (!text.includes('://')) return text
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(LINK)) {
    const tail = TRAILING.exec(match[0])?.[0] ?? ''
    // a closing bracket belongs to the address when it was opened in it
    const shown = tail.startsWith(')') && match[0].includes('(') ? match[0] : match[0].slice(0, match[0].length - tail.length)
    const href = safe(shown)
    if (!href) continue
    parts.push(text.slice(from, match.index), <a key={match.index} href={href} target="_blank" rel="noopener noreferrer nofollow">{shown}</a>)
    from = match.index + shown.length
  }
  if (from === 0) return text
  parts.push(text.slice(from))
  return parts
}
