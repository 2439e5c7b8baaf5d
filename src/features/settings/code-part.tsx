import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { CODE_MAX, CODE_MIN } from '#contract/profile/agreement-code'
import { setIdentityCode, type Agreements } from '#contract/agreements'
import { ApiError, call } from '../../data/http/api'
import { session } from '../../data/session/session'
import { NBSP, de } from '../../lib/text'
import { toast } from '../../data/state/toasts'
import { refreshAgreements, useAgreements } from '../../parts/member/agreements'
import { Button } from '../../ui/forms/button'
import { TextField } from '../../ui/forms/text-field'
import { AskPassword } from './ask-password'
import styles from './settings.module.css'
import { useFold } from './use-fold'

const Digits = ({
  label,
  hint,
  value,
  error,
  onChange,
}: {
  label: string
  hint?: string
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}) => (
  <TextField
    label={label}
    hint={hint}
    type="password"
    inputMode="numeric"
    autoComplete="off"
    value={value}
    error={error}
    onChange={(text) => onChange(text.replace(/\D/g, '').slice(0, CODE_MAX))}
  />
)

const CodeForm = ({ needsCurrent, onEnd }: { needsCurrent: boolean; onEnd: () => void }) => {
  const [code, setCode] = useState('')
  const [current, setCurrent] = useState('')
  const [wrong, setWrong] = useState<string>()
  const save = async (password: string): Promise<void> => {
    setWrong(undefined)
    if (code.length < CODE_MIN) return setWrong(`Un code compte au moins ${CODE_MIN} chiffres.`)
    try {
      await call(setIdentityCode, {
        body: { password, code, ...(needsCurrent ? { current } : {}) },
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_payload') throw error
      return setWrong('Choisissez un code moins facile à deviner.')
    }
    toast('Votre code est enregistré.', { kind: 'success' })
    await refreshAgreements()
    onEnd()
  }
  return (
    <AskPassword label="Choisir un code" action="Enregistrer" onSubmit={save} onCancel={onEnd}>
      {needsCurrent ? (
        <Digits label="Votre code actuel" value={current} onChange={setCurrent} />
      ) : null}
      <Digits
        label="Votre nouveau code"
        hint={`${CODE_MIN} chiffres au moins, que l’autre ne connaît pas.`}
        value={code}
        error={wrong}
        onChange={setCode}
      />
    </AskPassword>
  )
}

const about = (
  name: string | undefined,
  person: Agreements['persons'][number] | undefined,
): string => {
  if (name === undefined)
    return `Choisissez d’abord l’une de vos deux identités${NBSP}: chacun a son code.`
  if (person?.voice === 'none')
    return `${name} a son propre identifiant${NBSP}: son code se choisit depuis celui-ci.`
  if (person?.has_code) return `${name} a un code. Il est demandé ici pour accepter une photo.`
  return `Sans code, l’un de vous peut dire oui pour l’autre sur un appareil commun. Avec un code, personne n’accepte une photo à la place ${de(name)}.`
}

const Part = () => {
  const { account, activeIdentityId } = useSnapshot(session)
  const { data } = useAgreements()
  const [open, setOpen] = useState(false)
  const place = useFold(open ? 'code' : null)
  const person = data?.persons.find((p) => p.identity_id === activeIdentityId)
  const name = account?.identities.find((i) => i.id === activeIdentityId)?.identity_handle
  return (
    <>
      <hr className={styles.line} />
      <div ref={place} className={styles.part}>
        <h3>Votre code pour les accords</h3>
        <p className={styles.quiet}>{about(name, person)}</p>
        {person && person.voice !== 'none' && !open ? (
          <div className={styles.row}>
            <Button size="sm" data-opens="" onClick={() => setOpen(true)}>
              {person.has_code ? 'Changer le code' : 'Choisir un code'}
            </Button>
          </div>
        ) : null}
        {open ? (
          <CodeForm needsCurrent={person?.voice === 'code'} onEnd={() => setOpen(false)} />
        ) : null}
      </div>
    </>
  )
}

/** The code with which a person of a couple agrees to photos; nothing for a single person. */
export const CodePart = () => {
  const { account } = useSnapshot(session)
  return (account?.identities.length ?? 0) > 1 ? <Part /> : null
}
