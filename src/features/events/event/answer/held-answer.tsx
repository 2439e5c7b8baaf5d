import { useSnapshot } from 'valtio'
import type { HeldAnswer } from '#contract/events/balance'
import { approveAnswer, takeBackAnswer } from '#contract/events/held-answers'
import { call } from '../../../../data/http/api'
import { session } from '../../../../data/session/session'
import { toastRefusal } from '../../../../data/state/toasts'
import { useAsyncAction } from '../../../../parts/form/use-async-action'
import { AgreeButtons } from '../../../../parts/agree/agree-buttons'
import { identityName, identityNamesWithDe } from '../../../../parts/agree/names'
import { Button } from '../../../../ui/forms/button'
import { cacheEvent, refreshEvent } from '../../state/keys'
import styles from '../act-bar.module.css'

/** The missing agreements; replaces the buttons of an answer until it is sent or withdrawn. */
export const HeldAnswerPart = ({ eventId, answer }: { eventId: string; answer: HeldAnswer }) => {
  const { account } = useSnapshot(session)
  const { busy, run } = useAsyncAction()
  const missing = answer.wanted.filter((id) => !answer.agreed.includes(id))
  const failed = (error: unknown): void => {
    toastRefusal(error, 'Le réseau est coupé. Réessayez dans un instant.')
    void refreshEvent(eventId)
  }
  const agree = async (identity: string, code?: string): Promise<void> => {
    const done = await call(
      approveAnswer,
      { params: { id: eventId }, body: { revision: answer.revision, ...(code ? { code } : {}) } },
      { identity: { as: identity } },
    )
    if (done.event) await cacheEvent(done.event)
    else await refreshEvent(eventId)
  }
  const takeBack = async (): Promise<void> => {
    await run(async () => {
      await call(takeBackAnswer, { params: { id: eventId } }, { identity: 'none' })
      await refreshEvent(eventId)
    }, failed)
  }
  return (
    <>
      <p className={styles.text}>
        {answer.answer === 'participate' ? '«\u00a0Je participe\u00a0»' : '«\u00a0Non merci\u00a0»'}
        {answer.coming_identity_id
          ? `, pour ${identityName(account, answer.coming_identity_id)} seulement,`
          : ''}{' '}
        attend l’accord {identityNamesWithDe(account, missing)}
      </p>
      <Button size="lg" busy={busy} onClick={() => void takeBack()}>
        Retirer la réponse
      </Button>
      <AgreeButtons missing={missing} size="lg" disabled={busy} agree={agree} onFailed={failed} />
    </>
  )
}
