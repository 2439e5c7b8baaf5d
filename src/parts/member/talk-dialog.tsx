import { startConversation } from '#contract/messaging/messages'
import { call } from '../../data/http/api'
import { useAsyncAction } from '../form/use-async-action'
import { NBSP } from '../../lib/text'
import { Dialog } from '../../ui/overlay/dialog'
import { DialogActions } from '../../ui/overlay/dialog-actions'
import { useOpenConversation } from './open-conversation'

/**
 * «Discussion privée»: opens the direct conversation with a member, after a first message when
 * there is none yet.
 */
export const TalkDialog = ({
  handle,
  open,
  onClose,
}: {
  handle: string
  open: boolean
  onClose: () => void
}) => {
  const { busy, run } = useAsyncAction()
  const openConversation = useOpenConversation()
  const start = async (): Promise<void> => {
    await run(async () => {
      const { conversation } = await call(startConversation, { body: { handle } })
      onClose()
      await openConversation(conversation.id)
    }, 'Impossible de créer la conversation')
  }
  return (
    <Dialog
      open={open}
      busy={busy}
      onClose={onClose}
      title="Discussion privée"
      description={`Écrire à ${handle}${NBSP}?`}
      size="sm"
      alert
      level={890}
      footer={
        <DialogActions
          focusCancel
          onCancel={onClose}
          busy={busy}
          busyLabel="Ouverture…"
          onClick={() => void start()}
        >
          Écrire
        </DialogActions>
      }
    />
  )
}
