import type { Reply } from '#contract/route'
import { caseKind, type CaseKind } from '#contract/staff/cases'
import { staffFigures } from '#contract/staff/figures'
import { measure, type Measure } from '#contract/staff/measures'
import { useData } from '../../../data/http/cache'
import { NBSP } from '../../../lib/text'
import { LoadFailure } from '../../../parts/form/load-failure'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { Button } from '../../../ui/forms/button'
import { IconDownload } from '../../../ui/icons/actions'
import { DECIDED_LABELS, KIND_LABELS } from '../labels'
import { deskKey, staffCall } from '../state/desk'
import { csv, saveText } from './csv'
import styles from './pages.module.css'

type Figures = Reply<typeof staffFigures>
type Month = Figures['months'][number]
type Cell = string | number

/** Smaller counts could identify a member of a small community. */
const SMALL = 5
export const shownCount = (n: number): Cell => (n > 0 && n < SMALL ? `<${NBSP}${SMALL}` : n)

const HEAD: readonly string[] = [
  'Mois',
  ...caseKind.options.map((kind: CaseKind) => KIND_LABELS[kind]),
  ...measure.options
    .filter((one: Measure) => one !== 'uphold' && one !== 'overturn')
    .map((one: Measure) => DECIDED_LABELS[one]),
  'Délai médian (h)',
  'Contestations',
  'Décisions maintenues',
  'Décisions annulées',
]
const rowOf = (m: Month): readonly Cell[] => [
  m.month,
  ...caseKind.options.map((kind) => shownCount(m.opened[kind] ?? 0)),
  ...measure.options
    .filter((one) => one !== 'uphold' && one !== 'overturn')
    .map((one) => shownCount(m.measures[one] ?? 0)),
  m.decided < SMALL ? '' : (m.medianHours ?? ''),
  shownCount(m.appeals),
  shownCount(m.upheld),
  shownCount(m.overturned),
]
const ORIGINS = {
  report: 'À la suite d’un signalement',
  own: 'À l’initiative de l’équipe',
  signal: 'À la suite d’une alerte du serveur',
} as const
const yearOf = ({ rules, origins, activeMembers }: Figures): readonly (readonly Cell[])[] => [
  ...rules.map((r) => [`Mesures, règle «${NBSP}${r.title}${NBSP}»`, shownCount(r.count)]),
  ...Object.entries(ORIGINS).map(([origin, label]) => [
    `Mesures, ${label.toLowerCase()}`,
    shownCount(origins[origin] ?? 0),
  ]),
  ['Décisions prises par une machine', 0],
  ['Membres actifs, trente derniers jours', shownCount(activeMembers)],
]

/** Figures for a transparency report. */
export const FiguresPage = () => {
  const { data, error, mutate } = useData(deskKey('figures'), () => staffCall(staffFigures, {}))
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
  const rows = data.months.map(rowOf)
  const year = yearOf(data)
  return (
    <div className={styles.wide}>
      <div className={styles.top}>
        <h1 className={styles.title}>Chiffres</h1>
        <Button
          icon={<IconDownload />}
          onClick={() =>
            saveText(csv([HEAD, ...rows, [], ['Douze derniers mois'], ...year]), 'chiffres.csv')
          }
        >
          Télécharger (CSV)
        </Button>
      </div>
      <p className={styles.quiet}>
        Les nombres de 1 à 4 sont écrits «{NBSP}&lt;{NBSP}5{NBSP}»{NBSP}: ces tableaux peuvent être
        publiés sans que l’on y reconnaisse quelqu’un.
      </p>
      <h2 className={styles.subtitle}>Douze derniers mois</h2>
      <dl className={styles.facts}>
        {year.map(([name, value]) => (
          <div key={name}>
            <dt className={styles.quiet}>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className={styles.subtitle}>Mois par mois</h2>
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
