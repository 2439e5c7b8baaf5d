import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { SEARCH_MIN_CHARS } from '#contract/limits'
import type { SearchHit } from '#contract/messaging/acts'
import { dayShort } from '../../../lib/dates'
import { Button } from '../../../ui/forms/button'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconClose } from '../../../ui/icons/base'
import { IconDown, IconUp } from '../../../ui/icons/nav'
import { SearchField } from '../../../ui/forms/search-field'
import styles from './search.module.css'
import { useHitPosition, useMessageHits, type SearchState } from './use-message-search'

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

/** Position among the hits; a click shows or hides their list. */
const HitCount = ({
  found: { hits, hasMore },
  index,
  open,
  onToggle,
}: {
  found: SearchState
  index: number
  open: boolean
  onToggle: () => void
}) => {
  const count = hits.length === 0 ? '' : `${index + 1} sur ${hits.length}${hasMore ? '+' : ''}`
  return (
    <button
      type="button"
      className={styles.count}
      aria-live="polite"
      disabled={hits.length === 0}
      aria-expanded={open}
      aria-label={
        count ? `${count}\u00a0: ${open ? 'masquer' : 'afficher'} les résultats` : 'Aucun résultat'
      }
      onClick={onToggle}
    >
      {index < 0 && hits.length > 0 ? `${hits.length}${hasMore ? '+' : ''}` : count}
    </button>
  )
}

const SearchHits = ({
  found,
  at,
  onShow,
  onMore,
  onRetry,
}: {
  found: SearchState
  at: string | null
  onShow: (hit: SearchHit) => void
  onMore: () => void
  onRetry: () => void
}) => {
  const { hits } = found
  return (
    <div className={styles.hits}>
      {hits.length === 0 && found.state === 'ready' ? (
        <p className={styles.note} role="status">
          Aucun message ne contient ces mots.
        </p>
      ) : null}
      {found.state === 'error' ? (
        <p className={styles.note} role="alert">
          La recherche n’a pas abouti.{' '}
          <Button size="sm" onClick={onRetry}>
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
              onClick={() => onShow(hit)}
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
          <Button size="sm" busy={found.state === 'loading'} onClick={onMore}>
            Plus de résultats
          </Button>
        </p>
      ) : null}
    </div>
  )
}

/**
 * Search in a conversation: a list of hits, with buttons to the next older and newer one, each
 * shown in the thread. Escape closes it.
 */
export const ThreadSearch = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const [typed, setTyped] = useState('')
  const { found, more, again } = useMessageHits(id, typed)
  const { hits } = found
  const { at, index, show, older, newer, folded, setFolded, failed, reset } = useHitPosition(
    id,
    hits,
    more,
  )
  const bar = useRef<HTMLElement>(null)
  useEffect(() => bar.current?.querySelector('input')?.focus({ preventScroll: true }), [])
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
  const open = asked && !folded && (hits.length > 0 || found.state !== 'loading')
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
              reset()
            }}
          />
        </div>
        <HitCount found={found} index={index} open={open} onToggle={() => setFolded(open)} />
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
      {failed ? (
        <p className={styles.note} role="alert">
          Ce message n’a pas pu être affiché. Vérifiez votre connexion.
        </p>
      ) : null}
      {open ? (
        <SearchHits
          found={found}
          at={at}
          onShow={show}
          onMore={() => void more()}
          onRetry={again}
        />
      ) : null}
    </section>
  )
}
