import { warnReporter, type CaseDetail } from '#contract/staff/cases'
import { toastRefusal } from '../../../data/state/toasts'
import { dateTime } from '../../../lib/dates'
import { NBSP, plural } from '../../../lib/text'
import { reasonLabel } from '../../../parts/member/report-reasons'
import { Pill } from '../../../ui/display/pill'
import { announce } from '../../../ui/feedback/announcer'
import { Button } from '../../../ui/forms/button'
import { confirm } from '../../../ui/overlay/confirm'
import { staffCall } from '../state/desk'
import styles from './case.module.css'

type Report = CaseDetail['reports'][number]

const warn = async ({ id, by }: Report, onWarned: () => void): Promise<void> => {
  const sure = await confirm({
    title: `Avertir ${by}${NBSP}?`,
    message:
      'La plupart de ses signalements des trois derniers mois étaient sans fondement. S’il en vient trois autres en un mois, les suivants seront lus en dernier, sauf danger.',
    confirmLabel: 'Avertir',
  })
  if (!sure) return
  try {
    await staffCall(warnReporter, { params: { id } })
    announce('Membre averti.')
    onWarned()
  } catch (error) {
    toastRefusal(error, 'L’avertissement n’est pas parti. Réessayez.')
  }
}

const Misuse = ({ report, onWarned }: { report: Report; onWarned: () => void }) => {
  if (report.misuse === 'none') return null
  if (report.misuse === 'may_warn')
    return (
      <p>
        <Button size="sm" variant="ghost" onClick={() => void warn(report, onWarned)}>
          Avertir{NBSP}: signalements sans fondement
        </Button>
      </p>
    )
  return (
    <p>
      <Pill tone="neutral">
        {report.misuse === 'last'
          ? 'Signalements lus en dernier'
          : 'Déjà averti de ses signalements'}
      </Pill>
    </p>
  )
}

export const Reports = ({
  reports,
  onWarned,
}: {
  reports: CaseDetail['reports']
  onWarned: () => void
}) =>
  reports.length === 0 ? null : (
    <section className={styles.card} aria-label="Signalements">
      <h3 className={styles.cardTitle}>{plural(reports.length, 'signalement')}</h3>
      <ul className={styles.reports}>
        {reports.map((one) => (
          <li key={one.id}>
            <b>{reasonLabel(one.reason)}</b>
            <span className={styles.quiet}>
              {' '}
              · {one.by} · {dateTime(one.at)}
              {one.answered > 0
                ? ` · ${plural(one.answered, 'signalement traité', 'signalements traités')}, dont ${plural(one.founded, 'fondé')}`
                : ''}
            </span>
            {one.comment ? <p className={styles.words}>{one.comment}</p> : null}
            <Misuse report={one} onWarned={onWarned} />
          </li>
        ))}
      </ul>
    </section>
  )
