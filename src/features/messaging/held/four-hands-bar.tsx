import { Suspense } from 'react'
import { useSnapshot } from 'valtio'
import type { Together } from '#contract/messaging/held'
import { session } from '../../../data/session/session'
import { lazyPart } from '../../../data/start/lazy-part'
import { identityName } from '../../../parts/agree/names'
import { Button } from '../../../ui/forms/button'
import { startFourHands, codeRequest, endFourHands, requestEndOfFourHands } from './four-hands'
import styles from './held.module.css'

const CodeDialog = lazyPart(() =>
  import('../../../parts/agree/code-dialog').then((m) => m.CodeDialog),
)

/** Above the composer: the rule of this conversation, and a request to end it. */
export const FourHandsBar = (props: { id: string; rule: Together }) => {
  const { asked } = useSnapshot(codeRequest)
  const { account } = useSnapshot(session)
  const close = (): void => void (codeRequest.asked = null)
  return (
    <>
      <Rule {...props} />
      {asked?.id === props.id ? (
        <Suspense fallback={null}>
          <CodeDialog
            identity={asked.identity}
            name={identityName(account, asked.identity)}
            onCode={(code) => requestEndOfFourHands(asked.id, asked.identity, code)}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  )
}

const Rule = ({ id, rule }: { id: string; rule: Together }) => {
  const { account, mode, activeIdentityId } = useSnapshot(session)
  const { ending_by: by } = rule
  if (!by)
    return mode === 'both' ? (
      <div className={styles.bar}>
        <p>À quatre mains : votre message attendra vos deux accords.</p>
      </div>
    ) : null
  const other = account?.identities.find((i) => i.id !== by)?.id
  const mayAnswer = mode === 'both' || activeIdentityId === other
  return (
    <div className={styles.bar} role="status">
      <p>
        {identityName(account, by)} souhaite arrêter « à quatre mains ».{' '}
        {mayAnswer ? null : `${identityName(account, other ?? '')} doit le demander aussi.`}
      </p>
      <Button size="sm" onClick={() => void startFourHands(id)}>
        Continuer
      </Button>
      {mayAnswer && other ? (
        <Button size="sm" onClick={() => void endFourHands(id, other)}>
          Arrêter
        </Button>
      ) : null}
    </div>
  )
}
