import { useSnapshot } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import type { HeldMessage } from '#contract/messaging/held'
import { ApiError, isTransientFailure } from '../../../data/http/api'
import { retryDelayMs } from '../../../data/http/queue-retry'
import { onReachable } from '../../../data/hub/reachable'
import { session } from '../../../data/session/session'
import { toast, toastRefusal } from '../../../data/state/toasts'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { NBSP } from '../../../lib/text'
import { AgreeButtons } from '../../../parts/agree/agree-buttons'
import {
  identitiesToAgree,
  identityNames,
  identityNamesWithDe,
  type Names,
} from '../../../parts/agree/names'
import { Button } from '../../../ui/forms/button'
import { approveHeldMessage, loadHeld, setAmending, withdrawHeldMessage } from '../state/held'
import { restoreDraftText } from '../state/open-composer'
import styles from './held.module.css'

const failed = (error: unknown, id: string): void => {
  if (error instanceof ApiError && error.code === 'photo_waiting')
    toast(error.message, {
      kind: 'error',
      durationMs: 8_000,
      action: { label: 'Répondre', onClick: () => navigate('/account/agreements') },
    })
  else toastRefusal(error, 'Le réseau est coupé. Réessayez dans un instant.')
  void loadHeld(id).catch(() => undefined)
}

/** Waiting longer each time, up to 30 s: the server has the text for at least 10 minutes. */
const TRIES_MAX = 20
/** Until a try makes sense again: the network is back, or the delay has passed. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = onReachable(done)
  })
/**
 * Takes a message back. Without a reply it asks again until there is one, even when the row has left
 * the screen: the server may have done it, and then only its reply has the text.
 */
const takeBack = async (held: HeldMessage): Promise<HeldMessage> => {
  for (let failures = 0; ; failures += 1)
    try {
      return await withdrawHeldMessage(held)
    } catch (error) {
      if (!isTransientFailure(error) || failures === TRIES_MAX) throw error
      if (failures === 0)
        toast('Le réseau est coupé. L’envoi sera annulé dès son retour.', {
          kind: 'error',
          durationMs: 6_000,
        })
      await pause(retryDelayMs(failures, error instanceof ApiError ? error.retryAfterS : 0))
    }
}

/** The text of a message that was taken back returns to the composer, where it is empty. */
const tellWithdrawn = (held: HeldMessage, content: string): void => {
  const isGiven = !content || restoreDraftText(held.conversationId, content)
  const photos = held.media.length > 0 ? ` Les photos restent dans «${NBSP}Mes photos${NBSP}».` : ''
  toast(
    isGiven
      ? `Rien n’est parti. Le texte est revenu dans le champ de saisie.${photos}`
      : `Rien n’est parti, et un autre message est en cours${NBSP}: votre texte était «${NBSP}${content}${NBSP}».${photos}`,
    { kind: 'info', durationMs: isGiven ? 5_000 : 15_000 },
  )
}

/** Why the message waits, in one line. */
const waits = (account: Names, held: HeldMessage, missing: readonly string[]): string => {
  if (held.refused.length > 0)
    return `Photo refusée par ${identityNames(account, held.refused)}. Annulez l’envoi pour écrire sans elle.`
  // all named persons have agreed; the photo was deleted, or a claim or a request to part closes it
  if (missing.length === 0) return 'Attend qu’une photo puisse être montrée.'
  const what = held.reason === 'photo' ? ' pour une photo' : ''
  return `Attend l’accord ${identityNamesWithDe(account, missing)}${what}`
}

/** What the acting identity can answer; after a refused photo, only the refusal can change anything. */
const Answer = ({
  held,
  missing,
  disabled,
}: {
  held: HeldMessage
  missing: readonly string[]
  disabled: boolean
}) => {
  const { mode, activeIdentityId } = useSnapshot(session)
  const isRefused = held.refused.length > 0
  if (held.reason === 'four_hands' && !isRefused)
    return (
      <AgreeButtons
        missing={missing}
        size="sm"
        disabled={disabled}
        agree={(id, code) => approveHeldMessage(held, id, code)}
        onFailed={(error) => failed(error, held.conversationId)}
      />
    )
  if (identitiesToAgree(isRefused ? held.refused : missing, mode, activeIdentityId).length === 0)
    return null
  return (
    <Button size="sm" variant={isRefused ? 'quiet' : 'primary'} href="/account/agreements">
      {isRefused ? 'Revoir ma réponse' : 'Répondre'}
    </Button>
  )
}

/** The missing agreements, and the actions: agree, change the text, cancel. */
export const HeldActs = ({ held }: { held: HeldMessage }) => {
  const { account, mode, activeIdentityId } = useSnapshot(session)
  const { busy, run } = useAsyncAction()
  const missing = held.wanted.filter((id) => !held.agreed.includes(id))
  // what leaves under the name of one is not changed by the other
  const mayAmend = mode === 'both' || [null, activeIdentityId].includes(held.senderIdentityId)
  const back = async (): Promise<void> => {
    await run(
      async () => {
        tellWithdrawn(held, (await takeBack(held)).content)
      },
      (error) => failed(error, held.conversationId),
    )
  }
  return (
    <div className={styles.below}>
      <p className={styles.waits}>{waits(account, held, missing)}</p>
      <div className={styles.acts}>
        <Answer held={held} missing={missing} disabled={busy} />
        {mayAmend ? (
          <Button size="sm" variant="ghost" disabled={busy} onClick={() => setAmending(held)}>
            Modifier
          </Button>
        ) : null}
        <Button size="sm" variant="ghost" busy={busy} onClick={() => void back()}>
          Annuler l’envoi
        </Button>
      </div>
    </div>
  )
}
