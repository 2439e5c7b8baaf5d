import { useEffect, useState } from 'react'
import { SEARCH_MIN_CHARS } from '#contract/limits'
import { searchMessages, type SearchHit } from '#contract/messaging/acts'
import { call } from '../../../data/http/api'
import { onReachable } from '../../../data/hub/reachable'
import { jumpTo } from './jump'

const WAIT_MS = 300
export interface SearchState {
  readonly words: string
  readonly hits: readonly SearchHit[]
  readonly hasMore: boolean
  readonly state: 'ready' | 'loading' | 'error'
}
const NOTHING: SearchState = { words: '', hits: [], hasMore: false, state: 'ready' }

/**
 * Search hits, newest first, requested 300 ms after the last keystroke; `more` loads the next page.
 */
export const useMessageHits = (id: string, typed: string) => {
  const [found, setFound] = useState(NOTHING)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const words = typed.trim()
    if (words.length < SEARCH_MIN_CHARS) {
      setFound(NOTHING)
      return undefined
    }
    const stop = new AbortController()
    setFound((f) => ({ ...f, state: 'loading' }))
    const timer = setTimeout(() => {
      call(searchMessages, { params: { id }, query: { q: words } }, { signal: stop.signal }).then(
        ({ hits, hasMore }) => {
          if (!stop.signal.aborted) setFound({ words, hits, hasMore, state: 'ready' })
        },
        () => {
          if (!stop.signal.aborted) setFound({ ...NOTHING, words, state: 'error' })
        },
      )
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [id, typed, tries])
  const failed = found.state === 'error'
  useEffect(() => (failed ? onReachable(() => setTries((n) => n + 1)) : undefined), [failed])
  /** Loads the next page; returns all hits known then. */
  const more = async (): Promise<readonly SearchHit[]> => {
    const last = found.hits.at(-1)
    if (!last || !found.hasMore || found.state === 'loading') return found.hits
    setFound({ ...found, state: 'loading' })
    try {
      const page = await call(searchMessages, {
        params: { id },
        query: { q: found.words, before: last.messageId },
      })
      const hits = [...found.hits, ...page.hits]
      setFound((now) =>
        now.words === found.words && now.hits === found.hits
          ? { words: found.words, hits, hasMore: page.hasMore, state: 'ready' }
          : now,
      )
      return hits
    } catch {
      setFound((now) => (now.words === found.words ? { ...found, state: 'ready' } : now))
      return found.hits
    }
  }
  return { found, more, again: () => setTries(tries + 1) }
}

/** The hit that is shown in the thread, and the steps to its neighbours. */
export const useHitPosition = (
  id: string,
  hits: readonly SearchHit[],
  more: () => Promise<readonly SearchHit[]>,
) => {
  const [at, setAt] = useState<string | null>(null)
  /** The list of hits covers the thread until one is chosen. */
  const [folded, setFolded] = useState(false)
  const [failed, setFailed] = useState(false)
  const index = hits.findIndex((h) => h.messageId === at)

  const show = (hit: SearchHit | undefined): void => {
    if (!hit) return
    setAt(hit.messageId)
    setFolded(true)
    setFailed(false)
    jumpTo(id, hit.messageId, false).catch(() => setFailed(true))
  }
  const older = async (): Promise<void> => {
    const known = index + 1 < hits.length ? hits : await more()
    show(known[index + 1])
  }
  const newer = (): void => show(hits[index - 1])
  const reset = (): void => {
    setAt(null)
    setFolded(false)
  }
  return { at, index, show, older, newer, folded, setFolded, failed, reset }
}
