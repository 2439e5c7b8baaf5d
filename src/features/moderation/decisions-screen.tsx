import { Link } from 'wouter'
import { myComments, myReports, type OwnReport } from '#contract/moderation'
import { call } from '../../data/http/api'
import { useData } from '../../data/http/cache'
import { dateLong } from '../../lib/dates'
import { NBSP } from '../../lib/text'
import { NotLoaded } from '../../parts/form/not-loaded'
import { reasonLabel } from '../../parts/member/report-reasons'
import { Pill } from '../../ui/display/pill'
import { Page } from '../../ui/layout/page'
import { useWayBack } from '../../parts/form/use-way-back'
import { DecisionCard } from './decision-card'
import { REPORTED_KIND_LABELS, REPORT_STATES } from './labels'
import styles from './moderation.module.css'
import { useDecisions } from './use-decisions'

const OWN = { identity: 'none' } as const

const Report = ({ report }: { report: OwnReport }) => (
  <li className={styles.report}>
    <div>
      <b>{REPORTED_KIND_LABELS[report.kind]}</b> · {reasonLabel(report.reason)}
      <p className="quiet">
        Envoyé le {dateLong(report.createdAt)}
        {report.closedAt ? ` · réponse le ${dateLong(report.closedAt)}` : ''}
      </p>
    </div>
    <Pill tone={report.state === 'measure' ? 'ok' : 'neutral'}>{REPORT_STATES[report.state]}</Pill>
  </li>
)

/** What the member sent with «Un commentaire ?», and the answers. */
const Comments = () => {
  const { data } = useData(
    ['moderation', 'comments'],
    async () => (await call(myComments, {}, OWN)).comments,
    { dedupingInterval: 0 },
  )
  if (!data || data.length === 0) return null
  return (
    <section className="stack" aria-labelledby="commentaires">
      <h2 id="commentaires" className={styles.sectionTitle}>
        Vos commentaires
      </h2>
      {data.map((one) => (
        <article key={one.id} className={styles.card}>
          <p className={styles.words}>{one.text}</p>
          <p className="quiet">
            Envoyé le {dateLong(one.createdAt)}
            {one.answeredAt ? ` · réponse le ${dateLong(one.answeredAt)}` : ''}
          </p>
          {one.answer ? <p className={`${styles.words} ${styles.rule}`}>{one.answer}</p> : null}
        </article>
      ))}
    </section>
  )
}

/** What the member reported, and what came of it. */
const Reports = ({ reports }: { reports: readonly OwnReport[] }) => (
  <>
    {reports.length === 0 ? (
      <p className="quiet">
        Vous n’avez rien signalé. «&nbsp;Signaler&nbsp;» se trouve dans le menu de chaque profil,
        message, photo et sortie.
      </p>
    ) : (
      <ul className={styles.reports}>
        {reports.map((one) => (
          <Report key={one.id} report={one} />
        ))}
      </ul>
    )}
    {reports.some((one) => one.state !== 'received') ? (
      <p className="quiet">
        Pas d’accord avec une réponse{NBSP}? Écrivez-nous par «{NBSP}Un commentaire{NBSP}?{NBSP}»,
        dans le menu{NBSP}: l’équipe relira.
      </p>
    ) : null}
  </>
)

/** «Mes signalements et décisions»: what the member reported, and what was decided about them. */
export const DecisionsScreen = () => {
  const back = useWayBack({ label: 'Retour à la confidentialité', go: '/settings/privacy' })
  const reports = useData(
    ['moderation', 'reports'],
    async () => (await call(myReports, {}, OWN)).reports,
    { dedupingInterval: 0 },
  )
  const decisions = useDecisions()
  const error = reports.error ?? decisions.error
  const reload = (): void => {
    void reports.mutate()
    void decisions.mutate()
  }
  return (
    <Page
      title="Mes signalements et décisions"
      {...back}
      subtitle={
        <>
          Ce que vous avez signalé, et ce que l’équipe a décidé.{' '}
          <Link href="/rules" className={styles.link}>
            Règles de la communauté
          </Link>
        </>
      }
    >
      {reports.data && decisions.data ? null : (
        <NotLoaded
          error={error}
          gone="Ces informations ne sont pas accessibles pour le moment."
          rows={3}
          onRetry={reload}
        />
      )}
      {reports.data && decisions.data ? (
        <>
          <section className="stack" aria-labelledby="decisions">
            <h2 id="decisions" className={styles.sectionTitle}>
              Décisions vous concernant
            </h2>
            {decisions.data.length === 0 ? (
              <p className="quiet">Aucune décision ne vous concerne.</p>
            ) : (
              decisions.data.map((one) => (
                <DecisionCard
                  key={one.id}
                  decision={one}
                  onChanged={() => void decisions.mutate()}
                />
              ))
            )}
          </section>
          <section className="stack" aria-labelledby="signalements">
            <h2 id="signalements" className={styles.sectionTitle}>
              Vos signalements
            </h2>
            <Reports reports={reports.data} />
          </section>
          <Comments />
        </>
      ) : null}
    </Page>
  )
}
