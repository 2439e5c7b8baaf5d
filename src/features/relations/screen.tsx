import { useState } from 'react'
import useSWR from 'swr'
import { useLocation } from 'wouter'
import { listRelations, type Relation } from '#contract/relations'
import { call } from '../../data/api'
import { openPanel } from '../../data/panels'
import { fold } from '../../lib/text'
import { dateLong } from '../../lib/dates'
import { AccountAvatar } from '../../parts/avatar'
import { ArtConversations } from '../../ui/art/conversations'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { ListRow } from '../../ui/list-row'
import { PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { JoinLinks } from './join-links'
import styles from './relations.module.css'

const matches = (r: Relation, wanted: string): boolean => [r.with_account_handle, ...r.identities.map((i) => i.identity_handle)].some((t) => fold(t).includes(wanted))

/** /connection: relations and the links that make new ones. */
export const ConnectionScreen = () => {
  const { data, error, isLoading, mutate } = useSWR(['relations'], () => call(listRelations, {}))
  const [query, setQuery] = useState('')
  const [, navigate] = useLocation()
  const wanted = fold(query)
  const found = (data?.relations ?? []).filter((r) => !wanted || matches(r, wanted))
  return (
    <div className={styles.page}>
      <PageHeader title="Relations" onBack={() => navigate('/profile')} backLabel="Retour au profil" />
      <JoinLinks />
      <section className={styles.section} aria-label="Mes relations">
        {(data?.relations.length ?? 0) > 5 ? <SearchField label="Rechercher une relation" placeholder="Rechercher" value={query} onChange={setQuery} /> : null}
        {isLoading ? <SkeletonRows count={6} /> : null}
        {error ? <ErrorState text="Impossible de charger vos relations. Vérifiez votre connexion." onRetry={() => void mutate()} /> : null}
        {data && data.relations.length === 0 ? <EmptyState art={<ArtConversations />} title="Pas encore de relation" text="Une relation naît quand vous vous êtes écrit l’un à l’autre, ou par un lien d’invitation." /> : null}
        {data && data.relations.length > 0 && found.length === 0 ? <p className={styles.quiet}>Aucune relation ne correspond.</p> : null}
        <ul className={styles.list}>
          {found.map((r) => (
            <li key={r.with_account_id}>
              <ListRow
                leading={<AccountAvatar account={{ account_handle: r.with_account_handle, avatar_url: r.avatar_url, identities: r.identities }} size={48} online={r.is_online} />}
                title={r.with_account_handle}
                subtitle={`Depuis le ${dateLong(r.since)}`}
                onClick={() => openPanel({ kind: 'profile', id: r.with_account_id })}
              />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
