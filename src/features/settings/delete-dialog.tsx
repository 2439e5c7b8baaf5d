import { useState, type FormEvent } from 'react'
import { DAY_MS, DELETION_DAYS } from '#contract/limits'
import { deleteAccount } from '#contract/safety'
import { call } from '../../data/http/api'
import { session } from '../../data/session/session'
import { dateLong } from '../../lib/dates'
import { NBSP } from '../../lib/text'
import { Dialog } from '../../ui/overlay/dialog'
import { DialogActions } from '../../ui/overlay/dialog-actions'
import { PasswordField } from '../../ui/forms/password-field'
import { refusalText } from './say'
import styles from './settings.module.css'

/** What goes, when, and how to come back; then the password. */
export const DeleteDialog = ({ onClose }: { onClose: () => void }) => {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const couple = (session.account?.identities.length ?? 1) > 1
  const [day] = useState(() => dateLong(new Date(Date.now() + DELETION_DAYS * DAY_MS)))
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (password === '') return setError('Saisissez votre mot de passe.')
    setError(undefined)
    setBusy(true)
    try {
      await call(deleteAccount, { body: { password } }, { identity: 'none' })
      // a full load: nothing of the account stays in the memory of this page; the start shows what is
      // left to do
      location.replace('/')
    } catch (thrown) {
      setBusy(false)
      setError(
        refusalText(thrown, 'Rien n’a été supprimé. Vérifiez votre connexion, puis réessayez.'),
      )
    }
  }
  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title={`Supprimer votre compte${NBSP}?`}
      alert
      level={600}
      footer={
        <DialogActions
          onCancel={onClose}
          busy={busy}
          type="submit"
          form="suppression"
          variant="danger"
        >
          Supprimer mon compte
        </DialogActions>
      }
    >
      <form
        id="suppression"
        className={styles.ask}
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <ul className={styles.facts}>
          {couple ? (
            <li>Le compte est celui de votre couple{NBSP}: il disparaît pour vous deux.</li>
          ) : null}
          <li>
            <b>Tout de suite</b>, plus personne ne voit votre profil, vos photos, vos albums ni vos
            sorties. Dans les discussions, votre nom devient «{NBSP}Compte supprimé{NBSP}».
          </li>
          <li>
            <b>Jusqu’au {day}</b>, il suffit de vous reconnecter pour tout reprendre.
          </li>
          <li>
            <b>Ensuite</b>, tout est effacé pour de bon{NBSP}: messages, photos, notes, partages,
            relations, et les sorties que vous avez créées.
          </li>
        </ul>
        <PasswordField
          label="Votre mot de passe"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={error}
          onEdit={() => setError(undefined)}
          data-autofocus=""
        />
      </form>
    </Dialog>
  )
}
