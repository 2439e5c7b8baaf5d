import { useEffect, useEffectEvent, useState } from 'react'
import { CODE_MAX, TICKET_S } from '#contract/profile/agreement-code'
import { serverMessageOf } from '../../data/http/api-error'
import { useAsyncAction } from '../form/use-async-action'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/forms/button'
import { TextField } from '../../ui/forms/text-field'
import { IconKey } from '../../ui/icons/settings'
import { useAgreements } from '../member/agreements'
import { hasPasskeys, PasskeyCancelled } from '../member/passkey'
import styles from './code-field.module.css'
import { isPasskeyTicket, requestPasskeyTicket } from './prove-by-passkey'

interface Props {
  /** The person whose code it is. */
  readonly identity: string
  readonly label: string
  readonly value: string
  /** Digits, or the ticket for the use of a passkey. */
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly autofocus?: boolean
}

/** Seconds that a ticket may have spent on its way here and needs on its way back. */
const MARGIN_S = 10

/** The code of a person, or a passkey in its place. */
export const CodeField = ({ identity, label, value, onChange, error, autofocus }: Props) => {
  const { data } = useAgreements()
  const { busy, run } = useAsyncAction()
  const [failed, setFailed] = useState<string>()
  const person = data?.persons.find((p) => p.identity_id === identity)
  const hasKey = (person?.passkeys.length ?? 0) > 0 && hasPasskeys()
  const byKeyOnly = person?.has_code === false && hasKey
  const focus = autofocus ? { 'data-autofocus': '' } : {}
  const end = useEffectEvent((): void => {
    onChange('')
    setFailed('Utilisez de nouveau votre clé d’accès.')
  })
  useEffect(() => {
    if (!isPasskeyTicket(value)) return
    // the server would call an old ticket a wrong code
    const timer = setTimeout(end, (TICKET_S - MARGIN_S) * 1000)
    return () => clearTimeout(timer)
  }, [value])
  const prove = async (): Promise<void> => {
    setFailed(undefined)
    await run(
      async () => {
        onChange(await requestPasskeyTicket(identity))
      },
      (thrown) => {
        if (!(thrown instanceof PasskeyCancelled))
          setFailed(
            serverMessageOf(thrown) ?? 'La clé d’accès n’a pas pu être utilisée. Réessayez.',
          )
      },
    )
  }
  if (isPasskeyTicket(value) && !error)
    return (
      <p className={styles.done} role="status">
        Clé d’accès vérifiée.
      </p>
    )
  return (
    <div className={styles.field}>
      {byKeyOnly ? null : (
        <TextField
          label={label}
          value={isPasskeyTicket(value) ? '' : value}
          onChange={(text) => onChange(text.replace(/\D/g, '').slice(0, CODE_MAX))}
          inputMode="numeric"
          autoComplete="off"
          type="password"
          error={error}
          {...focus}
        />
      )}
      {hasKey ? (
        <Button size="sm" icon={<IconKey size={18} />} busy={busy} onClick={() => void prove()}>
          Utiliser une clé d’accès
        </Button>
      ) : null}
      <Alert>{failed ?? (byKeyOnly ? error : null) ?? null}</Alert>
    </div>
  )
}
