import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { CODE_FORGOTTEN_DAYS, CODE_MAX, CODE_MIN } from '#contract/profile/agreement-code'
import { forgetIdentityCode, setIdentityCode, type Agreements } from '#contract/agreements'
import { call } from '../../data/http/api'
import { openIdentityDialog } from '../../data/session/identity-prompt'
import { session } from '../../data/session/session'
import { dateLong } from '../../lib/dates'
import { NBSP, withDe } from '../../lib/text'
import { toast } from '../../data/state/toasts'
import { useAsyncAction } from '../../parts/form/use-async-action'
import { refreshAgreements, useAgreements } from '../../parts/member/agreements'
import { identityName } from '../../parts/agree/names'
import { CodeField } from '../../parts/agree/code-field'
import { NotLoaded } from '../../parts/form/not-loaded'
import type { FormState } from '../../parts/form/use-form'
import { Banner } from '../../ui/feedback/banner'
import { Button } from '../../ui/forms/button'
import { Card } from '../../ui/layout/card'
import { TextField } from '../../ui/forms/text-field'
import { AgreementKeys } from './agreement-keys'
import { AskPassword } from './ask-password'
import styles from './settings.module.css'
import { useFoldFocus } from './use-fold-focus'
import { isCouple } from '../../lib/couple'

type Person = Agreements['persons'][number]

const Digits = ({
  label,
  hint,
  value,
  field,
  onChange,
}: {
  label: string
  hint?: string
  value: string
  field: ReturnType<FormState['field']>
  onChange: (value: string) => void
}) => (
  <TextField
    label={label}
    hint={hint}
    type="password"
    inputMode="numeric"
    autoComplete="off"
    value={value}
    {...field}
    onChange={(text) => onChange(text.replace(/\D/g, '').slice(0, CODE_MAX))}
    data-autofocus=""
  />
)

/** What is wrong with the code or passkey that was set before. */
const currentError = ({ voice, has_code, passkeys }: Person, given: string): string | undefined => {
  if (voice !== 'code' || given !== '') return undefined
  if (!has_code) return 'Utilisez d’abord votre clé d’accès.'
  return passkeys.length > 0
    ? 'Saisissez votre code actuel, ou utilisez votre clé d’accès.'
    : 'Saisissez votre code actuel.'
}

const CodeForm = ({ person, onEnd }: { person: Person; onEnd: () => void }) => {
  const [code, setCode] = useState('')
  const [current, setCurrent] = useState('')
  const save = async (password: string): Promise<void> => {
    await call(setIdentityCode, {
      body: { password, code, ...(current ? { current } : {}) },
    })
    toast('Votre code est enregistré.', { kind: 'success' })
    await refreshAgreements()
    onEnd()
  }
  const check = () => ({
    current: currentError(person, current),
    code: code.length < CODE_MIN ? `Un code compte au moins ${CODE_MIN} chiffres.` : undefined,
  })
  return (
    <AskPassword
      label="Choisir un code"
      action="Enregistrer"
      onSubmit={save}
      onCancel={onEnd}
      check={check}
    >
      {(form) => (
        <>
          {person.voice === 'code' ? (
            <CodeField
              identity={person.identity_id}
              label="Votre code actuel"
              value={current}
              onChange={(value) => {
                form.field('current').onEdit()
                setCurrent(value)
              }}
              error={form.of('current')}
              autofocus
            />
          ) : null}
          <Digits
            label="Votre nouveau code"
            hint={`${CODE_MIN} chiffres au moins, que l’autre ne connaît pas.`}
            value={code}
            field={form.field('code')}
            onChange={setCode}
          />
        </>
      )}
    </AskPassword>
  )
}

/** What is lost, in words: the code, the keys, or both. */
const lostOf = ({ has_code, passkeys }: Person) => {
  if (!has_code)
    return {
      label: 'Clé perdue',
      remove: 'Retirer les clés',
      keep: 'Garder les clés',
      what: 'Les clés',
      will: 'seront retirées',
      said: 'ont été déclarées perdues',
    }
  const hasBoth = passkeys.length > 0
  return {
    label: 'Code oublié',
    remove: hasBoth ? 'Retirer le code et les clés' : 'Retirer le code',
    keep: hasBoth ? 'Garder le code et les clés' : 'Garder le code',
    what: hasBoth ? 'Le code et les clés' : 'Le code',
    will: hasBoth ? 'seront retirés' : 'sera retiré',
    said: hasBoth ? 'ont été déclarés oubliés' : 'a été déclaré oublié',
  }
}

/** «Code oublié»: it is removed after some days, in which the other can object. */
const Forgotten = ({
  person,
  name,
  onEnd,
}: {
  person: Person
  name: string
  onEnd: () => void
}) => {
  const lost = lostOf(person)
  const ask = async (password: string): Promise<void> => {
    await call(forgetIdentityCode, {
      body: { identity_id: person.identity_id, on: true, password },
    })
    toast(`${lost.what} ${withDe(name)} ${lost.will} dans ${CODE_FORGOTTEN_DAYS} jours.`, {
      kind: 'success',
    })
    await refreshAgreements()
    onEnd()
  }
  return (
    <AskPassword label={lost.label} action={lost.remove} onSubmit={ask} onCancel={onEnd}>
      <p className={styles.quiet}>
        {`${lost.what} ${lost.will} dans ${CODE_FORGOTTEN_DAYS} jours. D’ici là, chacun de vous deux peut s’y opposer${NBSP}: vous êtes prévenus par e-mail.`}
      </p>
    </AskPassword>
  )
}

/** A code that will be removed; either of the two keeps it. */
const Ending = ({ person, name }: { person: Person; name: string }) => {
  const { busy, run } = useAsyncAction()
  const lost = lostOf(person)
  if (person.code_ends_at === null) return null
  const keep = () =>
    run(async () => {
      try {
        await call(forgetIdentityCode, { body: { identity_id: person.identity_id, on: false } })
      } finally {
        await refreshAgreements()
      }
      toast('C’est noté. Rien n’est retiré.')
    }, 'Votre demande n’a pas pu être envoyée. Réessayez.')
  return (
    <>
      <p className={styles.quiet}>
        {`${lost.what} ${withDe(name)} ${lost.said}${NBSP}: retrait le ${dateLong(person.code_ends_at)}.`}
      </p>
      <div className={styles.row}>
        <Button size="sm" busy={busy} onClick={() => void keep()}>
          {lost.keep}
        </Button>
      </div>
    </>
  )
}

const about = (name: string, person: Person): string => {
  if (person.voice === 'none')
    return `${name} a son propre identifiant${NBSP}: son code se choisit depuis celui-ci.`
  if (person.has_code) return `${name} a un code. Il est demandé ici pour accepter une photo.`
  if (person.voice === 'code')
    return `${name} a une clé d’accès. Elle est demandée ici pour accepter une photo.`
  return `Sans code, l’un de vous peut dire oui pour l’autre sur un appareil commun. Avec un code ou une clé, personne n’accepte une photo à la place ${withDe(name)}.`
}

const Part = ({ activeIdentityId }: { activeIdentityId: string | null }) => {
  const { account } = useSnapshot(session)
  const { data, error, mutate } = useAgreements()
  const [open, setOpen] = useState<'code' | 'forgotten' | null>(null)
  const place = useFoldFocus(open)
  const person = data?.persons.find((p) => p.identity_id === activeIdentityId)
  const close = (): void => setOpen(null)
  return (
    <div ref={place} className={styles.part}>
      <h3>Votre code ou votre clé pour les accords</h3>
      {activeIdentityId === null ? (
        <Banner tone="info" action={{ label: 'Changer d’identité', onClick: openIdentityDialog }}>
          {`Choisissez d’abord l’une de vos deux identités${NBSP}: chacun a son code.`}
        </Banner>
      ) : null}
      {person ? (
        <p className={styles.quiet}>{about(identityName(account, person.identity_id), person)}</p>
      ) : null}
      {data ? null : (
        // not known is not «without a code»
        <NotLoaded
          error={error}
          gone="Ces codes ne sont plus accessibles."
          rows={1}
          onRetry={() => void mutate()}
        />
      )}
      {data?.persons.map((p) => (
        <Ending key={p.identity_id} person={p} name={identityName(account, p.identity_id)} />
      ))}
      {person && person.voice !== 'none' && !open ? (
        <div className={styles.row}>
          <Button size="sm" data-opens="" onClick={() => setOpen('code')}>
            {person.has_code ? 'Changer le code' : 'Choisir un code'}
          </Button>
          {person.voice === 'code' && person.code_ends_at === null ? (
            <Button size="sm" variant="quiet" onClick={() => setOpen('forgotten')}>
              {lostOf(person).label}
            </Button>
          ) : null}
        </div>
      ) : null}
      {open === 'code' && person ? <CodeForm person={person} onEnd={close} /> : null}
      {open === 'forgotten' && person ? (
        <Forgotten person={person} name={identityName(account, person.identity_id)} onEnd={close} />
      ) : null}
      {person && person.voice !== 'none' && !open ? <AgreementKeys person={person} /> : null}
    </div>
  )
}

const PartOfActing = () => {
  const { activeIdentityId } = useSnapshot(session)
  // a code that one has begun to change is not to become the other's
  return <Part key={activeIdentityId ?? 'both'} activeIdentityId={activeIdentityId} />
}

/** The code with which a person of a couple agrees to photos; nothing for a single person. */
export const CodePart = () => {
  const { account } = useSnapshot(session)
  return isCouple(account?.identities) ? (
    <>
      <hr className={styles.line} />
      <PartOfActing />
    </>
  ) : null
}

/** The same alone, for «Accords». */
export const CodeSection = () => {
  const { account } = useSnapshot(session)
  return (
    <Card as="section" label="Code des accords">
      {isCouple(account?.identities) ? (
        <PartOfActing />
      ) : (
        <p className={styles.quiet}>Ce code sert aux comptes de deux personnes.</p>
      )}
    </Card>
  )
}
