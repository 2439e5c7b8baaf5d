import { useState } from 'react'
import { REPORT_MAX } from '#contract/limits'
import { block, report, type ReportKind, type ReportReason } from '#contract/safety'
import { call } from '../../data/http/api'
import { serverMessageOf } from '../../data/http/api-error'
import { refreshLists, refreshMember } from '../../data/http/keys'
import { closeAll } from '../../data/state/panels'
import { toast, toastRefusal } from '../../data/state/toasts'
import { NBSP } from '../../lib/text'
import { Checkbox } from '../../ui/forms/checkbox'
import { DialogActions } from '../../ui/overlay/dialog-actions'
import { useAsyncAction } from '../form/use-async-action'
import { Dialog } from '../../ui/overlay/dialog'
import { SelectField } from '../../ui/forms/select-field'
import { TextArea } from '../../ui/forms/text-area'
import styles from './report-dialog.module.css'
import { PHOTO_REASONS, REASONS } from './report-reasons'

interface Props {
  readonly kind: ReportKind
  readonly id: string
  readonly title: string
  readonly memberId?: string | null | undefined
  readonly open: boolean
  readonly onClose: () => void
}

const BLOCK_FAILED =
  'Votre signalement est parti, mais ce membre n’a pas pu être bloqué. Réessayez depuis son profil.'
const CLAIM = `La photo est masquée aussitôt pour tout le monde, sauf pour le compte qui l’a ajoutée${NBSP}: il lit qu’un membre dit y être, sans savoir qui. L’équipe la regarde sous trois jours${NBSP}: dites-lui à quoi elle vous reconnaîtra.`
const CLAIMED = 'La photo est masquée. L’équipe vous répondra sous trois jours.'
/** The owner of a claimed photo sees at once that it is hidden. */
const introOf = (reason: ReportReason | ''): string =>
  reason === 'pictured'
    ? 'Votre signalement est lu par l’équipe.'
    : 'Votre signalement est lu par l’équipe. La personne concernée n’en est pas avertie.'
/** After the report has left: the failure of one is not that of the other. */
const blockAsWell = async (id: string): Promise<void> => {
  try {
    await call(block, { params: { id } })
    toast(`Signalement envoyé, membre bloqué. Pour changer d’avis${NBSP}: Relations, Bloqués.`, {
      kind: 'success',
      durationMs: 6000,
    })
    await Promise.all([refreshMember(id), refreshLists()])
  } catch (error) {
    toastRefusal(error, BLOCK_FAILED)
  }
}

/** Reports to the operator what the member can see: a reason, and a comment. What was typed stays after a failure. */
export const ReportDialog = ({ kind, id, title, memberId, open, onClose }: Props) => {
  const [reason, setReason] = useState<ReportReason | ''>('')
  const [comment, setComment] = useState('')
  const [blocks, setBlocks] = useState(false)
  const { busy, run } = useAsyncAction()
  const [error, setError] = useState<string>()
  const send = async (): Promise<void> => {
    if (reason === '') return setError('Choisissez une raison.')
    await run(
      async () => {
        const { hidden } = await call(report, {
          body: { kind, id, reason, comment: comment.trim() },
        })
        setReason('')
        setComment('')
        onClose()
        if (memberId && blocks) {
          setBlocks(false)
          // nothing of this member is left to see
          if (kind === 'profile') await closeAll()
          return blockAsWell(memberId)
        }
        toast(hidden ? CLAIMED : 'Signalement envoyé. Merci de veiller sur la communauté.', {
          kind: 'success',
          durationMs: 5000,
        })
      },
      (thrown) =>
        setError(
          serverMessageOf(thrown) ??
            'Votre signalement n’a pas pu partir. Vérifiez votre connexion, puis réessayez.',
        ),
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      level={880}
      footer={
        <DialogActions onCancel={onClose} busy={busy} onClick={() => void send()}>
          Envoyer le signalement
        </DialogActions>
      }
    >
      <div className={styles.report}>
        <p>{introOf(reason)}</p>
        <SelectField
          label="Raison"
          placeholder="Choisir une raison"
          value={reason}
          error={error}
          options={kind === 'photo' ? PHOTO_REASONS : REASONS}
          onChange={(v) => {
            setReason(v as ReportReason | '')
            setError(undefined)
          }}
        />
        {reason === 'pictured' ? <p>{CLAIM}</p> : null}
        <TextArea
          label="Commentaire"
          required={false}
          value={comment}
          onChange={setComment}
          maxLength={REPORT_MAX}
          counter
        />
        {memberId ? (
          <Checkbox
            label="Bloquer aussi ce membre"
            hint="Vous ne vous verrez plus, sauf dans un groupe commun, et il n’en saura rien."
            checked={blocks}
            onChange={setBlocks}
          />
        ) : null}
      </div>
    </Dialog>
  )
}
