import { useState } from 'react'
import { REPORT_MAX } from '#contract/limits'
import { report, type ReportKind, type ReportReason } from '#contract/safety'
import { call } from '../../data/http/api'
import { saidBy } from '../../data/http/api-error'
import { toast } from '../../data/state/toasts'
import { DialogActions } from '../../ui/overlay/dialog-actions'
import { useWork } from '../form/use-work'
import { Dialog } from '../../ui/overlay/dialog'
import { SelectField } from '../../ui/forms/select-field'
import { TextArea } from '../../ui/forms/text-area'
import styles from './report-dialog.module.css'
import { REASONS } from './report-reasons'

interface Props {
  readonly kind: ReportKind
  readonly id: string
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
}

/** Reports to the operator what the member can see: a reason, and a comment. What was typed stays after a failure. */
export const ReportDialog = ({ kind, id, title, open, onClose }: Props) => {
  const [reason, setReason] = useState<ReportReason | ''>('')
  const [comment, setComment] = useState('')
  const { busy, run } = useWork()
  const [error, setError] = useState<string>()
  const send = async (): Promise<void> => {
    if (reason === '') return setError('Choisissez une raison.')
    await run(
      async () => {
        await call(report, { body: { kind, id, reason, comment: comment.trim() } })
        toast('Signalement envoyé. Merci de veiller sur la communauté.', {
          kind: 'success',
          durationMs: 5000,
        })
        setReason('')
        setComment('')
        onClose()
      },
      (thrown) =>
        setError(
          saidBy(thrown) ??
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
        <p>Votre signalement est lu par l’équipe. La personne concernée n’en est pas avertie.</p>
        <SelectField
          label="Raison"
          placeholder="Choisir une raison"
          value={reason}
          error={error}
          options={REASONS}
          onChange={(v) => {
            setReason(v as ReportReason | '')
            setError(undefined)
          }}
        />
        <TextArea
          label="Commentaire"
          required={false}
          value={comment}
          onChange={setComment}
          maxLength={REPORT_MAX}
          counter
        />
      </div>
    </Dialog>
  )
}
