import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { REPORT_MAX } from '#contract/limits'
import { followNotice, sendNotice } from '#contract/moderation'
import type { Reply } from '#contract/route'
import type { ReportReason } from '#contract/safety'
import { ApiError, call } from '../../data/http/api'
import { toast } from '../../data/state/toasts'
import { dateLong } from '../../lib/dates'
import { NBSP } from '../../lib/text'
import { Submit } from '../../parts/form/submit'
import { useForm } from '../../parts/form/use-form'
import { REASONS } from '../../parts/member/report-reasons'
import { Button } from '../../ui/forms/button'
import { Checkbox } from '../../ui/forms/checkbox'
import { Segmented } from '../../ui/forms/segmented'
import { SelectField } from '../../ui/forms/select-field'
import { TextArea } from '../../ui/forms/text-area'
import { TextField } from '../../ui/forms/text-field'
import { IconCopy } from '../../ui/icons/actions'
import { REPORT_STATES } from './labels'
import { makeProof } from './puzzle'
import { PublicPage } from '../../parts/form/public-page'
import styles from './moderation.module.css'

const EMPTY = { target: '', reason: '' as ReportReason | '', text: '', email: '', sure: false }

const wrongIn = ({ target, reason, text, sure }: typeof EMPTY) => ({
  target: target.trim().length < 3 ? 'Dites-nous de quoi il s’agit.' : undefined,
  reason: reason === '' ? 'Choisissez une raison.' : undefined,
  text: text.trim().length < 10 ? 'Expliquez en quelques mots.' : undefined,
  goodFaith: sure ? undefined : 'Confirmez que ce signalement est fait de bonne foi.',
})

/** Solved while the member types; each serves once. */
const useProof = () => {
  const proof = useRef<Promise<string> | null>(null)
  const begin = (): Promise<string> => {
    proof.current ??= makeProof()
    // the next call begins again
    proof.current.catch(() => (proof.current = null))
    return proof.current
  }
  const take = (): Promise<string> => {
    const taken = begin()
    proof.current = null
    return taken
  }
  return { begin: () => void begin(), take }
}

const SendForm = ({ onSent }: { onSent: (code: string) => void }) => {
  const [values, setValues] = useState(EMPTY)
  const form = useForm()
  const { target, reason, text, email, sure } = values
  const puzzle = useProof()
  const set = (patch: Partial<typeof EMPTY>): void => {
    puzzle.begin()
    setValues({ ...values, ...patch })
  }
  const send = async (): Promise<void> => {
    if (reason === '') return
    const words = { target, reason, text, ...(email.trim() ? { email } : {}) }
    const attempt = async (): Promise<string> => {
      const proof = await puzzle.take()
      return (await call(sendNotice, { body: { ...words, goodFaith: true, proof } })).code
    }
    // the form was open for longer than its puzzle is valid
    const code = await attempt().catch((error: unknown) =>
      error instanceof ApiError && error.status === 409 ? attempt() : Promise.reject(error),
    )
    onSent(code)
  }
  return (
    <form
      className="stack"
      aria-label="Signaler un contenu"
      noValidate
      onSubmit={form.submit(send, () => wrongIn(values))}
    >
      <TextField
        label="De qui ou de quoi s’agit-il"
        hint="Un pseudo, l’adresse d’une page, ou quelques mots."
        value={target}
        onChange={(value) => set({ target: value })}
        maxLength={500}
        {...form.field('target')}
      />
      <SelectField
        label="Raison"
        placeholder="Choisir une raison"
        value={reason}
        options={REASONS}
        onChange={(value) => set({ reason: value as ReportReason | '' })}
        {...form.field('reason')}
      />
      <TextArea
        label="Ce qui se passe"
        value={text}
        onChange={(value) => set({ text: value })}
        maxLength={REPORT_MAX}
        counter
        {...form.field('text')}
      />
      <TextField
        label="Votre adresse e-mail"
        required={false}
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="Seulement si vous acceptez que l’équipe vous réponde."
        value={email}
        onChange={(value) => set({ email: value })}
        {...form.field('email')}
      />
      <Checkbox
        label="Je fais ce signalement de bonne foi, et ce que j’écris est exact à ma connaissance."
        checked={sure}
        onChange={(on) => set({ sure: on })}
        error={form.of('goodFaith')}
      />
      <Submit form={form}>Envoyer le signalement</Submit>
    </form>
  )
}

/** The code is shown once: it is the only way back to the notice. */
const Sent = ({ code, onFollow }: { code: string; onFollow: () => void }) => {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code)
      toast('Code copié', { kind: 'success' })
    } catch {
      toast(`Copiez le code à la main${NBSP}: il est affiché.`, { kind: 'info' })
    }
  }
  return (
    <div className="stack" role="status">
      <p>Merci. Une personne de l’équipe va lire votre signalement.</p>
      <p>Gardez ce code pour savoir ce qu’il en adviendra. Il n’est montré qu’une fois.</p>
      <p className={styles.code}>{code}</p>
      <div className={styles.buttons}>
        <Button icon={<IconCopy size={18} />} onClick={() => void copy()}>
          Copier le code
        </Button>
        <Button onClick={onFollow}>Suivre ce signalement</Button>
      </div>
    </div>
  )
}

const FollowForm = ({ known }: { known: string }) => {
  const [code, setCode] = useState(known)
  const [found, setFound] = useState<Reply<typeof followNotice>>()
  const form = useForm()
  const follow = async (): Promise<void> => {
    setFound(undefined)
    try {
      setFound(await call(followNotice, { body: { code: code.trim() } }))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      form.setError('Aucun signalement ne porte ce code.')
    }
  }
  return (
    <form
      className="stack"
      aria-label="Suivre un signalement"
      noValidate
      onSubmit={form.submit(follow, () => ({
        code: code.trim() === '' ? 'Saisissez votre code.' : undefined,
      }))}
    >
      <TextField
        label="Code du signalement"
        value={code}
        onChange={setCode}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('code')}
      />
      <Submit form={form}>Suivre</Submit>
      <div aria-live="polite">
        {found ? (
          <p className={styles.found}>
            <b>{REPORT_STATES[found.state]}</b>
            <br />
            Reçu le {dateLong(found.createdAt)}
            {found.closedAt ? `, réponse le ${dateLong(found.closedAt)}` : ''}.
          </p>
        ) : null}
      </div>
    </form>
  )
}

/** /signaler: for people without an account, who see or learn of something here. */
export const NoticeScreen = () => {
  const [part, setPart] = useState<'send' | 'follow'>('send')
  const [code, setCode] = useState('')
  return (
    <PublicPage
      wide
      title="Signaler un contenu"
      intro={`Vous n’avez pas de compte, et quelque chose ici vous concerne ou vous inquiète${NBSP}? Dites-le-nous.`}
      footer={
        <>
          <Link href="/rules" className={styles.link}>
            Règles de la communauté
          </Link>{' '}
          ·{' '}
          <Link href="/login" className={styles.link}>
            Connexion
          </Link>
        </>
      }
    >
      <Segmented
        label="Que voulez-vous faire"
        block
        options={[
          { value: 'send', label: 'Signaler' },
          { value: 'follow', label: 'Suivre' },
        ]}
        value={part}
        onChange={setPart}
      />
      {/* hidden rather than taken away: what was typed stays */}
      <div hidden={part !== 'send'}>
        {code ? (
          <Sent code={code} onFollow={() => setPart('follow')} />
        ) : (
          <SendForm onSent={setCode} />
        )}
      </div>
      {part === 'follow' ? <FollowForm known={code} /> : null}
    </PublicPage>
  )
}
