import { useState } from 'react'
import { setLoginIdentity } from '#contract/agreements'
import { ApiError, call } from '../../data/http/api'
import { serverMessageOf } from '../../data/http/api-error'
import { NBSP, withDe } from '../../lib/text'
import { toast } from '../../data/state/toasts'
import { CodeField } from '../../parts/agree/code-field'
import { refreshAgreements } from '../../parts/member/agreements'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/forms/button'
import styles from './agreements.module.css'

const WHOSE = `À qui est cet identifiant${NBSP}?`

/** A couple with two logins: whose this one is. */
export const LoginChoice = ({
  ids,
  nameOf,
}: {
  ids: readonly string[]
  nameOf: (id: string) => string
}) => {
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [code, setCode] = useState('')
  /** The person whose code is required. */
  const [coding, setCoding] = useState<string | null>(null)
  const choose = async (id: string): Promise<void> => {
    setBusy(id)
    setError(null)
    try {
      await call(setLoginIdentity, {
        body: { identity_id: id, ...(code && coding === id ? { code } : {}) },
      })
      toast('C’est noté.', { kind: 'success' })
      await refreshAgreements()
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.code === 'agreement_code') {
        setCoding(id)
        setCode('')
      }
      setError(serverMessageOf(thrown) ?? 'Votre choix n’a pas pu être enregistré. Réessayez.')
    } finally {
      setBusy(null)
    }
  }
  return (
    <section className={styles.card} aria-label={WHOSE}>
      <h2 className={styles.title}>{WHOSE}</h2>
      <p className={styles.words}>
        {`Vous êtes deux à vous connecter à ce compte. Dites qui vous êtes${NBSP}: personne d’autre ne répondra alors à votre place. Ce choix ne se change pas.`}
      </p>
      {coding === null ? null : (
        <CodeField
          identity={coding}
          label={`Code ${withDe(nameOf(coding))}`}
          value={code}
          onChange={setCode}
        />
      )}
      <Alert>{error}</Alert>
      <div className={styles.buttons}>
        {ids.map((id) => (
          <Button
            key={id}
            busy={busy === id}
            disabled={busy !== null}
            onClick={() => void choose(id)}
          >
            Je suis {nameOf(id)}
          </Button>
        ))}
      </div>
    </section>
  )
}
