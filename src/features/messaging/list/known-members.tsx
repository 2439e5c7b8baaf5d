import { useData } from '../../../data/http/cache'
import { listRelations, type Relation } from '#contract/relations'
import { searchMembers } from '#contract/messaging/messages'
import { call } from '../../../data/http/api'
import { memberListKey } from '../../../data/http/keys'
import { foldAccents } from '../../../lib/text'
import { AccountAvatar } from '../../../parts/member/avatar'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { ListRow } from '../../../ui/layout/list-row'
import { useDebouncedValue } from '../../../ui/forms/use-debounced-value'
import styles from './list.module.css'

const OTHERS_MAX = 5
/** More are found by typing. */
const RELATIONS_MAX = 60

interface Member {
  readonly id: string
  readonly account_handle: string
  readonly avatar_url: string | null
  readonly identities: Relation['identities']
  readonly online?: boolean
}

const namesOf = (m: Member): string =>
  m.identities
    .map((i) => i.firstname)
    .filter((name) => name !== null)
    .join(' · ')

/** The caller's relations that match the typed text, all of them before a letter is typed. */
const useRelations = (wanted: string) => {
  const { data, isLoading } = useData(
    memberListKey('relations'),
    async () => (await call(listRelations, {})).relations,
  )
  const members = (data ?? []).map((r): Member => ({
    id: r.with_account_id,
    account_handle: r.with_account_handle,
    avatar_url: r.avatar_url,
    identities: r.identities,
    online: r.is_online,
  }))
  const found = members.filter((m) =>
    foldAccents(`${m.account_handle} ${namesOf(m)}`).includes(wanted),
  )
  return { relations: found.slice(0, RELATIONS_MAX), isLoading }
}

/** Members of common conversations whose handle contains the text; without < and >. */
const useOthers = (wanted: string, known: readonly Member[]): readonly Member[] => {
  const q = useDebouncedValue(wanted)
  const { data } = useData(
    q === '' || wanted === '' ? null : ['known-members', q],
    () => call(searchMembers, { query: { q, type: 'participants' } }),
    { keepPreviousData: true, shouldRetryOnError: false },
  )
  if (wanted === '') return []
  const ids = new Set(known.map((m) => m.id))
  return (data?.accounts ?? []).filter((a) => !ids.has(a.id)).slice(0, OTHERS_MAX)
}

/** Members to write to: relations first, then others that the caller shares a conversation with. */
export const useKnownMembers = (typed: string) => {
  const wanted = typed.replace(/[<>]/g, '').trim().replace(/^@/, '')
  const { relations, isLoading } = useRelations(foldAccents(wanted))
  const others = useOthers(wanted, relations)
  return { members: [...relations, ...others], isLoading }
}

export const MemberRows = ({
  members,
  disabled,
  label,
  onPick,
}: {
  members: readonly Member[]
  disabled: boolean
  label: string
  onPick: (handle: string) => void
}) => (
  <ul className={styles.known} aria-label={label}>
    {members.map((m) => (
      <li key={m.id}>
        <ListRow
          leading={<AccountAvatar account={m} size={40} online={m.online} />}
          title={m.account_handle}
          subtitle={namesOf(m) || undefined}
          disabled={disabled}
          onClick={() => onPick(m.account_handle)}
        />
      </li>
    ))}
  </ul>
)

/** The choice of a member in «Nouvelle discussion». */
export const KnownMembers = ({
  typed,
  disabled,
  onPick,
}: {
  typed: string
  disabled: boolean
  onPick: (handle: string) => void
}) => {
  const { members, isLoading } = useKnownMembers(typed)
  if (members.length === 0) return isLoading ? <SkeletonRows count={3} /> : null
  return (
    <div className={styles.choices}>
      <MemberRows
        members={members}
        label="Membres que vous connaissez"
        disabled={disabled}
        onPick={onPick}
      />
    </div>
  )
}
