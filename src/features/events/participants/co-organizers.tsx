import { useState } from 'react'
import { useData } from '../../../data/http/cache'
import type { Event } from '#contract/events/events'
import { listRelations } from '#contract/relations'
import { call } from '../../../data/http/api'
import { AccountAvatar } from '../../../parts/member/avatar'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { ErrorState } from '../../../ui/feedback/error-state'
import { SearchField } from '../../../ui/forms/search-field'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { useSearchText } from '../state/api'
import {
  useStagedCoOrganizers,
  type Person,
  type StagedCoOrganizers,
} from './use-staged-co-organizers'
import styles from './participants.module.css'

/** Minimum number of letters before the server is searched. */
const SEARCH_FROM = 2

const Row = ({
  person,
  word,
  gone,
  action,
  onAct,
}: {
  person: Person
  word?: string | undefined
  gone?: boolean
  action: string
  onAct: () => void
}) => (
  <li className={styles.choice}>
    <AccountAvatar account={person} size={40} />
    <span className={styles.words}>
      <span className={gone ? `${styles.handle} ${styles.gone}` : styles.handle}>
        {person.account_handle}
      </span>
      {word ? <span className="quiet">{word}</span> : null}
    </span>
    <Button size="sm" aria-label={`${action} ${person.account_handle}`} onClick={onAct}>
      {action}
    </Button>
  </li>
)

const Chosen = ({
  saved,
  staged: { added, removed, toggleRemoved, withdraw },
}: {
  saved: readonly Person[]
  staged: StagedCoOrganizers
}) =>
  saved.length + added.length === 0 ? (
    <p className="quiet">Personne d’autre n’organise cette sortie.</p>
  ) : (
    <ul className={styles.found} aria-label="Co‑organisateurs choisis">
      {saved.map((o) => (
        <Row
          key={o.account_id}
          person={o}
          gone={removed.has(o.account_id)}
          word={removed.has(o.account_id) ? 'Sera retiré' : undefined}
          action={removed.has(o.account_id) ? 'Garder' : 'Retirer'}
          onAct={() => toggleRemoved(o.account_id)}
        />
      ))}
      {added.map((a) => (
        <Row
          key={a.account_id}
          person={a}
          word="Sera ajouté"
          action="Retirer"
          onAct={() => withdraw(a)}
        />
      ))}
    </ul>
  )

/** Own relations found by handle, except those `taken` already. */
const RelationSearch = ({
  taken,
  onAdd,
}: {
  taken: ReadonlySet<string>
  onAdd: (person: Person) => void
}) => {
  const [typed, setTyped] = useState('')
  const later = useSearchText(typed)
  const q = later.length >= SEARCH_FROM ? later : ''
  const found = useData(
    q ? ['event-co-organizer-search', q] : null,
    async () => (await call(listRelations, { query: { q } })).relations,
    { keepPreviousData: true },
  )
  const free = (q ? (found.data ?? []) : []).filter((r) => !taken.has(r.with_account_id))
  return (
    <>
      <SearchField
        label="Ajouter une relation"
        placeholder="Chercher parmi vos relations"
        value={typed}
        onChange={setTyped}
        busy={found.isLoading}
      />
      {q && found.error && !found.data ? (
        <ErrorState text="La recherche n’a pas abouti." onRetry={() => void found.mutate()} />
      ) : null}
      {q && found.data && free.length === 0 ? (
        <p className="quiet" role="status">
          Aucune autre relation ne porte ce pseudo.
        </p>
      ) : null}
      <ul className={styles.found} aria-label="Relations trouvées">
        {free.map((r) => {
          const person: Person = {
            account_id: r.with_account_id,
            account_handle: r.with_account_handle,
            avatar_url: r.avatar_url,
            identities: r.identities,
          }
          return (
            <Row
              key={person.account_id}
              person={person}
              action="Ajouter"
              onAct={() => onAdd(person)}
            />
          )
        })}
      </ul>
    </>
  )
}

/** «Co‑organisateurs»: additions and removals are staged until «Valider». */
export const CoOrganizers = ({ event, onClose }: { event: Event; onClose: () => void }) => {
  const staged = useStagedCoOrganizers(event.id, onClose)
  const { saved, added, removed, busy } = staged
  if (!saved)
    return (
      <Dialog open onClose={onClose} title="Co‑organisateurs" level={700}>
        {staged.error ? (
          <ErrorState text="Erreur lors du chargement" onRetry={staged.reload} />
        ) : (
          <SkeletonRows count={3} />
        )}
      </Dialog>
    )
  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title="Co‑organisateurs"
      level={700}
      footer={
        <DialogActions
          onCancel={onClose}
          busy={busy}
          disabled={added.length === 0 && removed.size === 0}
          onClick={() => void staged.save()}
        >
          Valider
        </DialogActions>
      }
    >
      <div className={styles.pick}>
        <p className="quiet">
          Ils modifient la fiche, invitent et gèrent les participants avec vous.
        </p>
        <Chosen saved={saved} staged={staged} />
        <RelationSearch
          taken={new Set([...saved, ...added].map((p) => p.account_id))}
          onAdd={staged.add}
        />
      </div>
    </Dialog>
  )
}
