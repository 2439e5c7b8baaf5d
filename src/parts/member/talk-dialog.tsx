import { useState } from 'react'
import { useLocation } from 'wouter'
import { startConversation } from '#contract/messaging/messages'
import { call } from '../../data/http/api'
import { closeAll } from '../../data/state/panels'
import { toast, toastRefusal } from '../../data/state/toasts'
import { NBSP } from '../../lib/text'
import { Button } from '../../ui/forms/button'
import { Dialog } from '../../ui/overlay/dialog'

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
  const [busy, setBusy] = useState(false)
  const [, navigate] = useLocation()
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      const { conversation } = await call(startConversation, { body: { handle } })
      onClose()
      await closeAll()
      navigate(`/conversations/${conversation.id}`)
      toast('Conversation ouverte', { kind: 'success' })
    } catch (thrown) {
      toastRefusal(thrown, 'Impossible de créer la conversation')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={busy ? () => undefined : onClose}
      title="Discussion privée"
      description={`Écrire à ${handle}${NBSP}?`}
      size="sm"
      alert
      level={890}
      footer={
        <>
          <Button data-autofocus="" disabled={busy} onClick={onClose}>
            Annuler
          </Button>
          <Button variant="primary" busy={busy} busyLabel="Ouverture…" onClick={() => void start()}>
            Écrire
          </Button>
        </>
      }
    />
  )
}
