import { prefetchLink } from '../../../data/media/media-urls'
import { onSessionChange } from '../../../data/session/session'
import { savesData } from '../../../data/media/upload-speed'

/**
 * Prefetched images of tiles that are not rendered yet; held in memory so that they show without
 * loading.
 */
const held = new Map<string, HTMLImageElement>()
const HELD_MAX = 96
/** References to prefetch, and the links of those that wait for their frame. */
let wanted: ReadonlySet<string> = new Set()
const waiting = new Map<string, string>()
let asked = 0
onSessionChange((what) => {
  if (what === 'token') return
  wanted = new Set()
  waiting.clear()
  held.clear()
})
/** One per frame: twenty at once would block scrolling. */
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
 * Prefetches the images of the next photos before their tiles are rendered; replaces the previous
 * request. Tiles are rendered in blocks: a block whose images are loaded takes one frame, images
 * that load later cost a frame each.
 */
export const prefetchPictures = (refs: readonly string[]): void => {
  if (savesData()) return
  wanted = new Set(refs)
  for (const ref of waiting.keys()) if (!wanted.has(ref)) waiting.delete(ref)
  for (const ref of refs) {
    prefetchLink(ref, 'thumbnail').then(
      (url) => {
        if (!url || !wanted.has(ref) || held.has(url)) return
        waiting.set(ref, url)
        asked ||= requestAnimationFrame(next)
      },
      () => undefined,
    )
  }
}
