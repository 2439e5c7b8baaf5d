import { useSnapshot } from 'valtio'
import type { HeldMessage } from '#contract/messaging/held'
import { session } from '../../../data/session/session'
import { toast, toastRefusal } from '../../../data/state/toasts'
import { useWork } from '../../../parts/form/use-work'
import { NBSP } from '../../../lib/text'
import { AgreeButtons } from '../../../parts/agree/agree-buttons'
import { mayAgreeHere, namesOf, ofNames, type Names } from '../../../parts/agree/names'
import { Button } from '../../../ui/forms/button'
import { approve, loadHeld, setAmending, withdraw } from '../state/held'
import { giveText } from '../state/open-composer'
import styles from './held.module.css'

const failed = (error: unknown, id: string): void => {
  toastRefusal(error, 'Le réseau est coupé. Réessayez dans un instant.')
  void loadHeld(id).catch(() => undefined)
}

/** The text of a message that was taken back returns to the composer, where it is empty. */
const tellWithdrawn = (held: HeldMessage, content: string): void => {
  const isGiven = !content || giveText(held.conversationId, content)
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
    return `Photo refusée par ${namesOf(account, held.refused)}. Annulez l’envoi pour écrire sans elle.`
  const what = held.reason === 'photo' ? ' pour une photo' : ''
  return `Attend l’accord ${ofNames(account, missing)}${what}`
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
        agree={(id, code) => approve(held, id, code)}
        onFailed={(error) => failed(error, held.conversationId)}
      />
    )
  if (mayAgreeHere(isRefused ? held.refused : missing, mode, activeIdentityId).length === 0)
    return null
  return (
    <Button size="sm" variant={isRefused ? 'quiet' : 'primary'} href="/account/agreements">
      {isRefused ? 'Revoir ma réponse' : 'Répondre'}
    </Button>
  )
}

/** The missing agreements, and the actions: agree, change the text, cancel. */
export const HeldActs = ({ held }: { held: HeldMessage }) => {
  const { account } = useSnapshot(session)
  const { busy, run } = useWork()
  const missing = held.wanted.filter((id) => !held.agreed.includes(id))
  const back = async (): Promise<void> => {
    await run(
      async () => {
        tellWithdrawn(held, (await withdraw(held)).content)
      },
      (error) => failed(error, held.conversationId),
    )
  }
  return (
    <div className={styles.below}>
      <p className={styles.waits}>{waits(account, held, missing)}</p>
      <div className={styles.acts}>
        <Answer held={held} missing={missing} disabled={busy} />
        <Button size="sm" variant="ghost" disabled={busy} onClick={() => setAmending(held)}>
          Modifier
        </Button>
        <Button size="sm" variant="ghost" busy={busy} onClick={() => void back()}>
          Annuler l’envoi
        </Button>
      </div>
    </div>
  )
}
