import { useState, type ReactNode } from 'react'
import { apply, APPLICATION_MAX, enter, VOUCHERS_MAX } from '#contract/session/admission'
import { call } from '../../data/http/api'
import { serverMessageOf } from '../../data/http/api-error'
import { useData } from '../../data/http/cache'
import { storage } from '../../data/device/storage'
import { Submit } from '../../parts/form/submit'
import { useForm } from '../../parts/form/use-form'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/forms/button'
import { TextArea } from '../../ui/forms/text-area'
import { TextField } from '../../ui/forms/text-field'
import { Delayed } from '../../ui/feedback/delayed'
import { Spinner } from '../../ui/feedback/spinner'
import { PublicPage } from '../../parts/form/public-page'
import { SignOut } from './sign-out'
import styles from './session.module.css'

/** A few words for the team, and members who know the newcomer. What is typed survives a failure. */
const Application = ({ onSent }: { onSent: () => void }) => {
  const [words, setWords] = useState(storage.get('application') ?? '')
  const [vouchers, setVouchers] = useState('')
  const form = useForm()
  const send = async (): Promise<void> => {
    const named = vouchers.split(/[\s,;]+/).filter((one) => one !== '')
    await call(apply, { body: { words, vouchers: named.slice(0, VOUCHERS_MAX) } })
    storage.remove('application')
    onSent()
  }
  return (
    <PublicPage
      title="Présentez-vous"
      intro="L’équipe lit chaque demande. Dites en quelques phrases qui vous êtes, et ce que vous cherchez ici."
      footer={<SignOut />}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={form.submit(send, () => ({
          words: words.trim().length < 20 ? 'Écrivez quelques phrases.' : undefined,
        }))}
      >
        <TextArea
          label="Votre présentation"
          value={words}
          maxLength={APPLICATION_MAX}
          counter
          onChange={(text) => {
            setWords(text)
            storage.set('application', text)
          }}
          {...form.field('words')}
        />
        <TextField
          label="Membres qui vous connaissent"
          required={false}
          hint="Trois pseudos au plus, séparés par des espaces. Deux membres qui se portent garants suffisent pour entrer."
          value={vouchers}
          onChange={setVouchers}
          {...form.field('vouchers')}
        />
        <p className={styles.note}>
          L’équipe et les membres que vous citez lisent ces mots, personne d’autre.
        </p>
        <Submit form={form}>Envoyer ma demande</Submit>
      </form>
    </PublicPage>
  )
}

const WAITING = {
  waiting: {
    title: 'Votre demande est partie',
    text: 'L’équipe la lit bientôt. Un e-mail vous dira quand revenir.',
  },
  full: {
    title: 'Encore un peu de patience',
    text: 'Les places du jour sont prises. Revenez demain\u00a0: la vôtre vous attend.',
  },
  invitation: {
    title: 'Sur invitation',
    text: 'Le lien que vous avez suivi a déjà accueilli toutes les personnes qu’il pouvait, ou il est trop ancien. Demandez-en un autre à un membre, puis ouvrez-le sur cet appareil.',
  },
  closed: {
    title: 'Inscriptions fermées',
    text: 'La communauté n’accueille personne pour le moment. Votre inscription est gardée\u00a0: revenez plus tard.',
  },
  refused: {
    title: 'Une prochaine fois, peut-être',
    text: 'L’équipe ne peut pas vous accueillir pour le moment.',
  },
} as const

/** The steps before the onboarding that a newcomer has to pass. */
export const Admission = ({ children }: { children: ReactNode }) => {
  const joinToken = storage.get('join_token')
  const { data, error, mutate } = useData(['admission', joinToken ?? ''], () =>
    call(enter, { body: joinToken ? { joinToken } : {} }),
  )
  if (!data && error)
    return (
      <PublicPage title="Bienvenue" footer={<SignOut />}>
        <Alert>{serverMessageOf(error) ?? 'Pas de réseau. Vérifiez votre connexion.'}</Alert>
        <Button variant="primary" size="lg" block onClick={() => void mutate()}>
          Réessayer
        </Button>
      </PublicPage>
    )
  if (!data)
    return (
      <PublicPage title="Bienvenue">
        <Delayed>
          <Spinner label="Chargement…" />
        </Delayed>
      </PublicPage>
    )
  if (data.state === 'admitted') return children
  if (data.state === 'approval') {
    // shown at once: until the server has said so, it could be sent a second time
    const onSent = (): void => void mutate({ state: 'waiting', answer: null })
    return <Application onSent={onSent} />
  }
  const { title, text } = WAITING[data.state]
  return (
    <PublicPage title={title} intro={text} footer={<SignOut />}>
      {data.answer ? <p className={styles.note}>{data.answer}</p> : null}
      {data.state === 'refused' ? null : (
        <Button size="lg" block onClick={() => void mutate()}>
          Vérifier maintenant
        </Button>
      )}
    </PublicPage>
  )
}
