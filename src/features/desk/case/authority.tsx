import { useState, type SyntheticEvent } from 'react'
import { endFreeze, exportCase, freezeCase } from '#contract/staff/evidence'
import type { CaseDetail } from '#contract/staff/cases'
import { download } from '../../../data/device/download'
import { toast } from '../../../data/state/toasts'
import { dateLong } from '../../../lib/dates'
import { useForm } from '../../../parts/form/use-form'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/forms/button'
import { TextField } from '../../../ui/forms/text-field'
import { confirm } from '../../../ui/overlay/confirm'
import { NBSP } from '../../../lib/text'
import { staffCall } from '../state/desk'
import { keepCopies, reasonErrors } from './keep-copies'
import styles from './case.module.css'

const isSureOfDanger = (): Promise<boolean> =>
  confirm({
    title: `Une vie, ou la sécurité de quelqu’un, est en danger${NBSP}?`,
    message:
      'Le compte est suspendu sept jours, les copies sont gardées, le dossier est téléchargé pour l’autorité, et le reste de l’équipe est prévenu.',
    confirmLabel: 'Geler et télécharger',
    danger: true,
  })

const Frozen = ({ until }: { until: string }) => (
  <p className={styles.quiet}>
    Le compte est gelé jusqu’au {dateLong(until)}. Une décision en sa faveur lève le gel{NBSP}; vous
    pouvez aussi le lever ici, quelle que soit la décision.
  </p>
)

const FreezeButton = ({
  isFrozen,
  ...button
}: {
  isFrozen: boolean
  busy: boolean
  disabled: boolean
  onClick: (event: SyntheticEvent) => void
}) => (
  <Button size="sm" variant={isFrozen ? 'quiet' : 'danger'} {...button}>
    {isFrozen ? 'Lever le gel' : `Urgence${NBSP}: geler le compte`}
  </Button>
)

/**
 * Requests of an authority: an operator keeps the evidence longer, or downloads it with its hashes;
 * where a person is in danger, both at once, and the account is frozen.
 */
export const Authority = ({ detail, onKept }: { detail: CaseDetail; onKept: () => void }) => {
  const [reason, setReason] = useState('')
  const form = useForm()
  const params = { id: detail.line.id }
  const given = () => reasonErrors(reason)
  /** Which button the request under way belongs to. */
  const [pressed, setPressed] = useState<'keep' | 'file' | 'freeze'>('keep')
  const keep = async (): Promise<void> => {
    setPressed('keep')
    await keepCopies(params.id, reason)
    onKept()
  }
  const file = async (
    route: typeof exportCase | typeof freezeCase,
    said: string,
  ): Promise<void> => {
    await download(route, { params, body: { reason: reason.trim() } }, 'dossier.zip')
    toast(said, { kind: 'success' })
  }
  const freeze = async (): Promise<void> => {
    if (!(await isSureOfDanger())) return
    await file(freezeCase, 'Compte gelé, copies gardées, dossier téléchargé.')
    onKept()
  }
  const thaw = async (): Promise<void> => {
    await staffCall(endFreeze, { params, body: { reason: reason.trim() } })
    toast('Gel levé, le membre en est prévenu.', { kind: 'success' })
    onKept()
  }
  const { frozenUntil, hold } = detail
  const button = (name: typeof pressed, act: () => Promise<void>) => ({
    busy: form.busy && pressed === name,
    disabled: given().reason !== undefined || (form.busy && pressed !== name),
    onClick: form.submit(() => {
      setPressed(name)
      return act()
    }),
  })
  return (
    <section className={styles.card} aria-label="Pour une autorité">
      <details>
        <summary>
          Pour une autorité{' '}
          {detail.evidenceUntil ? (
            <small className={styles.quiet}>
              copies gardées jusqu’au {dateLong(detail.evidenceUntil)}
              {hold?.isLetEnd ? ', puis détruites comme décidé' : ''}
            </small>
          ) : null}
        </summary>
        {frozenUntil ? <Frozen until={frozenUntil} /> : null}
        <form className={styles.reason} noValidate onSubmit={form.submit(keep, given)}>
          <TextField
            label="Qui le demande, et pourquoi"
            value={reason}
            onChange={setReason}
            maxLength={500}
            hint="Inscrit au journal. Garder les copies les conserve au moins 90 jours à partir d’aujourd’hui&nbsp;; deux semaines avant, un e-mail vous demande s’il faut continuer."
            {...form.field('reason')}
          />
          <Alert>{form.error}</Alert>
          <div className={styles.buttons}>
            <Button size="sm" type="submit" busy={form.busy && pressed === 'keep'}>
              {detail.line.keptUntil ? 'Garder encore 90 jours' : 'Garder les copies'}
            </Button>
            <Button size="sm" {...button('file', () => file(exportCase, 'Dossier téléchargé.'))}>
              Télécharger le dossier
            </Button>
            <FreezeButton
              isFrozen={frozenUntil !== null}
              {...button('freeze', frozenUntil ? thaw : freeze)}
            />
          </div>
        </form>
      </details>
    </section>
  )
}
