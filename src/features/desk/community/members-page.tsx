import { useState } from 'react'
import { Link } from 'wouter'
import { searchAccounts } from '#contract/staff/members'
import { dateLong } from '../../../lib/dates'
import { Pill } from '../../../ui/display/pill'
import { SearchField } from '../../../ui/forms/search-field'
import { ACCOUNT_STATES } from '../labels'
import { staffCall } from '../state/desk'
import { useDebouncedValue } from '../../../ui/forms/use-debounced-value'
import styles from '../pages/pages.module.css'
import { Load } from './load'

const Found = ({ q }: { q: string }) => (
  <Load
    name={`members:${q}`}
    load={async () => (await staffCall(searchAccounts, { query: { q } })).accounts}
  >
    {(accounts) =>
      accounts.length === 0 ? (
        <p className={styles.quiet}>Aucun pseudo ne commence ainsi.</p>
      ) : (
        <ul className={styles.entries}>
          {accounts.map((one) => (
            <li key={one.id} className={styles.person}>
              <div>
                <Link href={`/desk/accounts/${one.id}`} className={styles.link}>
                  {one.handle}
                </Link>
                <p className={styles.quiet}>Inscription le {dateLong(one.createdAt)}</p>
              </div>
              <Pill tone={one.state === 'active' ? 'ok' : 'warn'}>{ACCOUNT_STATES[one.state]}</Pill>
            </li>
          ))}
        </ul>
      )
    }
  </Load>
)

/** Members by the beginning of their handle; each search is written to the log. */
export const MembersPage = () => {
  const [typed, setTyped] = useState('')
  const q = useDebouncedValue(typed.trim())
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Membres</h1>
      <SearchField label="Début du pseudo" value={typed} onChange={setTyped} />
      {q.length >= 2 ? (
        <Found key={q} q={q} />
      ) : (
        <p className={styles.quiet}>
          Deux lettres suffisent. Chaque recherche est notée au journal.
        </p>
      )}
    </div>
  )
}
