import type { ReactNode } from 'react'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/forms/button'
import type { FormState } from './use-form'
import styles from './submit.module.css'

type SubmitProps = { form: FormState; children: ReactNode }

/** The end of a form that is a page of its own: what went wrong, and the button. */
export const Submit = ({ form, children }: SubmitProps) => (
  <>
    <Alert>{form.error}</Alert>
    <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
      {children}
    </Button>
  </>
)

/** The end of a form inside a page: the same, with the way out beside it. */
export const SubmitRow = ({
  form,
  onCancel,
  cancel = 'Annuler',
  danger = false,
  children,
}: SubmitProps & { onCancel?: () => void; cancel?: string; danger?: boolean }) => (
  <>
    <Alert>{form.error}</Alert>
    <div className={styles.row}>
      {onCancel ? (
        <Button onClick={onCancel} disabled={form.busy}>
          {cancel}
        </Button>
      ) : null}
      <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.busy}>
        {children}
      </Button>
    </div>
  </>
)
