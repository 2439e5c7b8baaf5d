import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { MESSAGE_MAX_CHARS } from '#contract/limits'
import type { HeldMessage } from '#contract/messaging/held'
import { saidBy } from '../../../data/http/api-error'
import { session } from '../../../data/session/session'
import { useWork } from '../../../parts/form/use-work'
import { nameOf } from '../../../parts/agree/names'
import { SelectField } from '../../../ui/forms/select-field'
import { TextArea } from '../../../ui/forms/text-area'
import { Dialog } from '../../../ui/overlay/dialog'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { amend, loadHeld } from '../state/held'
import styles from './held.module.css'

/** A new text: it is its author's yes, and asks the other again. */
export const AmendDialog = ({ held, onClose }: { held: HeldMessage; onClose: () => void }) => {
  const { account, mode, activeIdentityId } = useSnapshot(session)
  const [text, setText] = useState(held.content)
  const [who, setWho] = useState(
    mode === 'single' ? (activeIdentityId ?? '') : (account?.identities[0]?.id ?? ''),
  )
  const { busy, run } = useWork()
  const [error, setError] = useState<string | undefined>()
  const save = async (): Promise<void> => {
    setError(undefined)
    await run(
      () => amend(held, who, text).then(onClose),
      (thrown) => {
        // the text stays here
        setError(saidBy(thrown) ?? 'Le réseau est coupé. Réessayez dans un instant.')
        void loadHeld(held.conversationId).catch(() => undefined)
      },
    )
  }
  const isEmpty = text.trim() === '' && held.media.length === 0
  return (
    <Dialog
      open
      onClose={onClose}
      title="Modifier le message"
      description="Votre texte vaut votre accord. L’autre devra redonner le sien."
      footer={
        <DialogActions
          onCancel={onClose}
          busy={busy}
          disabled={isEmpty || text === held.content}
          onClick={() => void save()}
        >
          Enregistrer
        </DialogActions>
      }
    >
      <div className={styles.form}>
        {mode === 'both' && account ? (
          <SelectField
            label="Qui modifie"
            value={who}
            options={account.identities.map((i) => ({ value: i.id, label: nameOf(account, i.id) }))}
            onChange={setWho}
          />
        ) : null}
        <TextArea
          label="Message"
          value={text}
          onChange={setText}
          maxLength={MESSAGE_MAX_CHARS}
          error={error}
          data-autofocus=""
        />
      </div>
    </Dialog>
  )
}
