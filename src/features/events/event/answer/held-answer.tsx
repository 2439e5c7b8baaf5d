import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { approveAnswer, takeBackAnswer, type HeldAnswer } from '#contract/events/answers'
import { call } from '../../../../data/http/api'
import { saidBy } from '../../../../data/http/api-error'
import { mutate } from '../../../../data/http/mutate'
import { session } from '../../../../data/session/session'
import { toast } from '../../../../data/state/toasts'
import { Button } from '../../../../ui/forms/button'
import { answerKey, keepEvent, refreshEvent } from '../../state/keys'
import styles from '../act-bar.module.css'

/** Whose yes is missing; replaces the buttons of an answer until it is given or taken back. */
export const HeldAnswerPart = ({ eventId, answer }: { eventId: string; answer: HeldAnswer }) => {
  const { account, mode, activeIdentityId } = useSnapshot(session)
  const [busy, setBusy] = useState<string | null>(null)
  const nameOf = (id: string): string => {
    const one = account?.identities.find((i) => i.id === id)
    return one?.firstname ?? one?.identity_handle ?? 'votre moitié'
  }
  const missing = answer.wanted.filter((id) => !answer.agreed.includes(id))
  const asked = mode === 'both' ? missing : missing.filter((id) => id === activeIdentityId)
  const run = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    setBusy(what)
    try {
      await work()
    } catch (error) {
      toast(saidBy(error) ?? 'Le réseau est coupé. Réessayez dans un instant.', {
        kind: 'error',
        durationMs: 6_000,
      })
    }
    await mutate(answerKey(eventId))
    setBusy(null)
  }
  const approve = (id: string): Promise<void> =>
    run(id, async () => {
      const done = await call(
        approveAnswer,
        { params: { id: eventId }, body: { revision: answer.revision } },
        { identity: { as: id } },
      )
      if (done.event) await keepEvent(done.event)
      else await refreshEvent(eventId)
    })
  return (
    <>
      <p className={styles.text}>
        {answer.answer === 'participate' ? '«\u00a0Je participe\u00a0»' : '«\u00a0Non merci\u00a0»'}{' '}
        attend l’accord de {missing.map(nameOf).join(' et ')}
      </p>
      <Button
        size="lg"
        busy={busy === 'back'}
        disabled={busy !== null && busy !== 'back'}
        onClick={() =>
          void run('back', () =>
            call(takeBackAnswer, { params: { id: eventId } }, { identity: 'none' }),
          )
        }
      >
        Reprendre
      </Button>
      {asked.map((id) => (
        <Button
          key={id}
          size="lg"
          variant="primary"
          busy={busy === id}
          disabled={busy !== null && busy !== id}
          onClick={() => void approve(id)}
        >
          {asked.length > 1 ? `Accord de ${nameOf(id)}` : 'Donner mon accord'}
        </Button>
      ))}
    </>
  )
}
