import { Link } from 'wouter'
import { communityRules } from '#contract/moderation'
import { call } from '../../data/http/api'
import { useData } from '../../data/http/cache'
import { ErrorState } from '../../ui/feedback/error-state'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { PublicPage } from '../../parts/form/public-page'
import styles from './moderation.module.css'

/** The rules of the community; public. */
export const RulesScreen = () => {
  const { data, error, mutate } = useData(['rules'], () => call(communityRules, {}))
  return (
    <PublicPage
      wide
      title="Règles de la communauté"
      intro="Ce que nous nous devons les uns aux autres. L’équipe s’appuie sur ces règles pour chaque décision, et dit laquelle."
      footer={
        <>
          <Link href="/conditions" className={styles.link}>
            Conditions
          </Link>{' '}
          ·{' '}
          <Link href="/signaler" className={styles.link}>
            Signaler un contenu
          </Link>
        </>
      }
    >
      {data ? (
        <ol className={styles.rules}>
          {data.rules.map((rule) => (
            <li key={rule.key}>
              <h2 className={styles.cardTitle}>{rule.title}</h2>
              <p className={styles.words}>{rule.text}</p>
            </li>
          ))}
        </ol>
      ) : error ? (
        <ErrorState text="Les règles n’ont pas pu être chargées." onRetry={() => void mutate()} />
      ) : (
        <SkeletonRows count={4} />
      )}
    </PublicPage>
  )
}
