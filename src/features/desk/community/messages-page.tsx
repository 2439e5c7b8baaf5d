import { useState } from 'react'
import {
  ANNOUNCEMENT_MAX,
  cancelAnnouncement,
  listAnnouncements,
  sendAnnouncement,
  type Announcement,
} from '#contract/staff/community'
import { toast, toastRefusal } from '../../../data/state/toasts'
import { dateTime } from '../../../lib/dates'
import { NBSP } from '../../../lib/text'
import { useForm } from '../../../parts/form/use-form'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/forms/button'
import { Checkbox } from '../../../ui/forms/checkbox'
import { TextArea } from '../../../ui/forms/text-area'
import { TextField } from '../../../ui/forms/text-field'
import { confirm } from '../../../ui/overlay/confirm'
import { staffCall } from '../state/desk'
import styles from '../pages/pages.module.css'
import { Load } from './load'

const stateOf = (one: Announcement): string => {
  if (one.cancelledAt) return `annulé le ${dateTime(one.cancelledAt)}`
  return one.sentAt ? `envoyé le ${dateTime(one.sentAt)}` : `part le ${dateTime(one.sendAt)}`
}

const Write = ({ onSent }: { onSent: () => Promise<unknown> }) => {
  const [text, setText] = useState('')
  const [at, setAt] = useState('')
  const [byMail, setByMail] = useState(false)
  const form = useForm()
  const send = async (): Promise<void> => {
    const yes = await confirm({
      title: `Écrire à tous les membres${NBSP}?`,
      message: at
        ? `Le message part le ${dateTime(new Date(at).toISOString())}.`
        : 'Le message part maintenant.',
      confirmLabel: at ? 'Programmer' : 'Envoyer',
    })
    if (!yes) return
    await staffCall(sendAnnouncement, {
      body: { text, byMail, ...(at ? { sendAt: new Date(at).toISOString() } : {}) },
    })
    setText('')
    setAt('')
    toast(at ? 'Message programmé.' : 'Message envoyé.', { kind: 'success' })
    await onSent()
  }
  return (
    <form
      className={styles.form}
      aria-label="Nouveau message"
      noValidate
      onSubmit={form.submit(send, () => ({
        text: text.trim() === '' ? 'Écrivez votre message.' : undefined,
      }))}
    >
      <TextArea
        label="Message"
        hint="Lu dans les actualités de chacun. Notification et courriel disent seulement qu’un message attend. Aucune notification de 22 h à 8 h."
        value={text}
        maxLength={ANNOUNCEMENT_MAX}
        counter
        onChange={setText}
        {...form.field('text')}
      />
      <TextField
        label="Envoyer le"
        required={false}
        type="datetime-local"
        value={at}
        onChange={setAt}
        {...form.field('sendAt')}
      />
      <Checkbox label="Prévenir aussi par courriel" checked={byMail} onChange={setByMail} />
      <Alert>{form.error}</Alert>
      <Button type="submit" variant="primary" busy={form.busy}>
        {at ? 'Programmer' : 'Envoyer'}
      </Button>
    </form>
  )
}

/** Messages to all members: written, planned, cancelled. */
export const MessagesPage = () => (
  <div className={styles.page}>
    <h1 className={styles.title}>Message à tous les membres</h1>
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
            <ul className={styles.entries}>
              {all.map((one) => (
                <li key={one.id} className={styles.person}>
                  <div>
                    <p>{one.text}</p>
                    <p className={styles.quiet}>
                      {one.by} · {stateOf(one)}
                      {one.byMail ? ' · aussi par courriel' : ''}
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
