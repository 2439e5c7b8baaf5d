import { useState } from 'react'
import type { ParticipantRow } from '#contract/events/participants'
import { ORGANIZER_COMMENT_MAX } from '#contract/limits'
import { AccountAvatar } from '../../../parts/member/avatar'
import { IdentityIcons } from '../../../parts/member/identity-icons'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { SelectField } from '../../../ui/forms/select-field'
import { Switch } from '../../../ui/forms/switch'
import { TextArea } from '../../../ui/forms/text-area'
import { changePerson, type Change } from './data'
import { isLead } from './model'
import styles from './participants.module.css'

const STATUSES = [
  { value: 'invited', label: 'Invité' },
  { value: 'accepted', label: 'Confirmé' },
  { value: 'declined', label: 'Décliné' },
  { value: 'pending_approval', label: 'En attente de validation' },
  { value: 'cancelled', label: 'Annulé' },
] as const
type Status = (typeof STATUSES)[number]['value']
/** The waiting list is displayed as waiting for approval. */
const shownStatus = (row: ParticipantRow): Status =>
  row.status === 'waitlist' ? 'pending_approval' : row.status

/** Statuses that only the member can choose. */
const OWN_WORD: readonly Status[] = ['accepted', 'pending_approval']
/** All statuses are listed; those only the member can choose are disabled. */
const choices = (row: ParticipantRow) =>
  STATUSES.map((s) => ({ ...s, disabled: row.has_asked === false && OWN_WORD.includes(s.value) }))

/** The organizers' decisions and notes about one participant. Sends only what changed. */
export const EditParticipant = ({
  eventId,
  row,
  onClose,
}: {
  eventId: string
  row: ParticipantRow
  onClose: () => void
}) => {
  const [status, setStatus] = useState<Status>(shownStatus(row))
  const [paid, setPaid] = useState(row.has_paid === true)
  const [present, setPresent] = useState(row.is_present === true)
  const [vip, setVip] = useState(row.is_vip)
  const [hidden, setHidden] = useState(row.is_hidden)
  const [comment, setComment] = useState(row.organizer_comment ?? '')
  const save = (): void => {
    const change: Change = {
      ...(status === shownStatus(row) ? {} : { status }),
      ...(paid === (row.has_paid === true) ? {} : { has_paid: paid }),
      ...(present === (row.is_present === true) ? {} : { is_present: present }),
      ...(vip === row.is_vip ? {} : { is_vip: vip }),
      ...(hidden === row.is_hidden ? {} : { is_hidden: hidden }),
      ...(comment.trim() === (row.organizer_comment ?? '')
        ? {}
        : { organizer_comment: comment.trim() || null }),
    }
    onClose()
    if (Object.keys(change).length > 0) void changePerson(eventId, row.id, change)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Modifier le participant"
      size="sm"
      level={700}
      footer={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button variant="primary" onClick={save}>
            Enregistrer
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.person}>
          <AccountAvatar account={row} size={44} />
          <div className={styles.words}>
            <strong className={styles.handle}>{row.account_handle}</strong>
            <IdentityIcons identities={row.identities} />
            {row.invited_by_handle ? (
              <span className={styles.small}>Invité par {row.invited_by_handle}</span>
            ) : null}
          </div>
        </div>
        {isLead(row) ? (
          <p className={styles.fixed}>Confirmé (organisateur)</p>
        ) : (
          <SelectField
            label="Statut"
            hint={
              row.has_asked === false
                ? 'Ce membre n’a pas dit oui : lui seul peut répondre « Je participe ».'
                : undefined
            }
            value={status}
            onChange={(v) => setStatus(v as Status)}
            options={choices(row)}
          />
        )}
        <div>
          <Switch label="A payé" checked={paid} onChange={setPaid} />
          <Switch label="Présent" checked={present} onChange={setPresent} />
          <Switch label="VIP" checked={vip} onChange={setVip} />
          <Switch
            label="Masquer le pseudo"
            hint="Les autres participants voient « Pseudo caché »."
            checked={hidden}
            onChange={setHidden}
          />
        </div>
        <TextArea
          label="Commentaire"
          hint="Lu par les organisateurs seulement."
          value={comment}
          onChange={setComment}
          maxLength={ORGANIZER_COMMENT_MAX}
          counter
        />
      </div>
    </Dialog>
  )
}
