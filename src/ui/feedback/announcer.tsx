import { useEffect, useState } from 'react'
import { LiveRegion } from './live-region'
import { TopHost } from '../overlay/top-host'

const listeners = new Set<(text: string) => void>()

/** Has `text` read by screen readers, politely. Needs one mounted `Announcer`. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text)
}

/** The voice of `announce`, heard even while a dialog makes the page inert. Mount it once, at the root. */
export function Announcer() {
  const [said, setSaid] = useState({ text: '', times: 0 })
  useEffect(() => {
    const listener = (text: string): void =>
      setSaid((before) => ({ text, times: before.times + 1 }))
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  // the same words twice are announced twice: a trailing space makes the change
  return (
    <TopHost>
      <LiveRegion text={said.text && said.times % 2 ? `${said.text}\u00a0` : said.text} />
    </TopHost>
  )
}
