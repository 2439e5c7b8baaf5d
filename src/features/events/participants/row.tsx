import { memo, useEffect, useLayoutEffect, useRef } from 'react'
import type { ParticipantRow } from '#contract/events/participants'
import { openPanel } from '../../../data/state/panels'
import { AccountAvatar } from '../../../parts/member/avatar'
import { confirmRefusal } from '../../../parts/member/confirm-refusal'
import { IdentityIcons } from '../../../parts/member/identity-icons'
import { Button } from '../../../ui/forms/button'
import { regainFocus } from '../../../ui/overlay/focus-after'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconEdit } from '../../../ui/icons/actions'
import { IconCheck } from '../../../ui/icons/base'
import { IconChat } from '../../../ui/icons/nav'
import { IconComment } from '../../../ui/icons/chat'
import { IconStar } from '../../../ui/icons/media'
import { IconMask } from '../../../ui/icons/people'
import { IconClock, IconEuro, IconTicket } from '../../../ui/icons/status'
import { Pill } from '../../../ui/display/pill'
import { Switch } from '../../../ui/forms/switch'
import { changePerson, hideOwnHandle } from './data'
import { statusBadge, isOrganizerRow, isWaiting } from './model'
import styles from './participants.module.css'

interface RowHandlers {
  readonly onTalk: (row: ParticipantRow) => void
  readonly onEdit: (row: ParticipantRow) => void
  readonly onRead: (row: ParticipantRow) => void
}
interface Props extends RowHandlers {
  readonly eventId: string
  readonly row: ParticipantRow
  readonly isOrganizer: boolean
  readonly own: boolean
}

const AGAIN = {
  yes: 'A redit oui',
  missing: 'N’a pas redit oui',
  lapsed: 'Place proposée, sans réponse',
} as const
/** Paid, present, coming still, VIP, hidden: each with a text label. */
const Signs = ({ row }: { row: ParticipantRow }) => (
  <>
    {row.has_paid ? (
      <span className={styles.sign}>
        <IconEuro size={14} />
        Payé
      </span>
    ) : null}
    {row.is_present ? (
      <span className={styles.sign}>
        <IconTicket size={14} />
        Présent
      </span>
    ) : null}
    {row.reconfirm ? (
      <span className={styles.sign}>
        {row.reconfirm === 'yes' ? <IconCheck size={14} /> : <IconClock size={14} />}
        {AGAIN[row.reconfirm]}
      </span>
    ) : null}
    {row.is_vip ? (
      <span className={styles.sign} data-tone="brass">
        <IconStar size={14} />
        VIP
      </span>
    ) : null}
    {row.is_hidden && row.account_id ? (
      <span className={styles.sign}>
        <IconMask size={14} />
        Pseudo caché
      </span>
    ) : null}
  </>
)

const nameOf = (row: ParticipantRow): string =>
  row.account_id === null ? 'Pseudo caché' : row.account_handle

const Person = ({ row }: { row: ParticipantRow }) => {
  const id = row.account_id
  const face = (
    <>
      <AccountAvatar account={row} size={44} hidden={id === null} />
      <span className={styles.handle}>{nameOf(row)}</span>
    </>
  )
  return id === null ? (
    <span className={styles.who}>{face}</span>
  ) : (
    <button type="button" className={styles.who} onClick={() => openPanel({ kind: 'profile', id })}>
      {face}
    </button>
  )
}

const RowActions = ({ row, isOrganizer, own, onTalk, onEdit, onRead }: Omit<Props, 'eventId'>) => (
  <div className={styles.acts}>
    {isOrganizer && row.organizer_comment ? (
      <IconButton
        label={`Commentaire sur ${nameOf(row)}`}
        icon={<IconComment size={20} />}
        onClick={() => onRead(row)}
      />
    ) : null}
    {!own && row.account_id !== null ? (
      <IconButton
        label={`Écrire à ${nameOf(row)}`}
        icon={<IconChat size={20} />}
        onClick={() => onTalk(row)}
      />
    ) : null}
    {isOrganizer ? (
      <IconButton
        label={`Modifier ${nameOf(row)}`}
        icon={<IconEdit size={20} />}
        data-edit=""
        onClick={() => onEdit(row)}
      />
    ) : null}
  </div>
)

/** An organizer's decision about a waiting participant. */
const Decision = ({
  eventId,
  row,
  onDecide,
}: {
  eventId: string
  row: ParticipantRow
  onDecide: () => void
}) => {
  const decide = (status: 'accepted' | 'declined'): void => {
    onDecide()
    void changePerson(eventId, row, { status })
  }
  const refuse = async (): Promise<void> => {
    if (await confirmRefusal(nameOf(row))) decide('declined')
  }
  return (
    <div className={styles.quick}>
      <Button
        size="sm"
        variant="primary"
        aria-label={`Accepter ${nameOf(row)}`}
        // the row goes and the next one takes its place: the second tap of two is not for that member
        onClick={(e) => e.detail < 2 && decide('accepted')}
      >
        Accepter
      </Button>
      <Button size="sm" aria-label={`Refuser ${nameOf(row)}`} onClick={() => void refuse()}>
        Refuser
      </Button>
    </div>
  )
}

/** The keyboard goes to the row that takes the place of one that leaves the list with its decision. */
const focusRowAfter = (row: HTMLElement | null): void => {
  const item = row?.closest('li') ?? row?.closest('[role=listitem]')?.parentElement
  const next = item?.nextElementSibling ?? item?.previousElementSibling
  queueMicrotask(() => regainFocus(() => next?.querySelector('button')))
}

/** One participant: name, status, the organizers' notes, and the viewer's actions. */
export const PersonRow = memo(({ eventId, ...props }: Props) => {
  const { row, isOrganizer, own } = props
  const [word, tone] = statusBadge(row)
  const place = useRef<HTMLDivElement>(null)
  const waits = isOrganizer && isWaiting(row)
  const waited = useRef(waits)
  const decided = useRef(false)
  useLayoutEffect(() => {
    const gone = place.current
    return () => {
      if (decided.current) focusRowAfter(gone)
    }
  }, [])
  useEffect(() => {
    // the pressed button is removed together with the question
    if (waited.current && !waits)
      regainFocus(() => place.current?.querySelector<HTMLElement>('[data-edit]'))
    waited.current = waits
  }, [waits])
  return (
    <div ref={place} className={styles.row}>
      <Person row={row} />
      <RowActions {...props} />
      <div className={styles.meta}>
        {row.identities.length > 0 ? <IdentityIcons identities={row.identities} /> : null}
        <Pill tone={tone}>{word}</Pill>
        <Signs row={row} />
      </div>
      {waits ? (
        <Decision eventId={eventId} row={row} onDecide={() => void (decided.current = true)} />
      ) : null}
      {own && !isOrganizerRow(row) && !isOrganizer ? (
        <div className={styles.own}>
          <Switch
            label="Masquer mon pseudo"
            checked={row.is_hidden}
            onChange={(hidden) => void hideOwnHandle(eventId, row.id, hidden)}
          />
        </div>
      ) : null}
    </div>
  )
})
PersonRow.displayName = 'PersonRow'
