import { useState } from 'react'
import type { CaseDetail } from '#contract/staff/cases'
import { letHoldEnd } from '#contract/staff/evidence'
import { toast } from '../../../data/state/toasts'
import { dateLong } from '../../../lib/dates'
import { useForm } from '../../../parts/form/use-form'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/forms/button'
import { TextField } from '../../../ui/forms/text-field'
import { staffCall } from '../state/desk'
import { keepCopies, reasonErrors } from './keep-copies'
import styles from './case.module.css'

interface Props {
  readonly id: string
  readonly hold: NonNullable<CaseDetail['hold']>
  readonly onAnswered: () => void
}
/** The question of the letter: whether copies that an authority waits for are kept on. */
export const HoldQuestion = ({ id, hold, onAnswered }: Props) => {
  const [reason, setReason] = useState('')
  const form = useForm()
  const keep = async (): Promise<void> => {
    await keepCopies(id, reason)
    onAnswered()
  }
  const letEnd = async (): Promise<void> => {
    await staffCall(letHoldEnd, { params: { id } })
    toast(`Les copies seront détruites le ${dateLong(hold.until)}.`, { kind: 'success' })
    onAnswered()
  }
  return (
    <section className={styles.card} aria-label="Garder encore les copies">
      <h3 className={styles.cardTitle}>Ces copies se gardent jusqu’au {dateLong(hold.until)}</h3>
      <p className={styles.quiet}>Sans réponse, elles seront détruites ce jour-là.</p>
      <form
        className={styles.reason}
        noValidate
        onSubmit={form.submit(keep, () => reasonErrors(reason))}
      >
        <TextField
          label="Qui les attend encore"
          value={reason}
          onChange={setReason}
          maxLength={500}
          hint="Inscrit au journal."
          {...form.field('reason')}
        />
        <Alert>{form.error}</Alert>
        <div className={styles.buttons}>
          <Button size="sm" type="submit" busy={form.busy}>
            Garder encore 90&nbsp;jours
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => void letEnd().catch(() => form.setError('Réessayez.'))}
          >
            Laisser finir
          </Button>
        </div>
      </form>
    </section>
  )
}
