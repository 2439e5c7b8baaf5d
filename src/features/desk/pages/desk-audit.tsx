import { useState } from 'react'
import { Link } from 'wouter'
import { listAudit, type AuditEntry } from '#contract/staff/access'
import { useData } from '../../../data/http/cache'
import { dateTime } from '../../../lib/dates'
import { NBSP } from '../../../lib/text'
import { NotLoaded } from '../../../parts/form/not-loaded'
import { REASONS } from '../../../parts/member/report-reasons'
import { Button } from '../../../ui/forms/button'
import { DECIDED_LABELS } from '../labels'
import { AUDIT_ACT_LABELS, AUDIT_DETAIL_LABELS } from './audit-labels'
import { deskKey, staffCall } from '../state/desk'
import styles from './pages.module.css'

const VALUES: Readonly<Record<string, string>> = {
  ...DECIDED_LABELS,
  moderator: 'modération',
  operator: 'opérateur',
  ...Object.fromEntries(REASONS.map(({ value, label }) => [value, label])),
}
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/
const valueOf = (name: string, value: unknown): string => {
  // photos are counted from one on the screen
  if (name === 'position' && typeof value === 'number') return String(value + 1)
  if (typeof value === 'boolean') return value ? 'oui' : 'non'
  if (Array.isArray(value)) return value.map((one) => valueOf('', one)).join(', ')
  if (typeof value !== 'string') return String(value)
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return dateTime(value)
  return UUID.test(value) ? `…${value.slice(-6)}` : (VALUES[value] ?? value)
}
const detailOf = (detail: AuditEntry['detail']): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${AUDIT_DETAIL_LABELS[name] ?? name}${NBSP}: ${valueOf(name, value)}`)
    .join(' · ')

const ACTORS: Readonly<Record<string, string>> = {
  command: 'commande du serveur',
  server: 'le serveur',
}
const TARGETS: Readonly<Record<string, { label: string; path?: string }>> = {
  case: { label: 'Dossier', path: '/desk/cases/' },
  account: { label: 'Compte', path: '/desk/accounts/' },
  decision: { label: 'Décision' },
  evidence: { label: 'Copie' },
  user: { label: 'Personne' },
}
const Target = ({ entry: { targetKind, targetId } }: { entry: AuditEntry }) => {
  if (targetKind === null || targetId === null) return null
  const { label, path } = TARGETS[targetKind] ?? { label: targetKind }
  // the end of an id tells it from others; its beginning is a time
  const words = `${label} …${targetId.slice(-6)}`
  return path ? (
    <Link href={path + targetId} className={styles.link}>
      {words}
    </Link>
  ) : (
    words
  )
}

interface Page {
  readonly entries: readonly AuditEntry[]
  readonly next: number | null
}
const load = (before?: number): Promise<Page> =>
  staffCall(listAudit, { query: before === undefined ? {} : { before } })

/** What staff did and looked at. */
export const AuditPage = () => {
  const { data, error, mutate } = useData(deskKey('audit'), () => load())
  const [followed, setFollowed] = useState<(Page & { readonly first: Page }) | null>(null)
  const [busy, setBusy] = useState(false)
  // newer entries push others off the first page: what followed the one before leaves a gap
  const older = followed?.first === data ? followed : null
  if (!data)
    return (
      <NotLoaded
        error={error}
        title="Journal introuvable"
        gone="Le journal est réservé aux opérateurs."
        onRetry={() => void mutate()}
      />
    )
  const next = (older ?? data).next
  const more = async (): Promise<void> => {
    if (next === null) return
    setBusy(true)
    try {
      const page = await load(next)
      setFollowed({ ...page, first: data, entries: [...(older?.entries ?? []), ...page.entries] })
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
            <b>{AUDIT_ACT_LABELS[one.act] ?? one.act}</b>
            <span className={styles.quiet}>
              {dateTime(one.at)} · {ACTORS[one.who] ?? one.who}
            </span>
            <span className={styles.detail}>
              <Target entry={one} /> {detailOf(one.detail)}
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
