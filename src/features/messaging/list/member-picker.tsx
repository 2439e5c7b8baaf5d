import { useState } from 'react'
import { useData } from '../../../data/http/cache'
import { navigate } from 'wouter/use-browser-location'
import { listRelations, type Relation } from '#contract/relations'
import { call } from '../../../data/http/api'
import { memberListKey } from '../../../data/http/keys'
import { closeAll } from '../../../data/state/panels'
import { foldAccents, plural } from '../../../lib/text'
import { AccountAvatar } from '../../../parts/member/avatar'
import { Button } from '../../../ui/forms/button'
import { Chip } from '../../../ui/forms/chip'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { Tick } from '../../../ui/forms/checkbox'
import { ErrorState } from '../../../ui/feedback/error-state'
import { SearchField } from '../../../ui/forms/search-field'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import styles from '../group/group.module.css'

interface Props {
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
  /** Accounts that are already members. */
  without?: ReadonlySet<string> | undefined
}

const ChosenMembers = ({
  chosen,
  onRemove,
}: {
  chosen: readonly Relation[]
  onRemove: (relation: Relation) => void
}) =>
  chosen.length > 0 ? (
    <div
      className={styles.chips}
      role="group"
      aria-label={plural(chosen.length, 'membre choisi', 'membres choisis')}
    >
      {chosen.map((r) => (
        <Chip
          key={r.with_account_id}
          onRemove={() => onRemove(r)}
          removeLabel={`Retirer ${r.with_account_handle}`}
        >
          {r.with_account_handle}
        </Chip>
      ))}
    </div>
  ) : null

const MemberChoice = ({
  relation: r,
  checked,
  onToggle,
}: {
  relation: Relation
  checked: boolean
  onToggle: () => void
}) => (
  <li>
    <label className={styles.choice}>
      <AccountAvatar
        account={{
          account_handle: r.with_account_handle,
          avatar_url: r.avatar_url,
          identities: r.identities,
        }}
        size={40}
        online={r.is_online}
      />
      <span className={styles.choiceName}>{r.with_account_handle}</span>
      <Tick checked={checked} onChange={onToggle} />
    </label>
  </li>
)

/** Search and selection among the account's relations. */
export const MemberPicker = ({ chosen, onChange, without }: Props) => {
  const [query, setQuery] = useState('')
  const { data, error, mutate } = useData(
    memberListKey('relations'),
    async () => (await call(listRelations, {})).relations,
  )
  if (error && !data)
    return (
      <ErrorState text="Vos relations n’ont pas pu être chargées." onRetry={() => void mutate()} />
    )
  if (!data) return <SkeletonRows count={4} />
  const free = data.filter((r) => !without?.has(r.with_account_id))
  if (free.length === 0)
    return (
      <EmptyState
        level={3}
        title={data.length === 0 ? 'Pas encore de relation' : 'Toutes vos relations sont déjà là'}
        text="On ajoute à un groupe les personnes avec qui on a échangé, ou qui ont suivi votre lien d’invitation."
        action={
          <Button onClick={() => void closeAll().then(() => navigate('/connection'))}>
            Inviter quelqu’un
          </Button>
        }
      />
    )
  const wanted = foldAccents(query.trim())
  const byId = new Map(free.map((r) => [r.with_account_id, r]))
  const shown = free.filter((r) => foldAccents(r.with_account_handle).includes(wanted))
  const toggle = (r: Relation): void =>
    onChange(
      chosen.includes(r.with_account_id)
        ? chosen.filter((id) => id !== r.with_account_id)
        : [...chosen, r.with_account_id],
    )
  return (
    <div className={styles.picker}>
      <ChosenMembers chosen={chosen.flatMap((id) => byId.get(id) ?? [])} onRemove={toggle} />
      <SearchField
        label="Chercher parmi vos relations"
        placeholder="Chercher une relation"
        value={query}
        onChange={setQuery}
      />
      <ul className={styles.people}>
        {shown.map((r) => (
          <MemberChoice
            key={r.with_account_id}
            relation={r}
            checked={chosen.includes(r.with_account_id)}
            onToggle={() => toggle(r)}
          />
        ))}
      </ul>
      {shown.length === 0 ? (
        <p className={styles.quiet} role="status">
          Aucune relation ne porte ce pseudo.
        </p>
      ) : null}
    </div>
  )
}
