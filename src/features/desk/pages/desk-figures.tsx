import type { Reply } from '#contract/route'
import { caseKind, type CaseKind } from '#contract/staff/cases'
import { staffFigures, type Origin } from '#contract/staff/figures'
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
  'Décisions levées, contestées ou non',
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
  shownCount(m.undone),
]
const ORIGINS = {
  report: 'Signalements de membres',
  notice: 'Avis de l’extérieur',
  own: 'Initiative de l’équipe',
  signal: 'Alertes du serveur',
  appeal: 'Contestations',
} as const satisfies Record<Origin, string>

interface Sheet {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}
/** The tables of the page, as it shows and saves them. */
export const sheetsOf = ({ months, rules, origins, activeMembers }: Figures): readonly Sheet[] => [
  {
    title: 'Par origine, douze derniers mois',
    head: ['Origine', 'Dossiers clos', 'Mesures prises', 'Dont levées depuis'],
    rows: origins.map((o) => [
      ORIGINS[o.origin],
      shownCount(o.cases),
      // an appeal upholds or overturns a measure: it brings none
      ...(o.origin === 'appeal' ? ['', ''] : [shownCount(o.measures), shownCount(o.undone)]),
    ]),
  },
  {
    title: 'Par règle, douze derniers mois',
    head: ['Règle', 'Mesures prises', 'Dont levées depuis'],
    rows: rules.map((r) => [r.title, shownCount(r.count), shownCount(r.undone)]),
  },
  {
    title: 'En tout',
    head: ['Compté', 'Nombre'],
    rows: [
      ['Décisions prises par une machine', 0],
      ['Membres actifs, trente derniers jours', shownCount(activeMembers)],
    ],
  },
  { title: 'Mois par mois', head: HEAD, rows: months.map(rowOf) },
]

const Table = ({ sheet: { title, head, rows } }: { sheet: Sheet }) => (
  <section>
    <h2 className={styles.subtitle}>{title}</h2>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by the keyboard */}
    <div className={styles.table} tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {cells.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

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
  const sheets = sheetsOf(data)
  return (
    <div className={styles.wide}>
      <div className={styles.top}>
        <h1 className={styles.title}>Chiffres</h1>
        <Button
          icon={<IconDownload />}
          onClick={() =>
            saveText(
              csv(sheets.flatMap(({ title, head, rows }) => [[title], head, ...rows, []])),
              'chiffres.csv',
            )
          }
        >
          Télécharger (CSV)
        </Button>
      </div>
      <p className={styles.quiet}>
        Les nombres de 1 à 4 sont écrits «{NBSP}&lt;{NBSP}5{NBSP}»{NBSP}: ces tableaux peuvent être
        publiés sans que l’on y reconnaisse quelqu’un.
      </p>
      {sheets.map((sheet) => (
        <Table key={sheet.title} sheet={sheet} />
      ))}
    </div>
  )
}
