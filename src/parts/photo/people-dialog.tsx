import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { answerAgreement, getPeople, setPeople } from '#contract/agreements'
import { AGREEMENT_TEXTS } from '#contract/profile/agreement-texts'
import type { PhotoPeople } from '#contract/profile/people'
import { call } from '../../data/http/api'
import { serverMessageOf } from '../../data/http/api-error'
import { useData } from '../../data/http/cache'
import { mutate } from '../../data/http/mutate'
import { BOTH, NOBODY, OTHERS, peopleInput } from '../../data/media/people'
import { session } from '../../data/session/session'
import { toast, toastRefusal } from '../../data/state/toasts'
import { NBSP } from '../../lib/text'
import { Alert } from '../../ui/feedback/alert'
import { Segmented } from '../../ui/forms/segmented'
import { Button } from '../../ui/forms/button'
import { Dialog } from '../../ui/overlay/dialog'
import { Tag } from '../../ui/display/tag'
import { identityName } from '../agree/names'
import styles from './people-choice.module.css'
import { useNaming } from './use-naming'

const UNKNOWN = ''
const STATES = {
  asked: { tone: 'neutral', word: 'réponse attendue' },
  yes: { tone: 'ok', word: 'd’accord' },
  no: { tone: 'neutral', word: 'a dit non' },
  withdrawn: { tone: 'neutral', word: 'accord retiré' },
} as const
const FAILED = 'Le réseau est coupé. Réessayez dans un instant.'

const choiceOf = ({ people, subjects: all }: PhotoPeople): string => {
  if (people !== 'named') return people ?? UNKNOWN
  const subjects = all.filter((s) => !s.corrected)
  return subjects.length > 1 ? BOTH : (subjects[0]?.identity_id ?? UNKNOWN)
}

/** The agreements so far; the acting identity may withdraw its own. */
const Answers = ({
  people,
  onWithdraw,
  busy,
}: {
  people: PhotoPeople
  onWithdraw: () => void
  busy: boolean
}) => {
  const { account, activeIdentityId } = useSnapshot(session)
  return (
    <ul className={styles.answers}>
      {people.subjects.map((s) => (
        <li key={s.identity_id}>
          <span>{identityName(account, s.identity_id)}</span>
          <Tag tone={s.corrected ? 'neutral' : STATES[s.state].tone}>
            {s.corrected ? 'n’y est pas, à confirmer' : STATES[s.state].word}
          </Tag>
          {s.identity_id === activeIdentityId && s.state === 'yes' && !s.corrected ? (
            <Button size="sm" busy={busy} onClick={onWithdraw}>
              Retirer mon accord
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

const savedWord = (subjects: PhotoPeople['subjects']): string => {
  if (subjects.some((s) => s.state === 'asked' && !s.corrected))
    return 'C’est noté. La photo se montre après l’accord demandé.'
  const left = subjects.find((s) => s.corrected)
  return left
    ? `C’est noté. ${identityName(session.account, left.identity_id)} doit le confirmer dans «${NBSP}Accords${NBSP}».`
    : 'C’est noté.'
}

const usePeople = (id: string) => {
  const key = ['people', id]
  const { data, error } = useData<PhotoPeople>(key, () => call(getPeople, { params: { id } }))
  const [busy, setBusy] = useState<'save' | 'withdraw' | null>(null)
  const run = async (what: 'save' | 'withdraw', work: () => Promise<string>): Promise<boolean> => {
    setBusy(what)
    try {
      toast(await work(), { kind: 'success' })
      await mutate(key)
      return true
    } catch (thrown) {
      toastRefusal(thrown, FAILED)
      return false
    } finally {
      setBusy(null)
    }
  }
  return {
    people: data,
    error,
    busy,
    withdraw: () =>
      run('withdraw', async () => {
        await call(answerAgreement, { params: { id }, body: { answer: 'withdraw' } })
        return 'Accord retiré. La photo n’est plus montrée.'
      }),
    save: (choice: string) =>
      run('save', async () => {
        const { subjects } = await call(setPeople, { params: { id }, body: peopleInput(choice) })
        return savedWord(subjects)
      }),
  }
}

/** The people on an own photo of a couple, set after the upload; agreements can be withdrawn here. */
export const PeopleDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { account } = useSnapshot(session)
  const { people, error, busy, save, withdraw } = usePeople(id)
  const [chosen, setChosen] = useState<string | null>(null)
  const choice = chosen ?? (people ? choiceOf(people) : UNKNOWN)
  const isNew = people !== undefined && choice !== choiceOf(people)
  const { agrees } = useNaming(choice)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Qui est sur cette photo"
      description="Rien de tout cela n’est dit aux autres membres."
      footer={
        <>
          <Button onClick={onClose}>Fermer</Button>
          <Button
            variant="primary"
            disabled={!isNew || choice === UNKNOWN}
            busy={busy === 'save'}
            onClick={() => void save(choice).then((done) => (done ? setChosen(null) : undefined))}
          >
            Enregistrer
          </Button>
        </>
      }
    >
      {error ? <Alert>{serverMessageOf(error) ?? FAILED}</Alert> : null}
      {people && account ? (
        <div className={styles.choice}>
          <div className={styles.line}>
            <Segmented
              label={`Qui est sur la photo${NBSP}?`}
              options={[
                ...account.identities.map((i) => ({
                  value: i.id,
                  label: identityName(account, i.id),
                })),
                { value: BOTH, label: 'Nous deux' },
                { value: NOBODY, label: 'Personne' },
                { value: OTHERS, label: 'D’autres' },
              ]}
              value={choice}
              onChange={setChosen}
            />
          </div>
          <Answers people={people} busy={busy === 'withdraw'} onWithdraw={() => void withdraw()} />
          {isNew && agrees ? <p className="quiet">{AGREEMENT_TEXTS.adding.text}</p> : null}
          <p className="quiet">
            Une photo se montre quand chaque personne nommée a dit oui. Chacun peut retirer son
            accord à tout moment{NBSP}: la photo disparaît aussitôt partout.
          </p>
        </div>
      ) : null}
    </Dialog>
  )
}
