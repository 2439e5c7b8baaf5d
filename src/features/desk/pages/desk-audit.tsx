import { useState } from 'react'
import { listAudit, type AuditEntry } from '#contract/staff/access'
import { useData } from '../../../data/http/cache'
import { dateTime } from '../../../lib/dates'
import { LoadFailure } from '../../../parts/form/load-failure'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { Button } from '../../../ui/forms/button'
import { deskKey, staffCall } from '../state/desk'
import styles from './pages.module.css'

const ACTS: Readonly<Record<string, string>> = {
  'desk.unlocked': 'Bureau ouvert',
  'case.opened': 'Dossier consulté',
  'case.created': 'Dossier ouvert',
  'case.claimed': 'Dossier pris',
  'case.released': 'Dossier rendu',
  'case.decided': 'Dossier décidé',
  'case.exclusion_proposed': 'Exclusion proposée',
  'decision.undone': 'Décision annulée',
  'evidence.photo_opened': 'Photo regardée',
  'account.opened': 'Compte consulté',
  'staff.granted': 'Rôle donné',
  'staff.revoked': 'Rôle retiré',
}

const detailOf = (detail: AuditEntry['detail']): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(
      ([name, value]) =>
        `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    )
    .join(' · ')

const load = (before?: number): Promise<{ entries: AuditEntry[]; next: number | null }> =>
  staffCall(listAudit, { query: before === undefined ? {} : { before } })

/** What staff did and looked at. */
export const AuditPage = () => {
  const { data, error, mutate } = useData(deskKey('audit'), () => load())
  const [older, setOlder] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  const [busy, setBusy] = useState(false)
  if (error && !data)
    return (
      <LoadFailure
        failure={error as Error}
        title="Journal introuvable"
        gone="Le journal est réservé aux opérateurs."
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <SkeletonRows />
  const next = (older ?? data).next
  const more = async (): Promise<void> => {
    if (next === null) return
    setBusy(true)
    try {
      const page = await load(next)
      setOlder((known) => ({ ...page, entries: [...(known?.entries ?? []), ...page.entries] }))
    } catch {
      // the button stays, for another try
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Journal</h1>
      <ol className={styles.entries}>
        {[...data.entries, ...(older?.entries ?? [])].map((one) => (
          <li key={one.seq} className={styles.entry}>
            <b>{ACTS[one.act] ?? one.act}</b>
            <span className={styles.quiet}>
              {dateTime(one.at)} · {one.who}
            </span>
            <span className={styles.detail}>
              {[one.targetKind, one.targetId, detailOf(one.detail)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
      {next === null ? null : (
        <Button busy={busy} onClick={() => void more()}>
          Afficher plus
        </Button>
      )}
    </div>
  )
}
