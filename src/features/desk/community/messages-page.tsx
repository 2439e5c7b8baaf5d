import { useState } from 'react'
import {
  ANNOUNCEMENT_MAX,
  cancelAnnouncement,
  countRecipients,
  listAnnouncements,
  sendAnnouncement,
  type Announcement,
  type Audience,
} from '#contract/staff/community'
import { toast, toastRefusal } from '../../../data/state/toasts'
import { dateTime } from '../../../lib/dates'
import { NBSP } from '../../../lib/text'
import { useForm, type FormState, type FieldErrors } from '../../../parts/form/use-form'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/forms/button'
import { Checkbox } from '../../../ui/forms/checkbox'
import { TextArea } from '../../../ui/forms/text-area'
import { TextField } from '../../../ui/forms/text-field'
import { confirm } from '../../../ui/overlay/confirm'
import { staffCall } from '../state/desk'
import { AudienceFields, audienceText, DEPARTMENT, EVERYBODY } from './audience'
import styles from '../pages/pages.module.css'
import { CommunityNav } from './community-nav'
import { Load } from './load'

const stateOf = (one: Announcement): string => {
  if (one.cancelledAt) return `annulé le ${dateTime(one.cancelledAt)}`
  return one.sentAt ? `envoyé le ${dateTime(one.sentAt)}` : `part le ${dateTime(one.sendAt)}`
}
const reach = (members: number, audience: Audience): string =>
  `Destinataires${NBSP}: ${audienceText(audience)}, soit ${members} membre${members > 1 ? 's' : ''} aujourd’hui.`

interface Period {
  /** Value of a `datetime-local` field; empty: now. */
  readonly at: string
  /** Empty: without an end. */
  readonly until: string
}
const NOW: Period = { at: '', until: '' }

const wrong = (text: string, { department }: Audience, { at, until }: Period): FieldErrors => ({
  text: text.trim() === '' ? 'Écrivez votre message.' : undefined,
  department:
    department === null || DEPARTMENT.test(department)
      ? undefined
      : `Un numéro de département${NBSP}: 45, 2A, 974.`,
  endsAt:
    until && Date.parse(until) <= (at ? Date.parse(at) : Date.now())
      ? 'La fin vient après l’envoi.'
      : undefined,
})

const Times = ({
  times,
  onChange,
  form,
}: {
  times: Period
  onChange: (times: Period) => void
  form: FormState
}) => (
  <>
    <TextField
      label="Envoyer le"
      required={false}
      type="datetime-local"
      value={times.at}
      onChange={(at) => onChange({ ...times, at })}
      {...form.field('sendAt')}
    />
    <TextField
      label="Afficher jusqu’au"
      hint="Ensuite, le message disparaît des actualités."
      required={false}
      type="datetime-local"
      value={times.until}
      onChange={(until) => onChange({ ...times, until })}
      {...form.field('endsAt')}
    />
  </>
)

const Write = ({ onSent }: { onSent: () => Promise<unknown> }) => {
  const [text, setText] = useState('')
  const [times, setTimes] = useState(NOW)
  const [audience, setAudience] = useState(EVERYBODY)
  const [byMail, setByMail] = useState(false)
  const form = useForm()
  const { at, until } = times
  const send = async (): Promise<void> => {
    const { members } = await staffCall(countRecipients, { body: audience })
    if (members === 0) return form.setError('Aucun membre ne correspond à ces destinataires.')
    const yes = await confirm({
      title: `Envoyer ce message${NBSP}?`,
      message: `${at ? `Le message part le ${dateTime(new Date(at).toISOString())}.` : 'Le message part maintenant.'} ${reach(members, audience)}${byMail ? ' Un e-mail les prévient aussi.' : ''}`,
      confirmLabel: at ? 'Programmer' : 'Envoyer',
    })
    if (!yes) return
    await staffCall(sendAnnouncement, {
      body: {
        text,
        byMail,
        audience,
        ...(at ? { sendAt: new Date(at).toISOString() } : {}),
        ...(until ? { endsAt: new Date(until).toISOString() } : {}),
      },
    })
    setText('')
    setTimes(NOW)
    setAudience(EVERYBODY)
    setByMail(false)
    toast(at ? 'Message programmé.' : 'Message envoyé.', { kind: 'success' })
    await onSent()
  }
  return (
    <form
      className={styles.form}
      aria-label="Nouveau message"
      noValidate
      onSubmit={form.submit(send, () => wrong(text, audience, times))}
    >
      <TextArea
        label="Message"
        hint="Lu dans les actualités de chacun. Notification et e-mail disent seulement qu’un message attend. Aucune notification de 22 h à 8 h."
        value={text}
        maxLength={ANNOUNCEMENT_MAX}
        counter
        onChange={setText}
        {...form.field('text')}
      />
      <AudienceFields
        value={audience}
        onChange={setAudience}
        departmentError={form.of('department')}
      />
      <Times times={times} onChange={setTimes} form={form} />
      <Checkbox label="Prévenir aussi par e-mail" checked={byMail} onChange={setByMail} />
      <Alert>{form.error}</Alert>
      <Button type="submit" variant="primary" busy={form.busy}>
        {at ? 'Programmer' : 'Envoyer'}
      </Button>
    </form>
  )
}

/** Messages to members: written, planned, cancelled. */
export const MessagesPage = () => (
  <div className={styles.page}>
    <h1 className={styles.title}>Message aux membres</h1>
    <CommunityNav here="/desk/messages" />
    <Load
      name="announcements"
      load={async () => (await staffCall(listAnnouncements, {})).announcements}
    >
      {(all, reload) => {
        const cancel = async (one: Announcement): Promise<void> => {
          try {
            await staffCall(cancelAnnouncement, { params: { id: one.id } })
            toast('Message annulé.', { kind: 'success' })
          } catch (error) {
            toastRefusal(error, 'Ce message n’a pas pu être annulé.')
          }
          await reload()
        }
        return (
          <>
            <Write onSent={reload} />
            {all.length > 0 ? <h2 className={styles.subtitle}>Messages déjà écrits</h2> : null}
            <ul className={styles.entries}>
              {all.map((one) => (
                <li key={one.id} className={styles.person}>
                  <div>
                    <p className={styles.words}>{one.text}</p>
                    <p className={styles.quiet}>
                      {one.by} · {stateOf(one)}
                      {one.byMail ? ' · aussi par e-mail' : ''}
                      {` · pour ${audienceText(one.audience)}`}
                      {one.endsAt ? ` · affiché jusqu’au ${dateTime(one.endsAt)}` : ''}
                    </p>
                  </div>
                  {one.sentAt || one.cancelledAt ? null : (
                    <Button size="sm" variant="danger" onClick={() => void cancel(one)}>
                      Annuler l’envoi
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </Load>
  </div>
)
