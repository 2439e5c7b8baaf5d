import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { SEARCH_MIN_CHARS } from '#contract/limits'
import { searchMessages, type SearchHit } from '#contract/messaging/acts'
import { call } from '../../../data/http/api'
import { onReachable } from '../../../data/hub/reachable'
import { dayShort } from '../../../lib/dates'
import { Button } from '../../../ui/forms/button'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconClose } from '../../../ui/icons/base'
import { IconDown, IconUp } from '../../../ui/icons/nav'
import { SearchField } from '../../../ui/forms/search-field'
import { jumpTo } from './jump'
import styles from './search.module.css'

const WAIT_MS = 300
interface SearchState {
  readonly words: string
  readonly hits: readonly SearchHit[]
  readonly hasMore: boolean
  readonly state: 'ready' | 'loading' | 'error'
}
const NOTHING: SearchState = { words: '', hits: [], hasMore: false, state: 'ready' }

/**
 * Search hits, newest first, requested 300 ms after the last keystroke; `more` loads the next page.
 */
const useHits = (id: string, typed: string) => {
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

const Excerpt = ({
  hit: {
    excerpt,
    match: [from, to],
  },
}: {
  hit: SearchHit
}) => (
  <span className={styles.excerpt} dir="auto">
    {excerpt.slice(0, from)}
    <mark>{excerpt.slice(from, to)}</mark>
    {excerpt.slice(to)}
  </span>
)

/**
 * Search in a conversation: a list of hits, with buttons to the next older and newer one, each
 * shown in the thread. Escape closes it.
 */
export const ThreadSearch = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const [typed, setTyped] = useState('')
  const { found, more, again } = useHits(id, typed)
  const { hits } = found
  const [at, setAt] = useState<string | null>(null)
  /** The list of hits covers the thread until one is chosen. */
  const [folded, setFolded] = useState(false)
  const [lost, setLost] = useState(false)
  const bar = useRef<HTMLElement>(null)
  useEffect(() => bar.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  const index = hits.findIndex((h) => h.messageId === at)

  const show = (hit: SearchHit | undefined): void => {
    if (!hit) return
    setAt(hit.messageId)
    setFolded(true)
    setLost(false)
    jumpTo(id, hit.messageId, false).catch(() => setLost(true))
  }
  const older = async (): Promise<void> => {
    const known = index + 1 < hits.length ? hits : await more()
    show(known[index + 1])
  }
  const newer = (): void => show(hits[index - 1])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault()
      return onClose()
    }
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (event.shiftKey) newer()
    else void older()
  }
  const asked = typed.trim().length >= SEARCH_MIN_CHARS
  const none = asked && found.state === 'ready' && hits.length === 0
  const count =
    hits.length === 0 ? '' : `${index + 1} sur ${hits.length}${found.hasMore ? '+' : ''}`
  const open = asked && !folded && (hits.length > 0 || none || found.state === 'error')
  return (
    // keys of the field and its buttons
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={bar}
      className={styles.search}
      aria-label="Recherche dans la discussion"
      onKeyDown={onKeyDown}
    >
      <div className={styles.bar}>
        <div className={styles.field}>
          <SearchField
            label="Rechercher dans la discussion"
            placeholder="Rechercher"
            value={typed}
            busy={found.state === 'loading' && asked}
            onChange={(v) => {
              setTyped(v)
              setAt(null)
              setFolded(false)
            }}
          />
        </div>
        <button
          type="button"
          className={styles.count}
          aria-live="polite"
          disabled={hits.length === 0}
          aria-expanded={open}
          aria-label={
            count ? `${count} : ${open ? 'masquer' : 'afficher'} les résultats` : 'Aucun résultat'
          }
          onClick={() => setFolded(open)}
        >
          {index < 0 && hits.length > 0 ? `${hits.length}${found.hasMore ? '+' : ''}` : count}
        </button>
        <IconButton
          label="Résultat plus ancien"
          icon={<IconUp />}
          disabled={hits.length === 0 || (index + 1 >= hits.length && !found.hasMore)}
          onClick={() => void older()}
        />
        <IconButton
          label="Résultat plus récent"
          icon={<IconDown />}
          disabled={index <= 0}
          onClick={newer}
        />
        <IconButton label="Fermer la recherche" icon={<IconClose />} onClick={onClose} />
      </div>
      {lost ? (
        <p className={styles.note} role="alert">
          Ce message n’a pas pu être affiché. Vérifiez votre connexion.
        </p>
      ) : null}
      {open ? (
        <div className={styles.hits}>
          {none ? (
            <p className={styles.note} role="status">
              Aucun message ne contient ces mots.
            </p>
          ) : null}
          {found.state === 'error' ? (
            <p className={styles.note} role="alert">
              La recherche n’a pas abouti.{' '}
              <Button size="sm" onClick={again}>
                Réessayer
              </Button>
            </p>
          ) : null}
          <ul>
            {hits.map((hit) => (
              <li key={hit.messageId}>
                <button
                  type="button"
                  className={styles.hit}
                  aria-current={hit.messageId === at || undefined}
                  onClick={() => show(hit)}
                >
                  <span className={styles.top}>
                    <b>{hit.is_own ? 'Vous' : hit.senderHandle}</b>
                    <time dateTime={hit.createdAt}>{dayShort(hit.createdAt)}</time>
                  </span>
                  <Excerpt hit={hit} />
                </button>
              </li>
            ))}
          </ul>
          {found.hasMore ? (
            <p className={styles.note}>
              <Button size="sm" busy={found.state === 'loading'} onClick={() => void more()}>
                Plus de résultats
              </Button>
            </p>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}
