import type { ReactNode } from 'react'

/**
 * A scheme or `www.`, then anything but blanks, brackets and quotes; or an e-mail address. The
 * lookbehinds try the last two at the beginning of a word only, so that no text takes long.
 */
const LINK =
  /https?:\/\/[^\s<>"'`]{1,2000}|(?<![\p{L}\d@./_-])www\.[^\s<>"'`]{1,2000}|(?<![\p{L}\d.+_/:-])[a-z\d_][\w.+-]{0,63}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,8}[a-z]{2,24}(?![\p{L}\d_-])/giu
/** Quick test: most messages have none of these. */
const MAYBE = /:\/\/|www\.|@/i
/** `www.example` alone is a word. */
const WWW_HOST = /^www\.(?:[^.]+\.)+[^.]{2,}$/
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
const hrefOf = (shown: string): string | null => {
  if (/^https?:/i.test(shown)) return safe(shown)
  if (!/^www\./i.test(shown)) return `mailto:${shown}`
  const href = safe(`https://${shown}`)
  return href && WWW_HOST.test(new URL(href).hostname) ? href : null
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
 * Text with clickable http(s) URLs, `www.` addresses and e-mail addresses; everything else stays
 * text (MSG-063). Links send no referrer.
 */
export const linkify = (text: string): ReactNode => {
  if (!MAYBE.test(text)) return text
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(LINK)) {
    const shown = match[0].slice(0, withoutMarks(match[0]))
    const href = hrefOf(shown)
    if (!href) continue
    if (parts.length >= 2 * LINKS_MAX) break
    parts.push(
      text.slice(from, match.index),
      <a
        key={match.index}
        href={href}
        {...(href.startsWith('mailto:') ? {} : { target: '_blank' })}
        rel="noopener noreferrer nofollow"
      >
        {shown}
      </a>,
    )
    from = match.index + shown.length
  }
  if (from === 0) return text
  parts.push(text.slice(from))
  return parts
}
