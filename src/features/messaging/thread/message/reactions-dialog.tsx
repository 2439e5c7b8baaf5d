import { useSnapshot } from 'valtio'
import type { Message, Participant } from '#contract/messaging/messages'
import { actingIdentity, session } from '../../../../data/session/session'
import { plural } from '../../../../lib/text'
import { AccountAvatar, NamedAvatar } from '../../../../parts/member/avatar'
import { Button } from '../../../../ui/forms/button'
import { Dialog } from '../../../../ui/overlay/dialog'
import { changeReaction } from '../../state/acting'
import styles from './reactions-dialog.module.css'
import { sortByUse } from './reactions'
import { messaging } from '../../state/store'
import { shownName } from '../titles'
import { isCouple } from '../../../../lib/couple'

type Reaction = Message['reactions'][string][number]

/** Author of a reaction: one identity, or in both mode the account. */
const Face = ({
  by,
  participant,
  own,
}: {
  by: Reaction
  participant: Participant | undefined
  own: boolean
}) => {
  const identity = participant?.account.identities.find((i) => i.id === by.identity_id)
  if (identity)
    return (
      <>
        <NamedAvatar
          name={identity.identity_handle}
          avatar={identity.avatar_url ?? participant?.account.avatar_url ?? null}
          size={40}
        />
        <span className={styles.who}>
          <b>{own ? identity.identity_handle : shownName(identity)}</b>
        </span>
      </>
    )
  if (!participant)
    return (
      <>
        <NamedAvatar name="?" avatar={null} size={40} />
        <span className={styles.who}>
          <b>Ancien participant</b>
        </span>
      </>
    )
  const both = by.identity_id === null && isCouple(participant.account.identities)
  return (
    <>
      <AccountAvatar account={participant.account} size={40} />
      <span className={styles.who}>
        <b>{participant.account.account_handle}</b>
        {both ? <small>Tous les deux</small> : null}
      </span>
    </>
  )
}

/** Reactions of a message by author; one's own can be removed. Closes with the last one. */
export const ReactionsDialog = ({
  message: m,
  onClose,
}: {
  message: Message
  onClose: () => void
}) => {
  const participants = useSnapshot(messaging).conversations[m.conversationId]?.participants
  const { accountId } = useSnapshot(session)
  const acting = actingIdentity()
  const all = sortByUse(m.reactions).flatMap(([emoji, list]) => list.map((by) => ({ emoji, by })))
  const takesBack = (by: Reaction): boolean =>
    by.account_id === accountId && (acting.kind !== 'single' || by.identity_id === acting.id)
  const takeBack = (): void => {
    if (acting.kind !== 'none' && all.length === 1) onClose()
    changeReaction(m, null)
  }
  return (
    <Dialog
      open={all.length > 0}
      onClose={onClose}
      title="Réactions"
      description={plural(all.length, 'réaction')}
      size="sm"
    >
      <ul className={styles.list}>
        {all.map(({ emoji, by }) => (
          <li key={`${emoji}${by.account_id}${by.identity_id}`} className={styles.row}>
            <Face
              by={by}
              own={by.account_id === accountId}
              participant={participants?.find((p) => p.account_id === by.account_id)}
            />
            {takesBack(by) ? (
              <Button size="sm" onClick={takeBack}>
                Retirer
              </Button>
            ) : null}
            <span className={styles.emoji}>{emoji}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
