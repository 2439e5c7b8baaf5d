import { CONSENTS } from '#contract/session/consents'
import type { FormState } from '../../parts/form/use-form'
import { Alert } from '../../ui/feedback/alert'
import { Checkbox } from '../../ui/forms/checkbox'
import styles from './session.module.css'

const PURPOSES = ['terms', 'majority', 'sensitive'] as const
export type Purpose = (typeof PURPOSES)[number]

export const consentsError = (consents: Readonly<Record<Purpose, boolean>>): string | undefined =>
  PURPOSES.every((p) => consents[p])
    ? undefined
    : 'Chacun des trois accords est nécessaire pour vous inscrire.'

export const ConsentFields = ({
  form,
  consents,
  onConsent,
}: {
  form: FormState
  consents: Readonly<Record<Purpose, boolean>>
  onConsent: (purpose: Purpose, given: boolean) => void
}) => {
  const missing = form.of('consents')
  return (
    <>
      <fieldset
        className={styles.consents}
        data-invalid={missing ? '' : undefined}
        onChange={form.field('consents').onEdit}
        aria-describedby={missing ? 'consents-error' : undefined}
      >
        <legend>Vos trois accords</legend>
        {PURPOSES.map((p) => (
          <Checkbox
            key={p}
            label={CONSENTS[p].text}
            checked={consents[p]}
            aria-required
            onChange={(checked) => onConsent(p, checked)}
          />
        ))}
        {/* beside this page: what is typed here stays */}
        <p className={styles.read}>
          <a href="/conditions" target="_blank" rel="noreferrer" className={styles.link}>
            Lire les conditions et les règles
          </a>
        </p>
      </fieldset>
      <Alert id="consents-error">{missing}</Alert>
    </>
  )
}
