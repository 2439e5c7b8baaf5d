import { useState } from 'react'
import { acceptRules, communityRules } from '#contract/moderation'
import { call } from '../../data/http/api'
import { serverMessageOf } from '../../data/http/api-error'
import { useData } from '../../data/http/cache'
import { session } from '../../data/session/state'
import { useAsyncAction } from '../../parts/form/use-async-action'
import { Alert } from '../../ui/feedback/alert'
import { ErrorState } from '../../ui/feedback/error-state'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { Button } from '../../ui/forms/button'
import { Dialog } from '../../ui/overlay/dialog'
import styles from './moderation.module.css'

/** A new version of the rules: read and accepted, or closed until the next start. */
export const RulesPanel = () => {
  const { data, error, mutate } = useData(['rules'], () => call(communityRules, {}))
  const { busy, run } = useAsyncAction()
  const [failed, setFailed] = useState<string | null>(null)
  const close = (): void => {
    session.rulesToAccept = null
  }
  const accept = async (): Promise<void> => {
    if (!data) return
    setFailed(null)
    await run(
      async () => {
        await call(acceptRules, { body: { version: data.version } })
        close()
      },
      (thrown) =>
        setFailed(serverMessageOf(thrown) ?? 'Votre accord n’a pas pu être enregistré. Réessayez.'),
    )
  }
  return (
    <Dialog
      open
      onClose={close}
      title="Les règles de la communauté ont changé"
      description="Prenez un instant pour les relire. L’équipe s’appuie sur elles pour chaque décision."
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            Plus tard
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={data === undefined}
            onClick={() => void accept()}
          >
            J’accepte ces règles
          </Button>
        </>
      }
    >
      {data ? (
        <>
          <ol className={styles.rules}>
            {data.rules.map((rule) => (
              <li key={rule.key}>
                <h3 className={styles.cardTitle}>{rule.title}</h3>
                <p className={styles.words}>{rule.text}</p>
              </li>
            ))}
          </ol>
          <a href="/rules" target="_blank" rel="noreferrer" className={styles.link}>
            Lire dans un autre onglet
          </a>
        </>
      ) : error ? (
        <ErrorState text="Les règles n’ont pas pu être chargées." onRetry={() => void mutate()} />
      ) : (
        <SkeletonRows count={4} />
      )}
      <Alert>{failed}</Alert>
    </Dialog>
  )
}
