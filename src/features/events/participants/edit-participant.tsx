import { useEffect, useRef, useState } from 'react'
import type { ParticipantRow } from '#contract/events/participants'
import { ORGANIZER_COMMENT_MAX } from '#contract/limits'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { NBSP } from '../../../lib/text'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { AccountAvatar } from '../../../parts/member/avatar'
import { IdentityIcons } from '../../../parts/member/identity-icons'
import { Alert } from '../../../ui/feedback/alert'
import { Dialog } from '../../../ui/overlay/dialog'
import { SelectField } from '../../../ui/forms/select-field'
import { Switch } from '../../../ui/forms/switch'
import { TextArea } from '../../../ui/forms/text-area'
import { storeErrorText, storePerson, type ParticipantChange } from './data'
import { isOrganizerRow } from './model'
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

const draftOf = (row: ParticipantRow) => ({
  status: shownStatus(row),
  paid: row.has_paid === true,
  present: row.is_present === true,
  vip: row.is_vip,
  hidden: row.is_hidden,
  comment: row.organizer_comment ?? '',
})
type Draft = ReturnType<typeof draftOf>
/** Only what differs from the row. */
const changeOf = (row: ParticipantRow, draft: Draft): ParticipantChange => {
  const saved = draftOf(row)
  const comment = draft.comment.trim()
  return {
    ...(draft.status === saved.status ? {} : { status: draft.status }),
    ...(draft.paid === saved.paid ? {} : { has_paid: draft.paid }),
    ...(draft.present === saved.present ? {} : { is_present: draft.present }),
    ...(draft.vip === saved.vip ? {} : { is_vip: draft.vip }),
    ...(draft.hidden === saved.hidden ? {} : { is_hidden: draft.hidden }),
    ...(comment === saved.comment ? {} : { organizer_comment: comment || null }),
  }
}

interface Fields {
  readonly row: ParticipantRow
  readonly draft: Draft
  readonly set: (patch: Partial<Draft>) => void
}

const hintOf = (row: ParticipantRow, draft: Draft): string | undefined => {
  if (draft.status === 'cancelled' && row.status !== 'cancelled')
    return `Le code d’une sortie ouverte à vos relations change alors${NBSP}: celui que cette personne connaît n’ouvre plus rien.`
  return row.has_asked === false
    ? 'Ce membre n’a pas dit oui : lui seul peut répondre « Je participe ».'
    : undefined
}

const StatusField = ({ row, draft, set }: Fields) =>
  isOrganizerRow(row) ? (
    <p className={styles.fixed}>Confirmé (organisateur)</p>
  ) : (
    <SelectField
      label="Statut"
      hint={hintOf(row, draft)}
      value={draft.status}
      onChange={(v) => set({ status: v as Status })}
      options={choices(row)}
    />
  )

const NoteFields = ({ row, draft, set }: Fields) => (
  <>
    <div>
      <Switch label="A payé" checked={draft.paid} onChange={(paid) => set({ paid })} />
      <Switch label="Présent" checked={draft.present} onChange={(present) => set({ present })} />
      <Switch label="VIP" checked={draft.vip} onChange={(vip) => set({ vip })} />
      {row.is_creator || row.is_co_organizer ? null : (
        <Switch
          label="Masquer le pseudo"
          hint={
            row.is_hidden
              ? 'Cette personne seule peut montrer son pseudo.'
              : `Les autres participants voient «${NBSP}Pseudo caché${NBSP}». Cette personne seule pourra le montrer à nouveau.`
          }
          checked={draft.hidden}
          disabled={row.is_hidden}
          onChange={(hidden) => set({ hidden })}
        />
      )}
    </div>
    <TextArea
      label="Commentaire"
      hint="Lu par les organisateurs seulement."
      value={draft.comment}
      onChange={(comment) => set({ comment })}
      maxLength={ORGANIZER_COMMENT_MAX}
      counter
    />
  </>
)

/**
 * Sends only what changed, the notes first: a decision may be refused, and what was written about
 * somebody must not go with it. `onDone` once everything is stored.
 */
const useSave = (eventId: string, row: ParticipantRow, draft: Draft, onDone: () => void) => {
  const [saved, setSaved] = useState(row)
  const [error, setError] = useState<string>()
  const { busy, run } = useAsyncAction()
  const save = async (): Promise<void> => {
    const { status, ...notes } = changeOf(saved, draft)
    setError(undefined)
    const isDone = await run(
      async () => {
        if (Object.keys(notes).length > 0) {
          await storePerson(eventId, row, notes)
          setSaved({ ...saved, ...notes })
        }
        return status === undefined || storePerson(eventId, row, { status })
      },
      (thrown) => setError(storeErrorText(thrown)),
    )
    if (isDone) onDone()
  }
  return { save, busy, error }
}

/** The organizers' decisions and notes about one participant. */
export const EditParticipant = ({
  eventId,
  row,
  onClose,
}: {
  eventId: string
  row: ParticipantRow
  onClose: () => void
}) => {
  const [draft, setDraft] = useState(() => draftOf(row))
  const set = (patch: Partial<Draft>): void => setDraft((d) => ({ ...d, ...patch }))
  const { save, busy, error } = useSave(eventId, row, draft, onClose)
  const form = useRef<HTMLDivElement>(null)
  // the refusal is the last thing in it: on a phone it is below what is shown
  useEffect(() => {
    if (error) form.current?.scrollIntoView({ block: 'end' })
  }, [error])
  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title="Modifier le participant"
      size="sm"
      level={700}
      footer={
        <DialogActions onCancel={onClose} busy={busy} onClick={() => void save()}>
          Enregistrer
        </DialogActions>
      }
    >
      <div ref={form} className={styles.form}>
        <div className={styles.person}>
          <AccountAvatar account={row} size={44} />
          <div className={styles.words}>
            <strong className={styles.handle}>{row.account_handle}</strong>
            <IdentityIcons identities={row.identities} />
            {row.invited_by_handle ? (
              <span className="quiet">Invité par {row.invited_by_handle}</span>
            ) : null}
          </div>
        </div>
        <StatusField row={row} draft={draft} set={set} />
        <NoteFields row={row} draft={draft} set={set} />
        <Alert>{error}</Alert>
      </div>
    </Dialog>
  )
}
