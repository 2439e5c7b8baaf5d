import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import type { Together } from '#contract/messaging/held'
import { session } from '../../../data/session/session'
import { nameOf } from '../../../parts/agree/names'
import { Button } from '../../../ui/forms/button'
import { begin, coding, end, endWith } from './four-hands'
import styles from './held.module.css'

const CodeDialog = lazy(async () => ({
  default: (await import('../../../parts/agree/code-dialog')).CodeDialog,
}))

/** Above the composer: the rule of this conversation, and a request to end it. */
export const FourHandsBar = (props: { id: string; rule: Together }) => {
  const { asked } = useSnapshot(coding)
  const { account } = useSnapshot(session)
  const close = (): void => void (coding.asked = null)
  return (
    <>
      <Rule {...props} />
      {asked?.id === props.id ? (
        <Suspense fallback={null}>
          <CodeDialog
            identity={asked.identity}
            name={nameOf(account, asked.identity)}
            onCode={(code) => endWith(asked.id, asked.identity, code)}
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
        {nameOf(account, by)} souhaite arrêter « à quatre mains ».{' '}
        {mayAnswer ? null : `${nameOf(account, other ?? '')} doit le demander aussi.`}
      </p>
      <Button size="sm" onClick={() => void begin(id)}>
        Continuer
      </Button>
      {mayAnswer && other ? (
        <Button size="sm" onClick={() => void end(id, other)}>
          Arrêter
        </Button>
      ) : null}
    </div>
  )
}
