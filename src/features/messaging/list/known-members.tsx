import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { searchMembers } from '#contract/messaging/messages'
import { call } from '../../../data/http/api'
import { AccountAvatar } from '../../../parts/member/avatar'
import { ListRow } from '../../../ui/layout/list-row'
import styles from './list.module.css'

const DEBOUNCE_MS = 300
const SHOWN_MAX = 5

/**
 * Known members whose handle contains the typed text; without < and >, 300 ms after the last
 * keystroke.
 */
export const KnownMembers = ({
  typed,
  disabled,
  onPick,
}: {
  typed: string
  disabled: boolean
  onPick: (handle: string) => void
}) => {
  const wanted = typed.replace(/[<>]/g, '').trim().replace(/^@/, '')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(wanted), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data } = useSWR(
    q === '' || wanted === '' ? null : ['known-members', q],
    () => call(searchMembers, { query: { q, type: 'participants' } }),
    { keepPreviousData: true, shouldRetryOnError: false },
  )
  const accounts = wanted === '' ? [] : (data?.accounts ?? []).slice(0, SHOWN_MAX)
  return accounts.length === 0 ? null : (
    <ul className={styles.known} aria-label="Membres que vous connaissez">
      {accounts.map((a) => (
        <li key={a.id}>
          <ListRow
            leading={<AccountAvatar account={a} size={36} />}
            title={a.account_handle}
            disabled={disabled}
            onClick={() => onPick(a.account_handle)}
          />
        </li>
      ))}
    </ul>
  )
}
