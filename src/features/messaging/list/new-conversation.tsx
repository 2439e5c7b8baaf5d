import { useState } from 'react'
import { useLocation } from 'wouter'
import { serverMessageOf } from '../../../data/http/api-error'
import { session } from '../../../data/session/session'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { foldAccents } from '../../../lib/text'
import { Dialog } from '../../../ui/overlay/dialog'
import { TextField } from '../../../ui/forms/text-field'
import { startDirectConversation } from '../state/api'
import { KnownMembers } from './known-members'
import { OtherStarts } from './other-starts'

/** Opens the direct conversation with the member of a handle; `error` says why it cannot. */
const useStart = (onStarted: (conversationId: string) => void) => {
  const [error, setError] = useState<string>()
  const { busy, run } = useAsyncAction()
  const start = (written: string): void => {
    const typed = written.trim().replace(/^@/, '')
    if (!typed) return setError('Saisissez un pseudo.')
    if (!/^[a-z0-9_]{4,}$/.test(foldAccents(typed)))
      return setError('Au moins 4 caractères (lettres, chiffres et _ uniquement)')
    if (foldAccents(typed) === foldAccents(session.account?.account_handle ?? ''))
      return setError('Vous ne pouvez pas vous écrire à vous-même')
    setError(undefined)
    void run(
      async () => onStarted((await startDirectConversation(typed)).id),
      (thrown) => setError(serverMessageOf(thrown) ?? 'Impossible de créer la conversation'),
    )
  }
  return { error, busy, start, clearError: () => setError(undefined) }
}

/** «Nouvelle discussion»: relations and other known members to write to, and what else begins here. */
export const NewConversation = ({
  open,
  onClose,
  onGroup,
}: {
  open: boolean
  onClose: () => void
  onGroup: () => void
}) => {
  const [handle, setHandle] = useState('')
  const [, navigate] = useLocation()
  const leave = (path: string): void => {
    onClose()
    navigate(path)
  }
  const { error, busy, start, clearError } = useStart((id) => {
    setHandle('')
    leave(`/conversations/${id}`)
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Nouvelle discussion"
      size="sm"
      footer={
        <DialogActions
          onCancel={onClose}
          busy={busy}
          busyLabel="Création…"
          onClick={() => start(handle)}
        >
          Ouvrir la discussion
        </DialogActions>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          start(handle)
        }}
      >
        <TextField
          label="Pseudo du membre"
          value={handle}
          onChange={setHandle}
          error={error}
          onEdit={clearError}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          data-autofocus
        />
      </form>
      <KnownMembers typed={handle} disabled={busy} onPick={start} />
      <OtherStarts onGroup={onGroup} onPath={leave} />
    </Dialog>
  )
}
