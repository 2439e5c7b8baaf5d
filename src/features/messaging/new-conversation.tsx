import { useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError } from '../../data/api'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { IconGroup } from '../../ui/icons/people'
import { TextField } from '../../ui/text-field'
import { startWith } from './api'

/** «Parler en direct» (and the way to a new group): opens the direct conversation with the member of a handle. */
export const NewConversation = ({ open, onClose, onGroup }: { open: boolean; onClose: () => void; onGroup: () => void }) => {
  const [handle, setHandle] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [, navigate] = useLocation()
  const start = (): void => {
    if (!handle.trim()) return setError('Saisissez un pseudo.')
    setBusy(true)
    setError(undefined)
    startWith(handle.trim())
      .then(
        (conversation) => {
          setHandle('')
          onClose()
          navigate(`/conversations/${conversation.id}`)
        },
        (thrown: unknown) => setError(thrown instanceof ApiError && thrown.status > 0 ? thrown.message : 'Impossible de créer la conversation'),
      )
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      open={open} onClose={onClose} title="Parler en direct" size="sm"
      footer={<><Button onClick={onClose}>Annuler</Button><Button variant="primary" busy={busy} busyLabel="Création..." onClick={start}>Ouvrir la discussion</Button></>}
    >
      <form onSubmit={(event) => { event.preventDefault(); start() }}>
        <TextField label="Pseudo du membre" value={handle} onChange={setHandle} error={error} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={60} data-autofocus />
      </form>
      <Button variant="ghost" icon={<IconGroup />} onClick={onGroup}>Nouveau groupe</Button>
    </Dialog>
  )
}
