import { useState } from 'react'
import useSWR from 'swr'
import type { Event } from '#contract/events/events'
import { addCoOrganizer, listCoOrganizers, removeCoOrganizer } from '#contract/events/participants'
import { listRelations } from '#contract/relations'
import { call } from '../../../data/http/api'
import { toast } from '../../../data/state/toasts'
import { AccountAvatar, type AccountFace } from '../../../parts/member/avatar'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { ErrorState } from '../../../ui/feedback/error-state'
import { SearchField } from '../../../ui/forms/search-field'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { useSearchText } from '../state/api'
import { coOrganizersKey, refreshEvent } from '../state/keys'
import styles from './participants.module.css'

interface Person extends AccountFace {
  readonly account_id: string
}
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
      {word ? <span className={styles.small}>{word}</span> : null}
    </span>
    <Button size="sm" aria-label={`${action} ${person.account_handle}`} onClick={onAct}>
      {action}
    </Button>
  </li>
)

/** «Co‑organisateurs»: additions and removals are staged until «Valider». */
export const CoOrganizers = ({ event, onClose }: { event: Event; onClose: () => void }) => {
  const [typed, setTyped] = useState('')
  const [added, setAdded] = useState<readonly Person[]>([])
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const later = useSearchText(typed)
  const q = later.length >= SEARCH_FROM ? later : ''
  const { data, error, mutate } = useSWR(
    coOrganizersKey(event.id),
    async () => (await call(listCoOrganizers, { params: { id: event.id } })).co_organizers,
  )
  const found = useSWR(
    q ? ['outing-lead-search', q] : null,
    async () => (await call(listRelations, { query: { q } })).relations,
    { keepPreviousData: true },
  )
  if (!data)
    return (
      <Dialog open onClose={onClose} title="Co‑organisateurs" level={700}>
        {error ? (
          <ErrorState text="Erreur lors du chargement" onRetry={() => void mutate()} />
        ) : (
          <SkeletonRows count={3} />
        )}
      </Dialog>
    )

  const taken = new Set([...data.map((o) => o.account_id), ...added.map((a) => a.account_id)])
  const free = (q ? (found.data ?? []) : []).filter((r) => !taken.has(r.with_account_id))
  const toggle = (id: string): void =>
    setRemoved(new Set(removed.has(id) ? [...removed].filter((r) => r !== id) : [...removed, id]))
  const save = async (): Promise<void> => {
    setBusy(true)
    const params = { id: event.id }
    const failed = new Set<string>()
    // sequential: each call takes the event's lock
    for (const person of added)
      await call(addCoOrganizer, { params, body: { account_id: person.account_id } }).catch(() =>
        failed.add(person.account_id),
      )
    for (const accountId of removed)
      await call(removeCoOrganizer, { params: { ...params, accountId } }).catch(() =>
        failed.add(accountId),
      )
    await mutate()
    void refreshEvent(event.id)
    setBusy(false)
    if (failed.size === 0) {
      toast('Co‑organisateurs mis à jour', { kind: 'success' })
      return onClose()
    }
    setAdded(added.filter((a) => failed.has(a.account_id)))
    setRemoved(new Set([...removed].filter((id) => failed.has(id))))
    toast("Certaines modifications n'ont pas pu être enregistrées", {
      kind: 'error',
      durationMs: 6000,
    })
  }
  return (
    <Dialog
      open
      onClose={busy ? () => undefined : onClose}
      title="Co‑organisateurs"
      level={700}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Annuler
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={added.length === 0 && removed.size === 0}
            onClick={() => void save()}
          >
            Valider
          </Button>
        </>
      }
    >
      <div className={styles.pick}>
        <p className={styles.small}>
          Ils modifient la fiche, invitent et gèrent les participants avec vous.
        </p>
        {data.length + added.length === 0 ? (
          <p className={styles.small}>Vous organisez seul cette sortie.</p>
        ) : (
          <ul className={styles.found} aria-label="Co‑organisateurs choisis">
            {data.map((o) => (
              <Row
                key={o.account_id}
                person={o}
                gone={removed.has(o.account_id)}
                word={removed.has(o.account_id) ? 'Sera retiré' : undefined}
                action={removed.has(o.account_id) ? 'Garder' : 'Retirer'}
                onAct={() => toggle(o.account_id)}
              />
            ))}
            {added.map((a) => (
              <Row
                key={a.account_id}
                person={a}
                word="Sera ajouté"
                action="Retirer"
                onAct={() => setAdded(added.filter((x) => x !== a))}
              />
            ))}
          </ul>
        )}
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
          <p className={styles.small} role="status">
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
                onAct={() => setAdded([...added, person])}
              />
            )
          })}
        </ul>
      </div>
    </Dialog>
  )
}
