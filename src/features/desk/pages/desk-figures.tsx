import type { Reply } from '#contract/route'
import { caseKind, type CaseKind } from '#contract/staff/cases'
import { staffFigures, type Origin } from '#contract/staff/figures'
import { measure, REASONED_MEASURES, type Measure } from '#contract/staff/measures'
import { useData } from '../../../data/http/cache'
import { NBSP } from '../../../lib/text'
import { NotLoaded } from '../../../parts/form/not-loaded'
import { Button } from '../../../ui/forms/button'
import { IconDownload } from '../../../ui/icons/actions'
import { DECIDED_LABELS, KIND_LABELS } from '../labels'
import { deskKey, staffCall } from '../state/desk'
import { toCsv, saveCsv } from './csv'
import { hiddenCells, SMALL_COUNT, type EqualSums } from './hidden-cells'
import styles from './pages.module.css'

type Figures = Reply<typeof staffFigures>
type Month = Figures['months'][number]
type Cell = string | number

/** A number that is hidden, or that another hidden one could be worked out from. */
export const HIDDEN_CELL = '—'
type ShowCell = (cell: string) => Cell

const MEASURED: readonly Measure[] = measure.options.filter(
  (one) => one !== 'uphold' && one !== 'overturn',
)
const HEAD: readonly string[] = [
  'Mois',
  // each appeal is a case of its own
  ...caseKind.options.map((kind: CaseKind) => KIND_LABELS[kind]),
  ...MEASURED.map((one) => DECIDED_LABELS[one]),
  'Délai médian (h)',
  'Décisions maintenues',
  'Décisions annulées',
  'Décisions levées, contestées ou non',
]
const rowOf = (m: Month, shown: ShowCell): readonly Cell[] => [
  m.month,
  ...caseKind.options.map((kind) => shown(`${m.month} opened ${kind}`)),
  ...MEASURED.map((one) => shown(`${m.month} measure ${one}`)),
  m.decided < SMALL_COUNT ? '' : (m.medianHours ?? ''),
  shown(`${m.month} upheld`),
  shown(`${m.month} overturned`),
  shown(`${m.month} undone`),
]
/** An appeal upholds or overturns a measure: it brings none. */
const BRINGS = (origin: Origin): boolean => origin !== 'appeal'

/** Every number of the tables, by a name of its cell. */
const countsOf = ({ months, rules, origins, activeMembers }: Figures): Map<string, number> =>
  new Map([
    ['active', activeMembers],
    ...origins.flatMap((o): [string, number][] => [
      [`${o.origin} cases`, o.cases],
      ...(BRINGS(o.origin)
        ? ([
            [`${o.origin} measures`, o.measures],
            [`${o.origin} undone`, o.undone],
          ] as [string, number][])
        : []),
    ]),
    ...rules.flatMap((r, at): [string, number][] => [
      [`rule ${at}`, r.count],
      [`rule ${at} undone`, r.undone],
    ]),
    ...months.flatMap((m): [string, number][] => [
      ...caseKind.options.map((kind): [string, number] => [
        `${m.month} opened ${kind}`,
        m.opened[kind] ?? 0,
      ]),
      ...MEASURED.map((one): [string, number] => [
        `${m.month} measure ${one}`,
        m.measures[one] ?? 0,
      ]),
      [`${m.month} upheld`, m.upheld],
      [`${m.month} overturned`, m.overturned],
      [`${m.month} undone`, m.undone],
    ]),
  ])

/** Which cells have the same sum as which others, or would have once every open case is decided. */
const equalSums = ({ months, rules, origins }: Figures): EqualSums[] => {
  const by = (cell: (month: string) => readonly string[]): string[] =>
    months.flatMap((m) => cell(m.month))
  const measures = (list: readonly Measure[]): string[] =>
    by((month) => list.map((one) => `${month} measure ${one}`))
  const opened = (kind: CaseKind): string[] => by((month) => [`${month} opened ${kind}`])
  const bringing = origins.filter((o) => BRINGS(o.origin)).map((o) => o.origin)
  return [
    [
      bringing.map((o) => `${o} measures`),
      rules.map((_, at) => `rule ${at}`),
      measures(REASONED_MEASURES),
    ],
    [
      bringing.map((o) => `${o} undone`),
      rules.map((_, at) => `rule ${at} undone`),
      by((month) => [`${month} undone`]),
    ],
    [bringing.map((o) => `${o} cases`), measures(['dismiss', ...REASONED_MEASURES])],
    ...origins.map((o) => [[`${o.origin} cases`], opened(o.origin)]),
    [['appeal cases'], by((month) => [`${month} upheld`, `${month} overturned`])],
    ...months.map(({ month }) => [
      [`${month} opened appeal`],
      [`${month} upheld`, `${month} overturned`],
    ]),
    [opened('comment'), measures(['answer'])],
    [[...opened('newcomer'), ...opened('verification')], measures(['admit', 'verify', 'refuse'])],
  ]
}

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
export const sheetsOf = (figures: Figures): readonly Sheet[] => {
  const { months, rules, origins } = figures
  const counts = countsOf(figures)
  const hidden = hiddenCells(counts, equalSums(figures))
  const shown: ShowCell = (cell) => (hidden.has(cell) ? HIDDEN_CELL : (counts.get(cell) ?? 0))
  return [
    {
      title: 'Par origine, douze derniers mois',
      head: ['Origine', 'Dossiers clos', 'Mesures prises', 'Dont levées depuis'],
      rows: origins.map(({ origin }) => [
        ORIGINS[origin],
        shown(`${origin} cases`),
        ...(BRINGS(origin) ? [shown(`${origin} measures`), shown(`${origin} undone`)] : ['', '']),
      ]),
    },
    {
      title: 'Par règle, douze derniers mois',
      head: ['Règle', 'Mesures prises', 'Dont levées depuis'],
      // an account that was frozen in an emergency
      rows: rules.map((r, at) => [
        r.title || 'Sans règle',
        shown(`rule ${at}`),
        shown(`rule ${at} undone`),
      ]),
    },
    {
      title: 'En tout',
      head: ['Compté', 'Nombre'],
      rows: [
        ['Décisions prises par une machine', 0],
        ['Membres actifs, trente derniers jours', shown('active')],
      ],
    },
    { title: 'Mois par mois', head: HEAD, rows: months.map((m) => rowOf(m, shown)) },
  ]
}

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
  if (!data)
    return (
      <NotLoaded
        error={error}
        title="Chiffres introuvables"
        gone="Cette page est réservée aux opérateurs."
        onRetry={() => void mutate()}
      />
    )
  const sheets = sheetsOf(data)
  return (
    <div className={styles.wide}>
      <div className={styles.top}>
        <h1 className={styles.title}>Chiffres</h1>
        <Button
          icon={<IconDownload />}
          onClick={() =>
            saveCsv(
              toCsv(sheets.flatMap(({ title, head, rows }) => [[title], head, ...rows, []])),
              'chiffres.csv',
            )
          }
        >
          Télécharger (CSV)
        </Button>
      </div>
      <p className={styles.quiet}>
        Un tiret remplace les nombres de 1 à 4, et ceux dont on pourrait les déduire{NBSP}: ces
        tableaux peuvent être publiés sans que l’on y reconnaisse quelqu’un.
      </p>
      {sheets
        .filter(({ rows }) => rows.length > 0)
        .map((sheet) => (
          <Table key={sheet.title} sheet={sheet} />
        ))}
    </div>
  )
}
