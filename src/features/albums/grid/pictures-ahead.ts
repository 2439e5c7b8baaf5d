import { linkAhead } from '../../../data/media/media-urls'
import { onSessionChange } from '../../../data/session/session'
import { savesData } from '../../../data/media/upload-speed'

/** Pictures that were fetched for photos that are not made yet: held, the browser shows them without a moment of loading. */
const held = new Map<string, HTMLImageElement>()
const HELD_MAX = 96
/** References whose picture is wanted now, and the links of those that wait for their frame. */
let wanted: ReadonlySet<string> = new Set()
const waiting = new Map<string, string>()
let asked = 0
onSessionChange((what) => {
  if (what === 'token') return
  wanted = new Set()
  waiting.clear()
  held.clear()
})
/** One a frame: twenty that arrive at once hold up a scroll. */
const next = (): void => {
  asked = 0
  const [first] = waiting
  if (!first) return
  const [ref, url] = first
  waiting.delete(ref)
  const picture = new Image()
  picture.fetchPriority = 'low'
  picture.src = url
  held.set(url, picture)
  const oldest = held.size > HELD_MAX ? held.keys().next().value : undefined
  if (oldest !== undefined) held.delete(oldest)
  asked = requestAnimationFrame(next)
}

/**
 * Fetches the pictures of photos that come next, before these are made, in place of those asked for before. Photos are made a
 * block at a time, and a block whose pictures are there takes one frame: where each comes in by itself, each costs its own.
 */
export const picturesAhead = (refs: readonly string[]): void => {
  if (savesData()) return
  wanted = new Set(refs)
  for (const ref of waiting.keys()) if (!wanted.has(ref)) waiting.delete(ref)
  for (const ref of refs) {
    linkAhead(ref, 'thumbnail').then(
      (url) => {
        if (!url || !wanted.has(ref) || held.has(url)) return
        waiting.set(ref, url)
        asked ||= requestAnimationFrame(next)
      },
      () => undefined,
    )
  }
}
