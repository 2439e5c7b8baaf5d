import type { Reply } from '#contract/route'
import { caseKind, staffFigures, type CaseKind } from '#contract/staff/cases'
import { measure, type Measure } from '#contract/staff/measures'
import { useData } from '../../../data/http/cache'
import { LoadFailure } from '../../../parts/form/load-failure'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { Button } from '../../../ui/forms/button'
import { IconDownload } from '../../../ui/icons/actions'
import { DECIDED_LABELS, KIND_LABELS } from '../labels'
import { deskKey, staffCall } from '../state/desk'
import { csv, saveText } from './csv'
import styles from './pages.module.css'

type Month = Reply<typeof staffFigures>['months'][number]

const HEAD: readonly string[] = [
  'Mois',
  ...caseKind.options.map((kind: CaseKind) => KIND_LABELS[kind]),
  ...measure.options.map((one: Measure) => DECIDED_LABELS[one]),
  'Délai médian (h)',
  'Contestations',
  'Décisions revues',
]
const rowOf = (m: Month): readonly (string | number)[] => [
  m.month,
  ...caseKind.options.map((kind) => m.opened[kind] ?? 0),
  ...measure.options.map((one) => m.measures[one] ?? 0),
  m.medianHours ?? '',
  m.appeals,
  m.overturned,
]

/** Figures for a transparency report. */
export const FiguresPage = () => {
  const { data, error, mutate } = useData(
    deskKey('figures'),
    async () => (await staffCall(staffFigures, {})).months,
  )
  if (error && !data)
    return (
      <LoadFailure
        failure={error as Error}
        title="Chiffres introuvables"
        gone="Cette page est réservée aux opérateurs."
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <SkeletonRows />
  const rows = data.map(rowOf)
  return (
    <div className={styles.wide}>
      <div className={styles.top}>
        <h1 className={styles.title}>Chiffres</h1>
        <Button
          icon={<IconDownload />}
          onClick={() => saveText(csv([HEAD, ...rows]), 'chiffres.csv')}
        >
          Télécharger (CSV)
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by the keyboard */}
      <div className={styles.table} tabIndex={0} role="region" aria-label="Chiffres par mois">
        <table>
          <thead>
            <tr>
              {HEAD.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([month, ...cells]) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                {cells.map((cell, at) => (
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
