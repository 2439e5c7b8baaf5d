import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { MESSAGE_MAX_CHARS } from '#contract/limits'
import type { HeldMessage } from '#contract/messaging/held'
import { ApiError, serverMessageOf } from '../../../data/http/api-error'
import { session } from '../../../data/session/session'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { identityName } from '../../../parts/agree/names'
import { SelectField } from '../../../ui/forms/select-field'
import { TextArea } from '../../../ui/forms/text-area'
import { Dialog } from '../../../ui/overlay/dialog'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { amendHeldMessage, amendingState, loadHeld, setAmending } from '../state/held'
import { messaging } from '../state/store'
import styles from './held.module.css'

const GONE =
  'Ce message n’attend plus d’accord\u00a0: il est parti, ou son envoi a été annulé. Copiez votre texte si vous voulez le garder.'
const CHANGED =
  'Le texte a changé entre-temps. Comparez-le avec le vôtre\u00a0: enregistrer remplace le texte actuel.'

/** Why a text was not saved. */
const wordsOf = (thrown: unknown): string =>
  thrown instanceof ApiError && thrown.code === 'held_changed'
    ? CHANGED
    : (serverMessageOf(thrown) ?? 'Le réseau est coupé. Réessayez dans un instant.')

/** Loads the message again: a save names its revision. Returns false when it no longer waits. */
const reload = async ({ id, conversationId }: HeldMessage): Promise<boolean> => {
  await loadHeld(conversationId)
  const now = messaging.threads[conversationId]?.held.find((h) => h.id === id)
  // the dialog may have been closed meanwhile
  if (now && amendingState.held?.id === id) setAmending(now)
  return now !== undefined
}

/** What the other has made of the text since the dialog was opened. */
const NewText = ({ held }: { held: HeldMessage }) => (
  <div className={styles.changed}>
    <p>Le texte actuel</p>
    <blockquote dir="auto">{held.content || 'Aucun texte, seulement des photos.'}</blockquote>
  </div>
)

/** A new text: it is its author's yes, and asks the other again. */
export const AmendDialog = ({ held, onClose }: { held: HeldMessage; onClose: () => void }) => {
  const { account, mode, activeIdentityId } = useSnapshot(session)
  const [opened] = useState(held.revision)
  const [text, setText] = useState(held.content)
  const [who, setWho] = useState(
    mode === 'single'
      ? (activeIdentityId ?? '')
      : (held.senderIdentityId ?? account?.identities[0]?.id ?? ''),
  )
  const { busy, run } = useAsyncAction()
  const [error, setError] = useState<string | undefined>()
  const [gone, setGone] = useState(false)
  const save = async (): Promise<void> => {
    setError(undefined)
    await run(
      () => amendHeldMessage(held, who, text).then(onClose),
      (thrown) => {
        // the text stays here
        setError(wordsOf(thrown))
        void reload(held).then(
          (waits) => setGone(!waits),
          () => undefined,
        )
      },
    )
  }
  const isEmpty = text.trim() === '' && held.media.length === 0
  return (
    <Dialog
      open
      onClose={onClose}
      title="Modifier le message"
      description={
        held.senderIdentityId === null
          ? 'Votre texte vaut votre accord. L’autre devra redonner le sien.'
          : 'Rien ne part encore\u00a0: l’accord reste à donner.'
      }
      footer={
        <DialogActions
          onCancel={onClose}
          busy={busy}
          disabled={gone || isEmpty || text === held.content}
          onClick={() => void save()}
        >
          Enregistrer
        </DialogActions>
      }
    >
      <div className={styles.form}>
        {mode === 'both' && account && held.senderIdentityId === null ? (
          <SelectField
            label="Qui modifie"
            value={who}
            options={account.identities.map((i) => ({
              value: i.id,
              label: identityName(account, i.id),
            }))}
            onChange={setWho}
          />
        ) : null}
        {held.revision === opened || gone ? null : <NewText held={held} />}
        <TextArea
          label="Message"
          value={text}
          onChange={setText}
          maxLength={MESSAGE_MAX_CHARS}
          error={gone ? GONE : error}
          data-autofocus=""
        />
      </div>
    </Dialog>
  )
}
