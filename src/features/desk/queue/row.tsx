import { memo } from 'react'
import { Link } from 'wouter'
import { CLAIM_DECIDED_MS } from '#contract/limits'
import type { CaseLine } from '#contract/staff/cases'
import { reasonLabel } from '../../../parts/member/report-reasons'
import { plural } from '../../../lib/text'
import { dayShort } from '../../../lib/dates'
import { cx } from '../../../lib/cx'
import { Pill } from '../../../ui/display/pill'
import {
  ageText,
  DECIDED_LABELS,
  severityOf,
  KIND_LABELS,
  subjectOf,
  TAG_LABELS,
  caseTitle,
} from '../labels'
import styles from './queue.module.css'

const claimWords = (line: CaseLine): string | null => {
  if (line.state === 'waiting_second') return 'Attend une deuxième personne'
  if (!line.claim) return null
  return line.claim.mine ? 'Vous vous en occupez' : `${line.claim.by} s’en occupe`
}

/** Of a photo that a member says to be on, which others do not see meanwhile. */
const decideBefore = (openedAt: string): string => {
  const due = Date.parse(openedAt) + CLAIM_DECIDED_MS
  return due < Date.now()
    ? 'Photo masquée\u00a0: réponse en retard'
    : `Photo masquée\u00a0: répondre avant le ${dayShort(new Date(due).toISOString())}`
}

/** One case in the queue. */
export const Row = memo(({ line, active }: { line: CaseLine; active: boolean }) => {
  const { label, tone } = severityOf(line.priority)
  const claim = claimWords(line)
  const details = [
    subjectOf(line),
    line.kind === 'report' || line.reasons.length === 0 ? null : KIND_LABELS[line.kind],
    line.tag ? TAG_LABELS[line.tag] : null,
    line.reports > 0 ? plural(line.reports, 'signalement') : null,
  ].filter(Boolean)
  const what = line.reasons.length > 0 ? line.reasons.map(reasonLabel) : [KIND_LABELS[line.kind]]
  return (
    <Link
      href={`/desk/cases/${line.id}`}
      data-case={line.id}
      className={cx(styles.row, active && styles.active)}
      aria-current={active ? 'true' : undefined}
    >
      <span className={styles.line}>
        <Pill tone={tone}>{label}</Pill>
        <b className={styles.who}>{caseTitle(line)}</b>
        <time className={styles.quiet} dateTime={line.closedAt ?? line.openedAt}>
          {line.closedAt ? dayShort(line.closedAt) : ageText(line.openedAt)}
        </time>
      </span>
      <span className={styles.reasons}>{what.join(' · ')}</span>
      {details.length > 0 ? <span className={styles.quiet}>{details.join(' · ')}</span> : null}
      {line.closedAt === null && line.reasons.includes('pictured') ? (
        <span className={styles.claim}>{decideBefore(line.openedAt)}</span>
      ) : null}
      {line.outcome ? (
        <span className={styles.outcome}>
          {DECIDED_LABELS[line.outcome.measure]}
          {line.outcome.undone ? ', annulée depuis' : ''}
        </span>
      ) : null}
      {line.keptUntil ? (
        <span className={styles.quiet}>Copies gardées jusqu’au {dayShort(line.keptUntil)}</span>
      ) : null}
      {claim ? (
        <span className={line.claim?.mine ? styles.mine : styles.claim}>{claim}</span>
      ) : null}
    </Link>
  )
})
