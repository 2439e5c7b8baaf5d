import { useState } from 'react'
import { FACTS_MAX, REASONED_MEASURES, type Decision } from '#contract/staff/measures'
import { undoDecision } from '#contract/staff/cases'
import { dateLong, dateTime } from '../../../lib/dates'
import { useForm } from '../../../parts/form/use-form'
import { Alert } from '../../../ui/feedback/alert'
import { announce } from '../../../ui/feedback/announcer'
import { Pill } from '../../../ui/display/pill'
import { Button } from '../../../ui/forms/button'
import { TextArea } from '../../../ui/forms/text-area'
import { DECIDED_LABELS, SCOPE_LABELS } from '../labels'
import { staffCall } from '../state/desk'
import styles from './case.module.css'

const UndoForm = ({
  id,
  onDone,
  onCancel,
}: {
  id: string
  onDone: () => void
  onCancel: () => void
}) => {
  const [reason, setReason] = useState('')
  const form = useForm()
  const undo = async (): Promise<void> => {
    await staffCall(undoDecision, { params: { id }, body: { reason: reason.trim() } })
    announce('Décision annulée. Le membre en est averti.')
    onDone()
  }
  return (
    <form
      className={styles.reason}
      aria-label="Annuler cette décision"
      noValidate
      onSubmit={form.submit(undo, () => ({
        reason: reason.trim() === '' ? 'Dites pourquoi vous l’annulez.' : undefined,
      }))}
    >
      <TextArea
        label="Pourquoi l’annuler"
        value={reason}
        onChange={setReason}
        maxLength={FACTS_MAX}
        hint="Pour l’équipe et le journal. Le membre apprend seulement que la décision est levée."
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by the button that it replaces
        autoFocus
        {...form.field('reason')}
      />
      <Alert>{form.error}</Alert>
      <div className={styles.buttons}>
        <Button size="sm" onClick={onCancel}>
          Garder la décision
        </Button>
        <Button size="sm" type="submit" variant="danger" busy={form.busy}>
          Annuler la décision
        </Button>
      </div>
    </form>
  )
}

const Item = ({
  decision,
  onUndone,
}: {
  decision: Decision
  onUndone: (() => void) | undefined
}) => {
  const [undoing, setUndoing] = useState(false)
  const { measure, identity, until, undoneAt, facts, scopes, by, second } = decision
  const mayUndo = onUndone !== undefined && undoneAt === null && REASONED_MEASURES.includes(measure)
  return (
    <li className={styles.decision}>
      <p className={styles.head}>
        <b>{DECIDED_LABELS[measure]}</b>
        {undoneAt ? <Pill tone="neutral">Annulée le {dateLong(undoneAt)}</Pill> : null}
        {decision.appealed ? <Pill tone="info">Contestée</Pill> : null}
      </p>
      <p className={styles.quiet}>
        {dateTime(decision.madeAt)} · {by}
        {second ? ` et ${second}` : ''}
        {until ? ` · jusqu’au ${dateLong(until)}` : ''}
      </p>
      {scopes.length > 0 ? (
        <p className={styles.quiet}>
          {scopes.map((one) => SCOPE_LABELS[one]).join(', ')}
          {identity
            ? ` · ${identity.handle ?? 'une personne qui a quitté ce compte'} seulement`
            : ''}
        </p>
      ) : null}
      {facts ? <p className={styles.words}>{facts}</p> : null}
      {mayUndo && !undoing ? (
        <div>
          <Button size="sm" onClick={() => setUndoing(true)}>
            Annuler cette décision
          </Button>
        </div>
      ) : null}
      {undoing && mayUndo ? (
        <UndoForm id={decision.id} onDone={onUndone} onCancel={() => setUndoing(false)} />
      ) : null}
    </li>
  )
}

/** Decisions with their reasons; with `onUndone`, each that still holds can be undone. */
export const Decisions = ({
  decisions,
  onUndone,
}: {
  decisions: readonly Decision[]
  onUndone?: () => void
}) => (
  <ul className={styles.decisions}>
    {decisions.map((decision) => (
      <Item key={decision.id} decision={decision} onUndone={onUndone} />
    ))}
  </ul>
)
